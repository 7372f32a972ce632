package io.losslab.flowcontrol.bfc;

import io.losslab.flowcontrol.DataPlane;
import io.losslab.flowcontrol.LinkProfile;
import java.util.Arrays;
import java.util.BitSet;
import java.util.SplittableRandom;

/** BFC at one egress port: its flow table, its queues, and which of them are paused. */
final class EgressPort {
    /** A data queue: what every packet of it reads lies together. */
    private static final class Queue {
        int packets;
        boolean paused;
        long bytes;
        long stickyUntilNanos = Long.MIN_VALUE / 2;
        long heldFor;
    }

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

    /** By number, from 1. */
    private final Queue[] queues;

    private int active;

    /** The flow that was looked up last, and its entry: a packet asks several times. */
    private int lastFlow = -1;

    private int lastEntry;

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
        queues = new Queue[settings.queues() + 1];
        Arrays.setAll(queues, queue -> new Queue());
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
        for (int index = 1; index < queues.length; index++) {
            Queue queue = queues[index];
            if (queue.packets == 0 && !queue.paused && now > queue.stickyUntilNanos) {
                return index;
            }
        }
        return 1 + random.nextInt(settings.queues());
    }

    /** A packet came; tells whether its queue is now over the threshold. */
    boolean onEnqueue(int packet, int ingress, int queue) {
        occupy(plane.flow(packet), ingress, queue);
        queues[queue].bytes += plane.bytes(packet);
        return queues[queue].bytes > thresholdBytes(ingress);
    }

    void onDequeue(int packet, int ingress, int queue) {
        vacate(plane.flow(packet), ingress, queue);
        queues[queue].bytes -= plane.bytes(packet);
    }

    private void occupy(int flow, int ingress, int index) {
        Queue queue = touch(flow, ingress, index, 1);
        if (queue.packets++ == 0 && !queue.paused) {
            active++;
        }
    }

    private void vacate(int flow, int ingress, int index) {
        Queue queue = touch(flow, ingress, index, -1);
        if (--queue.packets == 0 && !queue.paused) {
            active--;
        }
    }

    /** A packet of a flow came into a queue, 1, or went, -1: both are sticky from now on. */
    private Queue touch(int flow, int ingress, int index, int change) {
        long now = plane.nowNanos();
        flows.count(entryOf(flow), change, now);
        Queue queue = queues[index];
        queue.stickyUntilNanos = Math.max(queue.stickyUntilNanos, now + stickyNanos[ingress]);
        return queue;
    }

    /** Th: each queue that may send has its share of one hop's bandwidth-delay product. */
    private long thresholdBytes(int ingress) {
        return hopBdpBytes[ingress] / Math.max(1, active);
    }

    void onPause(int index, long root) {
        if (index < 1 || index >= queues.length || queues[index].paused) {
            return;
        }
        Queue queue = queues[index];
        queue.paused = true;
        queue.heldFor = root;
        active -= queue.packets > 0 ? 1 : 0;
        plane.hold(number, index, root);
    }

    void onResume(int index) {
        if (index < 1 || index >= queues.length || !queues[index].paused) {
            return;
        }
        Queue queue = queues[index];
        queue.paused = false;
        active += queue.packets > 0 ? 1 : 0;
        plane.release(number, index);
    }

    /** The congested port that makes a queue long: the one that paused it, else this. */
    long rootOf(int queue) {
        return queues[queue].paused
                ? queues[queue].heldFor
                : DataPlane.root(plane.deviceId(), number);
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
        if (flow != lastFlow) {
            lastFlow = flow;
            lastEntry =
                    flows.entryOf(
                            plane.sourceIpv4(flow),
                            plane.destinationIpv4(flow),
                            plane.udpSourcePort(flow));
        }
        return lastEntry;
    }
}
