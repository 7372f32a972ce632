package io.losslab.agent.traffic;

import io.losslab.agent.dpdk.Burst;
import io.losslab.agent.dpdk.PacketPool;
import io.losslab.agent.plane.AgentDevice;
import io.losslab.agent.plane.Timers;
import io.losslab.agent.queue.EgressQueues;
import io.losslab.api.frame.RoceFrame;
import java.util.ArrayList;
import java.util.List;

/**
 * Writes the packets of flows into the queues of their ports, flow after flow, as far as the queues
 * take them; what they do not take stays with the flow. Data thread; allocates nothing per packet.
 */
final class Transfers {
    /** Whose timers these are, among those of the traffic. */
    static final int RETRANSMIT = 1;

    /** Handles that are left to answers, control and relayed packets. */
    private static final int RESERVED_HANDLES = 512;

    private static final int FLOW_LIMIT_BYTES = 32 * 1024;
    private static final int ALL_FLOWS_BYTES = 4 * 1024 * 1024;

    private final AgentDevice device;
    private final PacketPool pool;
    private final Timers timers;
    private final TrafficTotals totals;
    private final Burst burst = new Burst();
    private final Burst refused = new Burst();

    /** Those that have something to write, and who is first next time. */
    private final List<SendingFlow> active = new ArrayList<>();

    private int first;

    Transfers(AgentDevice device, PacketPool pool, Timers timers, TrafficTotals totals) {
        this.device = device;
        this.pool = pool;
        this.timers = timers;
        this.totals = totals;
    }

    /** A flow may have something to write. */
    void activate(SendingFlow flow) {
        if (!flow.active && flow.waiting() > 0) {
            flow.active = true;
            active.add(flow);
        }
    }

    /** Whether some flow has something to write. */
    boolean hasActive() {
        return !active.isEmpty();
    }

    /**
     * Offers what there is to the queues, beginning with another flow each time.
     *
     * @return packets they took
     */
    int offer(long nowNanos) {
        int packets = 0;
        int count = active.size();
        first = first + 1 < count ? first + 1 : 0;
        for (int i = count - 1; i >= 0; i--) {
            packets += write(active.get((first + i) % count), nowNanos);
        }
        for (int i = active.size() - 1; i >= 0; i--) {
            leaveIfDone(i);
        }
        return packets;
    }

    /** Nothing was acknowledged for a while: goes back, unless what was sent is still here. */
    void onTimer(SendingFlow flow, long nowNanos) {
        flow.timerSet = false;
        if (flow.inFlight() == 0) {
            return;
        }
        boolean stillHere = device.queues(flow.opening.port).sourceBytes(flow.opening.source) > 0;
        if (!flow.hasProgressedSinceTimer() && !stillHere) {
            rewind(flow, flow.acked());
        }
        setTimer(flow, nowNanos);
    }

    /** The receiver misses a packet. */
    void rewind(SendingFlow flow, long sequence) {
        totals.retransmittedPackets += flow.rewindTo(sequence);
        activate(flow);
    }

    private int write(SendingFlow flow, long nowNanos) {
        EgressQueues queues = device.queues(flow.opening.port);
        int longest = flow.longestFrameBytes();
        long limit = Math.min(FLOW_LIMIT_BYTES, ALL_FLOWS_BYTES / active.size());
        limit = Math.max(2L * longest, limit);
        long room = (limit - queues.sourceBytes(flow.opening.source)) / longest;
        long handles = (long) device.packets().free() - RESERVED_HANDLES;
        long fitting = Math.min(Math.min(room, handles), Burst.CAPACITY);
        int count = (int) Math.min(fitting, flow.waiting());
        if (count <= 0 || !pool.allocate(burst, count)) {
            return 0;
        }
        for (int i = 0; i < count; i++) {
            burst.setLength(i, flow.writeNext(burst.data(i), nowNanos));
        }
        PacketPool.setLengths(burst);
        int taken = queues.offer(flow.opening.source, burst, (int) limit, flow.priority);
        count(taken);
        giveBack(flow, taken);
        if (taken > 0 && !flow.timerSet) {
            setTimer(flow, nowNanos);
        }
        return taken;
    }

    private void count(int taken) {
        totals.dataPacketsSent += taken;
        for (int i = 0; i < taken; i++) {
            totals.dataBytesSent +=
                    Math.max(RoceFrame.MIN_FRAME_BYTES, burst.length(i) + RoceFrame.FCS_BYTES);
        }
    }

    private void giveBack(SendingFlow flow, int taken) {
        int left = burst.size() - taken;
        for (int i = taken; i < burst.size(); i++) {
            refused.add(burst.buffer(i));
        }
        burst.clear();
        PacketPool.free(refused);
        if (left > 0) {
            flow.unwrite(left);
        }
    }

    private void leaveIfDone(int place) {
        SendingFlow flow = active.get(place);
        if (flow.waiting() == 0) {
            flow.active = false;
            SendingFlow last = active.remove(active.size() - 1);
            if (last != flow) {
                active.set(place, last);
            }
        }
    }

    private void setTimer(SendingFlow flow, long nowNanos) {
        if (flow.timeoutNanos > 0) {
            flow.onTimerSet();
            timers.add(nowNanos + flow.timeoutNanos, RETRANSMIT, flow.index);
        }
    }
}
