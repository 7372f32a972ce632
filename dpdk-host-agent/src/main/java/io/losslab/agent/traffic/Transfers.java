package io.losslab.agent.traffic;

import io.losslab.agent.dpdk.Burst;
import io.losslab.agent.dpdk.PacketPool;
import io.losslab.agent.plane.AgentDevice;
import io.losslab.agent.plane.Timers;
import io.losslab.agent.queue.EgressQueues;
import io.losslab.api.frame.RoceFrame;
import io.losslab.roce.host.HostTotals;
import java.util.ArrayList;
import java.util.List;

/**
 * Writes the packets of flows into the queues of their ports, flow after flow, as far as the queues
 * take them; what they do not take stays with the flow. Data thread; allocates nothing per packet.
 */
final class Transfers {
    /** Whose timers these are, among those of the traffic. */
    static final int RETRANSMIT = 1;

    static final int PACE = 2;

    /** Longest frames that a flow with a congestion control has waiting: so it paces itself. */
    private static final int PACED_FRAMES = 2;

    /** Handles that are left to answers, control and relayed packets. */
    private static final int RESERVED_HANDLES = 512;

    private static final int FLOW_LIMIT_BYTES = 32 * 1024;
    private static final int ALL_FLOWS_BYTES = 4 * 1024 * 1024;

    private final AgentDevice device;
    private final PacketPool pool;
    private final Timers timers;
    private final HostTotals totals;
    private final Burst burst = new Burst();
    private final Burst refused = new Burst();

    /** Those that have something to write, and who is first next time. */
    private final List<SendingFlow> active = new ArrayList<>();

    private int first;

    Transfers(AgentDevice device, PacketPool pool, Timers timers, HostTotals totals) {
        this.device = device;
        this.pool = pool;
        this.timers = timers;
        this.totals = totals;
    }

    /** A flow may have something to write. */
    void activate(SendingFlow flow) {
        if (!flow.active && !flow.paced && flow.waiting() > 0) {
            flow.active = true;
            active.add(flow);
        }
    }

    /** Forgets all flows. */
    void clear() {
        active.clear();
        first = 0;
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
            leaveIfDone(i, nowNanos);
        }
        return packets;
    }

    /** Nothing was acknowledged for a while: goes back, unless what was sent is still here. */
    void onTimer(SendingFlow flow, long nowNanos) {
        flow.timerSet = false;
        if (flow.inFlight() == 0) {
            return;
        }
        boolean stillHere = device.queues(flow.port).sourceBytes(flow.source) > 0;
        if (stillHere) {
            flow.beginSilence(nowNanos);
        } else if (flow.isTimedOut(nowNanos)) {
            totals.onRetransmitted(flow.onTimeout(nowNanos));
            activate(flow);
        }
        setTimer(flow, nowNanos);
    }

    /**
     * The receiver misses a packet.
     *
     * @param came the packet that it answers
     */
    void onMissing(SendingFlow flow, long sequence, long came) {
        totals.onRetransmitted(flow.onMissing(sequence, came));
        activate(flow);
    }

    /** A flow's next turn by its rate has come. */
    void onPaceDue(SendingFlow flow) {
        flow.paced = false;
        activate(flow);
    }

    private int write(SendingFlow flow, long nowNanos) {
        EgressQueues queues = device.queues(flow.port);
        int longest = flow.longestFrameBytes();
        long limit = limitBytes(flow, longest);
        long room = (limit - queues.sourceBytes(flow.source)) / longest;
        long handles = (long) device.packets().free() - RESERVED_HANDLES;
        long fitting = Math.min(Math.min(room, handles), Burst.CAPACITY);
        int count = (int) Math.min(fitting, flow.waiting());
        if (flow.pace != null && count > 0) {
            count = flow.pace.packets(longest, count, nowNanos);
        }
        if (count <= 0 || !pool.allocate(burst, count)) {
            return 0;
        }
        int resent = flow.messages.resent();
        flow.beginBurst();
        for (int i = 0; i < count; i++) {
            burst.setLength(i, flow.writeNext(burst.data(i), nowNanos));
        }
        PacketPool.setLengths(burst);
        int taken = queues.offer(flow.source, burst, (int) limit, flow.spec.priority());
        long bytes = frameBytes(taken);
        totals.onDataSent(taken, bytes);
        giveBack(flow, taken);
        totals.onRetransmitted(flow.messages.resent() - resent);
        if (taken > 0) {
            onWritten(flow, taken, bytes, nowNanos);
        }
        return taken;
    }

    private long limitBytes(SendingFlow flow, int longest) {
        if (flow.pace != null) {
            return (long) PACED_FRAMES * longest;
        }
        long share = Math.min(FLOW_LIMIT_BYTES, ALL_FLOWS_BYTES / active.size());
        return Math.max(2L * longest, share);
    }

    private void onWritten(SendingFlow flow, int packets, long bytes, long nowNanos) {
        if (flow.pace != null) {
            flow.pace.onSent(packets, bytes, nowNanos);
        }
        if (!flow.timerSet) {
            setTimer(flow, nowNanos);
        }
    }

    private long frameBytes(int taken) {
        long bytes = 0;
        for (int i = 0; i < taken; i++) {
            bytes += RoceFrame.frameBytes(burst.length(i));
        }
        return bytes;
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

    private void leaveIfDone(int place, long nowNanos) {
        SendingFlow flow = active.get(place);
        boolean waits = flow.waiting() > 0;
        if (waits && flow.pace != null && !flow.pace.allows(nowNanos)) {
            flow.paced = true;
            timers.add(flow.pace.dueNanos(), PACE, flow.index);
        }
        if (!waits || flow.paced) {
            flow.active = false;
            SendingFlow last = active.remove(active.size() - 1);
            if (last != flow) {
                active.set(place, last);
            }
        }
    }

    private void setTimer(SendingFlow flow, long nowNanos) {
        long due = flow.setTimer(nowNanos);
        if (due != Long.MAX_VALUE) {
            timers.add(due, RETRANSMIT, flow.index);
        }
    }
}
