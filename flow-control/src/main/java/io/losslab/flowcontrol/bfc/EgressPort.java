package io.losslab.flowcontrol.bfc;

import io.losslab.flowcontrol.DataPlane;
import java.util.Arrays;

/** BFC at one egress port: its flow table, its queues, and which of them are paused. */
final class EgressPort {
    private static final long NEVER = Long.MIN_VALUE / 2;

    private final DataPlane plane;
    private final int number;
    private final BfcSettings settings;
    private final FlowTable flows;
    // By queue, from 1.
    private final int[] packets;
    private final long[] bytes;
    private final long[] lastNanos;
    private final long[] heldFor;
    private final boolean[] paused;
    private int active;
    private int random;

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
        random = plane.deviceId() * 31 + number;
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
        random = random * 1_664_525 + 1_013_904_223;
        return 1 + (random >>> 8) % settings.queues();
    }

    /** A packet came; tells whether its queue is now over the threshold. */
    boolean onEnqueue(int packet, int queue) {
        long now = plane.nowNanos();
        flows.count(entryOf(plane.flow(packet)), 1, now);
        lastNanos[queue] = now;
        bytes[queue] += plane.bytes(packet);
        if (packets[queue]++ == 0 && !paused[queue]) {
            active++;
        }
        return bytes[queue] > thresholdBytes();
    }

    void onDequeue(int packet, int queue) {
        long now = plane.nowNanos();
        flows.count(entryOf(plane.flow(packet)), -1, now);
        lastNanos[queue] = now;
        bytes[queue] -= plane.bytes(packet);
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

    /** Queue of a host's own flow: by hash only. */
    int queueOfOwn(int flow) {
        return 1 + entryOf(flow) % settings.queues();
    }

    private int entryOf(int flow) {
        return flows.entryOf(
                plane.sourceIpv4(flow), plane.destinationIpv4(flow), plane.udpSourcePort(flow));
    }
}
