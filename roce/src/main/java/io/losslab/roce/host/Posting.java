package io.losslab.roce.host;

import io.losslab.api.traffic.FlowLog;
import io.losslab.api.traffic.FlowOrder;
import io.losslab.api.traffic.FlowSpec;
import java.util.function.IntFunction;

/**
 * The applications of a host, or of many: when they post messages, and what they log of completed
 * ones. Flows go by numbers of the host's choice; times are in its unit.
 */
public final class Posting {
    /** What messages are posted to. */
    public interface QueuePairs {
        /** The application of a flow posted up to a sequence number. */
        void extend(int flow, long end, long now);

        /** {@link Posting#onPostDue} is to be called at a time. */
        void postAt(int flow, long time);
    }

    private final long unitsPerNano;
    private final QueuePairs pairs;
    private final IntFunction<PostedMessages> flows;
    private FlowOrder order = new FlowOrder();
    private FlowLog log = new FlowLog();

    /** When the run began: the flows' own times count from here, and so do the logged ones. */
    private long runTime;

    /**
     * Posts nothing yet.
     *
     * @param unitsPerNano of the times: 1 for nanoseconds, 1000 for picoseconds
     * @param flows their messages, by number
     */
    public Posting(long unitsPerNano, QueuePairs pairs, IntFunction<PostedMessages> flows) {
        this.unitsPerNano = unitsPerNano;
        this.pairs = pairs;
        this.flows = flows;
    }

    /** Forgets the flows of the run before. */
    public void beginRun(long time) {
        runTime = time;
        order = new FlowOrder();
        log = new FlowLog();
    }

    /** Hands over the messages completed since the last call. */
    public FlowLog drainLog() {
        FlowLog drained = log;
        log = new FlowLog();
        return drained;
    }

    /** Adds a flow; its first message is posted in its time, after the flows it waits for. */
    public void add(int flow, long now) {
        if (!order.waits(flow, flows.apply(flow).spec.afterFlows())) {
            begin(flow, runTime, now);
        }
    }

    public void onPostDue(int flow, long now) {
        PostedMessages messages = flows.apply(flow);
        switch (messages.spec.pattern()) {
            case BANDWIDTH -> {
                for (int i = 0; i < messages.spec.txDepth(); i++) {
                    postIfAllowed(flow, messages, now);
                }
            }
            case LATENCY -> postIfAllowed(flow, messages, now);
            case SCHEDULED -> postScheduled(flow, messages, now);
        }
    }

    /** A message that the application owes: the answer to one of another host. */
    public void postAnswer(int flow, long now) {
        post(flow, flows.apply(flow), now);
    }

    /** Packets below a sequence number are acknowledged; posts what takes the messages' place. */
    public void onAcknowledged(int flow, long sequence, long now) {
        PostedMessages messages = flows.apply(flow);
        boolean refill = messages.spec.pattern() == FlowSpec.Pattern.BANDWIDTH;
        while (messages.oldestEnd() <= sequence) {
            messages.acknowledgeNext();
            if (refill) {
                postIfAllowed(flow, messages, now);
            }
        }
    }

    /** The next message of a flow was complete at a time: delivered, or answered. */
    public void onCompleted(int flow, long end) {
        PostedMessages messages = flows.apply(flow);
        long message = messages.logNext();
        log.add(
                messages.spec.id(),
                messages.space.bytes(message),
                (messages.postTime(message) - runTime) / unitsPerNano,
                (end - runTime) / unitsPerNano,
                messages.takeResent());
    }

    /** The next message of a flow was answered, and is complete with that. */
    public void onAnswered(int flow, long now) {
        onCompleted(flow, now);
        PostedMessages messages = flows.apply(flow);
        if (messages.spec.gapNanos() == 0) {
            postIfAllowed(flow, messages, now);
        } else {
            pairs.postAt(flow, now + messages.spec.gapNanos() * unitsPerNano);
        }
    }

    /** A flow is complete: those that waited for it may begin. */
    public void onFlowCompleted(int flowId, long now) {
        order.onCompleted(flowId, waiter -> begin(waiter, now, now));
    }

    private void begin(int flow, long origin, long now) {
        PostedMessages messages = flows.apply(flow);
        FlowSpec spec = messages.spec;
        if (messages.isScheduled() && spec.schedule().size() == 0) {
            return;
        }
        messages.origin = origin;
        long first = messages.isScheduled() ? spec.schedule().postNanos(0) : 0;
        long start = origin + Math.max(spec.startNanos(), first) * unitsPerNano;
        pairs.postAt(flow, Math.max(now, start));
    }

    private void postIfAllowed(int flow, PostedMessages messages, long now) {
        if (messages.posted() < messages.spec.iterations() && messages.mayPost(now)) {
            post(flow, messages, now);
        }
    }

    private void postScheduled(int flow, PostedMessages messages, long now) {
        while (messages.posted() < messages.space.count()) {
            int next = (int) messages.posted();
            long due = messages.origin + messages.spec.schedule().postNanos(next) * unitsPerNano;
            if (due > now) {
                pairs.postAt(flow, due);
                return;
            }
            if (!messages.mayPost(now)) {
                return;
            }
            post(flow, messages, now);
        }
    }

    private void post(int flow, PostedMessages messages, long now) {
        pairs.extend(flow, messages.post(now), now);
    }
}
