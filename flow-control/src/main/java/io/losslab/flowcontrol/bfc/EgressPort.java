package io.losslab.flowcontrol.bfc;

import io.losslab.flowcontrol.DataPlane;
import java.util.Arrays;
import java.util.BitSet;
import java.util.SplittableRandom;

/** BFC at one egress port: its flow table, its queues, and which of them are paused. */
final class EgressPort {
    private static final long NEVER = Long.MIN_VALUE / 2;

    private final DataPlane plane;
    private final int number;
    private final BfcSettings settings;
    private final FlowTable flows;
    private final SplittableRandom random;

    /** By flow: a host's own, which counts as a packet of its queue. */
    private final BitSet ownFlows = new BitSet();

    // By queue, from 1.
    private final int[] packets;
    private final long[] bytes;
    private final long[] lastNanos;
    private final long[] heldFor;
    private final boolean[] paused;
    private int active;

    EgressPort(DataPlane plane, int number, BfcSettings settings) {
        this.plane = plane;
        this.number = number;
        this.settings = settings;
        flows = new FlowTable(settings.tableEntries());
        packets = new int[settings.queues() + 1];
        bytes = new long[settings.queues() + 1];
        lastNanos = new long[settings.queues() + 1];
        Arrays.fill(lastNanos, NEVER);
        heldFor = new long[settings.queues() + 1];
        paused = new boolean[settings.queues() + 1];
        random = new SplittableRandom((settings.seed() * 31 + plane.deviceId()) * 31 + number);
    }

    /** Queue of a flow: the one it has, or an empty one, or one at random. */
    int classify(int flow) {
        int entry = entryOf(flow);
        if (!flows.isActive(entry, plane.nowNanos(), settings.stickyNanos())) {
            flows.assign(entry, chooseQueue());
        }
        return flows.queue(entry);
    }

    private int chooseQueue() {
        long now = plane.nowNanos();
        for (int queue = 1; queue < packets.length; queue++) {
            if (packets[queue] == 0
                    && !paused[queue]
                    && now - lastNanos[queue] > settings.stickyNanos()) {
                return queue;
            }
        }
        return 1 + random.nextInt(settings.queues());
    }

    /** A packet came; tells whether its queue is now over the threshold. */
    boolean onEnqueue(int packet, int queue) {
        occupy(plane.flow(packet), queue);
        bytes[queue] += plane.bytes(packet);
        return bytes[queue] > thresholdBytes();
    }

    void onDequeue(int packet, int queue) {
        vacate(plane.flow(packet), queue);
        bytes[queue] -= plane.bytes(packet);
    }

    private void occupy(int flow, int queue) {
        long now = plane.nowNanos();
        flows.count(entryOf(flow), 1, now);
        lastNanos[queue] = now;
        if (packets[queue]++ == 0 && !paused[queue]) {
            active++;
        }
    }

    private void vacate(int flow, int queue) {
        long now = plane.nowNanos();
        flows.count(entryOf(flow), -1, now);
        lastNanos[queue] = now;
        if (--packets[queue] == 0 && !paused[queue]) {
            active--;
        }
    }

    /** Th: each queue that may send has its share of one hop's bandwidth-delay product. */
    long thresholdBytes() {
        return settings.hopBdpBytes() / Math.max(1, active);
    }

    void onPause(int queue, long root) {
        if (queue < 1 || queue >= paused.length || paused[queue]) {
            return;
        }
        paused[queue] = true;
        heldFor[queue] = root;
        active -= packets[queue] > 0 ? 1 : 0;
        plane.hold(number, queue, root);
    }

    void onResume(int queue) {
        if (queue < 1 || queue >= paused.length || !paused[queue]) {
            return;
        }
        paused[queue] = false;
        active += packets[queue] > 0 ? 1 : 0;
        plane.release(number, queue);
    }

    /** The congested port that makes a queue long: the one that paused it, else this. */
    long rootOf(int queue) {
        return paused[queue] ? heldFor[queue] : DataPlane.root(plane.deviceId(), number);
    }

    /**
     * Queue of a host's own flow, which begins: as a switch would assign it, with the flow itself
     * as its only packet; or by hash.
     */
    int queueOfOwn(int flow) {
        if (settings.hostQueues() == BfcSettings.HostQueues.HASH) {
            return 1 + entryOf(flow) % settings.queues();
        }
        int queue = classify(flow);
        if (!ownFlows.get(flow)) {
            ownFlows.set(flow);
            occupy(flow, queue);
        }
        return queue;
    }

    /** A host's own flow has all its bytes acknowledged. */
    void onOwnFlowEnd(int flow) {
        if (ownFlows.get(flow)) {
            ownFlows.clear(flow);
            vacate(flow, flows.queue(entryOf(flow)));
        }
    }

    private int entryOf(int flow) {
        return flows.entryOf(
                plane.sourceIpv4(flow), plane.destinationIpv4(flow), plane.udpSourcePort(flow));
    }
}
