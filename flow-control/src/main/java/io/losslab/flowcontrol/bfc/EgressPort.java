package io.losslab.flowcontrol.bfc;

import io.losslab.flowcontrol.DataPlane;
import io.losslab.flowcontrol.LinkProfile;
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

    // By ingress port; 0 is the device itself.
    private final long[] hopBdpBytes;
    private final long[] stickyNanos;

    /** By flow: a host's own, which counts as a packet of its queue. */
    private final BitSet ownFlows = new BitSet();

    // By queue, from 1.
    private final int[] packets;
    private final long[] bytes;
    private final long[] stickyUntil;
    private final long[] heldFor;
    private final boolean[] paused;
    private int active;

    EgressPort(DataPlane plane, int number, BfcSettings settings) {
        this.plane = plane;
        this.number = number;
        this.settings = settings;
        LinkProfile link = plane.link(number);
        hopBdpBytes = new long[plane.ports() + 1];
        stickyNanos = new long[plane.ports() + 1];
        for (int ingress = 0; ingress < hopBdpBytes.length; ingress++) {
            LinkProfile paused = ingress == 0 ? link : plane.link(ingress);
            hopBdpBytes[ingress] = settings.hopBdpBytes(link, paused);
            stickyNanos[ingress] = settings.stickyNanos(link, paused);
        }
        flows = new FlowTable(settings.tableEntries());
        packets = new int[settings.queues() + 1];
        bytes = new long[settings.queues() + 1];
        stickyUntil = new long[settings.queues() + 1];
        Arrays.fill(stickyUntil, NEVER);
        heldFor = new long[settings.queues() + 1];
        paused = new boolean[settings.queues() + 1];
        random = new SplittableRandom((settings.seed() * 31 + plane.deviceId()) * 31 + number);
    }

    /** Queue of a flow: the one it has, or an empty one, or one at random. */
    int classify(int flow, int ingress) {
        int entry = entryOf(flow);
        if (!flows.isActive(entry, plane.nowNanos(), stickyNanos[ingress])) {
            flows.assign(entry, chooseQueue());
        }
        return flows.queue(entry);
    }

    private int chooseQueue() {
        long now = plane.nowNanos();
        for (int queue = 1; queue < packets.length; queue++) {
            if (packets[queue] == 0 && !paused[queue] && now > stickyUntil[queue]) {
                return queue;
            }
        }
        return 1 + random.nextInt(settings.queues());
    }

    /** A packet came; tells whether its queue is now over the threshold. */
    boolean onEnqueue(int packet, int ingress, int queue) {
        occupy(plane.flow(packet), ingress, queue);
        bytes[queue] += plane.bytes(packet);
        return bytes[queue] > thresholdBytes(ingress);
    }

    void onDequeue(int packet, int ingress, int queue) {
        vacate(plane.flow(packet), ingress, queue);
        bytes[queue] -= plane.bytes(packet);
    }

    private void occupy(int flow, int ingress, int queue) {
        long now = plane.nowNanos();
        flows.count(entryOf(flow), 1, now);
        stickyUntil[queue] = Math.max(stickyUntil[queue], now + stickyNanos[ingress]);
        if (packets[queue]++ == 0 && !paused[queue]) {
            active++;
        }
    }

    private void vacate(int flow, int ingress, int queue) {
        long now = plane.nowNanos();
        flows.count(entryOf(flow), -1, now);
        stickyUntil[queue] = Math.max(stickyUntil[queue], now + stickyNanos[ingress]);
        if (--packets[queue] == 0 && !paused[queue]) {
            active--;
        }
    }

    /** Th: each queue that may send has its share of one hop's bandwidth-delay product. */
    private long thresholdBytes(int ingress) {
        return hopBdpBytes[ingress] / Math.max(1, active);
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
        int queue = classify(flow, 0);
        if (!ownFlows.get(flow)) {
            ownFlows.set(flow);
            occupy(flow, 0, queue);
        }
        return queue;
    }

    /** A host's own flow has all its bytes acknowledged. */
    void onOwnFlowEnd(int flow) {
        if (ownFlows.get(flow)) {
            ownFlows.clear(flow);
            vacate(flow, 0, flows.queue(entryOf(flow)));
        }
    }

    private int entryOf(int flow) {
        return flows.entryOf(
                plane.sourceIpv4(flow), plane.destinationIpv4(flow), plane.udpSourcePort(flow));
    }
}
