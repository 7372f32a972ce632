package io.losslab.agent.traffic;

import io.losslab.agent.plane.Timers;
import io.losslab.api.traffic.FlowLog;
import io.losslab.api.traffic.FlowOrder;
import io.losslab.api.traffic.FlowSpec;
import java.util.List;

/**
 * The host's applications: when they post messages, and what they log of completed ones. As the
 * virtual fabric's hosts do it, but that a message counts as complete when its ACK arrives; what is
 * logged is still the time of its delivery. Data thread.
 */
final class Posting {
    /** Whose timers these are, among those of the traffic. */
    static final int POST = 0;

    private final Timers timers;
    private final Transfers transfers;
    private FlowOrder order = new FlowOrder();
    private FlowLog log = new FlowLog();

    /** When the run began: the flows' own times count from here, and so do the logged ones. */
    private long runNanos;

    /** By index. */
    private final List<SendingFlow> flows;

    Posting(Timers timers, List<SendingFlow> flows, Transfers transfers) {
        this.timers = timers;
        this.flows = flows;
        this.transfers = transfers;
    }

    /** Forgets the flows of the run before. */
    void beginRun(long nanos) {
        runNanos = nanos;
        order = new FlowOrder();
        log = new FlowLog();
    }

    /** Hands over the messages completed since the last call. */
    FlowLog drainLog() {
        FlowLog drained = log;
        log = new FlowLog();
        return drained;
    }

    /** Adds a flow; its first message is posted in its time, after the flows it waits for. */
    void add(SendingFlow flow, long nowNanos) {
        if (!order.waits(flow.index, flow.spec.afterFlows())) {
            begin(flow, runNanos, nowNanos);
        }
    }

    void onPostDue(SendingFlow flow, long nowNanos) {
        switch (flow.spec.pattern()) {
            case BANDWIDTH -> {
                for (int i = 0; i < flow.spec.txDepth(); i++) {
                    postIfAllowed(flow, nowNanos);
                }
            }
            case LATENCY -> postIfAllowed(flow, nowNanos);
            case SCHEDULED -> postScheduled(flow, nowNanos);
        }
    }

    /** An answer to a message of another host is due. */
    void postAnswer(SendingFlow flow, long nowNanos) {
        post(flow, nowNanos);
    }

    /**
     * All packets of a flow below a sequence number were delivered, and when the last message was.
     */
    void onDelivered(SendingFlow flow, long sequence, long endNanos) {
        if (flow.answers || flow.spec.pattern() == FlowSpec.Pattern.LATENCY) {
            return;
        }
        while (flow.messagesLogged < flow.messagesPosted
                && flow.messages.end(flow.messagesLogged) <= sequence) {
            logNext(flow, endNanos);
        }
    }

    /** The answer to a flow's message arrived. */
    void onAnswered(SendingFlow flow, long nowNanos) {
        if (flow.messagesLogged == flow.messagesPosted) {
            return;
        }
        logNext(flow, nowNanos);
        if (flow.spec.gapNanos() == 0) {
            postIfAllowed(flow, nowNanos);
        } else {
            timers.add(nowNanos + flow.spec.gapNanos(), POST, flow.index);
        }
    }

    /** Packets were acknowledged; completes messages and posts what takes their place. */
    void onAcknowledged(SendingFlow flow, long acked, long nowNanos) {
        boolean refill = flow.spec.pattern() == FlowSpec.Pattern.BANDWIDTH && !flow.answers;
        while (flow.messagesDone < flow.messagesPosted
                && flow.messages.end(flow.messagesDone) <= acked) {
            flow.messagesDone++;
            if (refill) {
                postIfAllowed(flow, nowNanos);
            }
        }
    }

    /** A flow that ends at this host, or the answers to it, are complete. */
    void onFlowCompleted(int flowId, long nowNanos) {
        order.onCompleted(flowId, waiter -> begin(flows.get(waiter), nowNanos, nowNanos));
    }

    private void begin(SendingFlow flow, long originNanos, long nowNanos) {
        FlowSpec spec = flow.spec;
        boolean scheduled = spec.pattern() == FlowSpec.Pattern.SCHEDULED;
        if (scheduled && spec.schedule().size() == 0) {
            return;
        }
        flow.originNanos = originNanos;
        long first = scheduled ? spec.schedule().postNanos(0) : 0;
        long start = originNanos + Math.max(spec.startNanos(), first);
        timers.add(Math.max(nowNanos, start), POST, flow.index);
    }

    private void postIfAllowed(SendingFlow flow, long nowNanos) {
        if (flow.messagesPosted < flow.spec.iterations() && nowNanos < flow.stopNanos) {
            post(flow, nowNanos);
        }
    }

    private void postScheduled(SendingFlow flow, long nowNanos) {
        int message = (int) flow.messagesPosted;
        int all = flow.spec.schedule().size();
        while (message < all
                && flow.originNanos + flow.spec.schedule().postNanos(message) <= nowNanos) {
            if (nowNanos >= flow.stopNanos) {
                return;
            }
            post(flow, nowNanos);
            message++;
        }
        if (message < all) {
            long due = flow.originNanos + flow.spec.schedule().postNanos(message);
            timers.add(due, POST, flow.index);
        }
    }

    private void post(SendingFlow flow, long nowNanos) {
        flow.post(nowNanos);
        transfers.activate(flow);
    }

    private void logNext(SendingFlow flow, long endNanos) {
        long message = flow.messagesLogged++;
        log.add(
                flow.spec.id(),
                flow.messages.bytes(message),
                flow.postNanos(message) - runNanos,
                endNanos - runNanos,
                flow.takeResent());
    }
}
