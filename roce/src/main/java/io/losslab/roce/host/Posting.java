package io.losslab.roce.host;

import io.losslab.api.traffic.FlowLog;
import io.losslab.api.traffic.FlowSpec;
import io.losslab.api.traffic.HostProgram;
import io.losslab.api.traffic.IterationLog;
import java.util.List;
import java.util.function.IntFunction;

/**
 * The applications of a host, or of many: when they post messages, and what they log of completed
 * ones. Flows go by numbers of the host's choice; times are in its unit.
 */
public final class Posting implements ProgramRun.Host {
    /** What messages are posted to. */
    public interface QueuePairs {
        /** The application of a flow posted up to a sequence number. */
        void extend(int flow, long end, long now);

        /** {@link Posting#onPostDue} is to be called at a time. */
        void postAt(int flow, long time);

        /** {@link Posting#onTimer} is to be called at a time. */
        void timerAt(int timer, long time);
    }

    private final long unitsPerNano;
    private final QueuePairs pairs;
    private final IntFunction<PostedMessages> flows;
    private FlowOrder order = new FlowOrder();
    private FlowLog log = new FlowLog();
    private final Programs programs;
    private final IterationLog iterations = new IterationLog();

    /** By id: numbers of the flows that programs post to, plus one. */
    private final FlowNumbers programmed = new FlowNumbers();

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
        programs = new Programs(unitsPerNano, this);
    }

    /** Forgets the flows of the run before. */
    public void beginRun(long time) {
        runTime = time;
        order = new FlowOrder();
        log = new FlowLog();
        programs.beginRun(time);
        iterations.drain();
        programmed.clear();
    }

    /** Hands over the messages completed since the last call. */
    public FlowLog drainLog() {
        FlowLog drained = log;
        log = new FlowLog();
        return drained;
    }

    /** Hands over the iterations of programs completed since the last call. */
    public List<IterationLog.Iteration> drainIterations() {
        return iterations.drain();
    }

    /** Adds a program, whose flows are here; it begins in its time. */
    public void add(HostProgram program, long now) {
        programs.add(program, now);
    }

    /** A timer of programs is due. */
    public void onTimer(int timer, long now) {
        programs.onTimer(timer, now);
    }

    /** The next message of a flow has arrived here, perhaps one that a program awaits. */
    public void onDelivered(int flowId, long now) {
        programs.onDelivered(flowId, now);
    }

    /** Adds a flow; its first message is posted in its time, after the flows it waits for. */
    public void add(int flow, long now) {
        FlowSpec spec = flows.apply(flow).spec;
        if (spec.pattern() == FlowSpec.Pattern.PROGRAMMED) {
            programmed.put(spec.id(), 0, flow + 1);
            return;
        }
        if (!order.waits(flow, spec.afterFlows())) {
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
            case LATENCY, PROGRAMMED -> postIfAllowed(flow, messages, now);
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
        FlowSpec.Pattern pattern = messages.spec.pattern();
        while (messages.oldestEnd() <= sequence) {
            messages.acknowledgeNext();
            if (pattern == FlowSpec.Pattern.BANDWIDTH) {
                postIfAllowed(flow, messages, now);
            } else if (pattern == FlowSpec.Pattern.PROGRAMMED) {
                programs.onAcknowledged(messages.spec.id(), now);
            }
        }
    }

    /** The next message of a flow was complete at a time: delivered, or answered. */
    public void onCompleted(int flow, long end) {
        write(flow, end, log);
    }

    /** Writes the next message of a flow, which was complete at a time, into a log. */
    public void write(int flow, long end, FlowLog to) {
        PostedMessages messages = flows.apply(flow);
        long message = messages.logNext();
        to.add(
                messages.spec.id(),
                messages.space.bytes(message),
                (messages.postTime(message) - runTime) / unitsPerNano,
                (end - runTime) / unitsPerNano,
                messages.takeResent());
    }

    /** The next message of a flow was answered, and is complete with that. */
    public void onAnswered(int flow, long now) {
        onCompleted(flow, now);
        postNext(flow, now);
    }

    /** The last message of a flow was answered: the next is posted in its time. */
    public void postNext(int flow, long now) {
        PostedMessages messages = flows.apply(flow);
        if (messages.spec.gapNanos() == 0) {
            postIfAllowed(flow, messages, now);
        } else {
            pairs.postAt(flow, now + messages.spec.gapNanos() * unitsPerNano);
        }
    }

    /** A flow is complete: those that waited for it may begin. */
    public void onFlowCompleted(int flowId, long now) {
        for (int waiter : order.onCompleted(flowId)) {
            begin(waiter, now, now);
        }
    }

    @Override
    public void post(int flowId, long now) {
        pairs.postAt(programmed.get(flowId, 0) - 1, now);
    }

    @Override
    public void timerAt(int timer, long time) {
        pairs.timerAt(timer, time);
    }

    @Override
    public void onIteration(HostProgram program, long iteration, long begin, long end) {
        iterations.add(
                program.id(),
                iteration,
                (begin - runTime) / unitsPerNano,
                (end - runTime) / unitsPerNano);
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
        if (messages.posted() < messages.space.count() && messages.mayPost(now)) {
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
