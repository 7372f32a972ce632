package io.losslab.softswitch.fabric.host;

import static io.losslab.softswitch.fabric.host.FlowTable.DELIVERED;
import static io.losslab.softswitch.fabric.host.FlowTable.MESSAGES_DONE;
import static io.losslab.softswitch.fabric.host.FlowTable.MESSAGES_POSTED;
import static io.losslab.softswitch.fabric.host.FlowTable.OLDEST_END;
import static io.losslab.softswitch.fabric.host.FlowTable.PORT;

import io.losslab.api.traffic.FlowLog;
import io.losslab.api.traffic.FlowOrder;
import io.losslab.api.traffic.FlowSpec;
import io.losslab.flowcontrol.EgressScheme;
import io.losslab.roce.host.HostTotals;
import io.losslab.softswitch.fabric.engine.Agenda;
import io.losslab.softswitch.fabric.engine.EventKind;
import io.losslab.softswitch.fabric.port.SchemeSlots;

/** The applications of all hosts: when they post messages, and what they log of completed ones. */
final class Posting {
    private final Agenda agenda;
    private final SchemeSlots schemes;
    private final FlowTable flows;
    private final SendingSide sending;
    private final FlowOrder order = new FlowOrder();
    private FlowLog log = new FlowLog();

    Posting(Agenda agenda, SchemeSlots schemes, FlowTable flows, SendingSide sending) {
        this.agenda = agenda;
        this.schemes = schemes;
        this.flows = flows;
        this.sending = sending;
    }

    /** Hands over the messages completed since the last call. */
    FlowLog drainLog() {
        FlowLog drained = log;
        log = new FlowLog();
        return drained;
    }

    /** Adds a flow; its first message is posted in its time, after the flows it waits for. */
    void add(int flow) {
        if (!order.waits(flow, flows.spec(flow).afterFlows())) {
            begin(flow, 0);
        }
    }

    void onPostDue(int flow, long now) {
        FlowSpec spec = flows.spec(flow);
        switch (spec.pattern()) {
            case BANDWIDTH -> {
                for (int i = 0; i < spec.txDepth(); i++) {
                    postIfAllowed(flow, spec, now);
                }
            }
            case LATENCY -> postIfAllowed(flow, spec, now);
            case SCHEDULED -> postScheduled(flow, spec, now);
        }
    }

    /** A flow's packets are acknowledged beyond the end of its oldest message. */
    void onAcknowledged(int flow, int acked, long now) {
        int s = flow << 4;
        FlowSpec spec = flows.spec(flow);
        boolean refill = spec.pattern() == FlowSpec.Pattern.BANDWIDTH;
        int[] f = flows.sender;
        while (f[s + MESSAGES_DONE] < f[s + MESSAGES_POSTED]
                && flows.messageEnd(flow, f[s + MESSAGES_DONE]) <= acked) {
            f[s + MESSAGES_DONE]++;
            if (refill) {
                postIfAllowed(flow, spec, now);
            }
        }
        f[s + OLDEST_END] =
                f[s + MESSAGES_DONE] < f[s + MESSAGES_POSTED]
                        ? flows.messageEnd(flow, f[s + MESSAGES_DONE])
                        : Integer.MAX_VALUE;
        EgressScheme scheme = schemes.atEgress(f[s + PORT]);
        if (scheme != null && isComplete(flow, f[s + MESSAGES_DONE], now)) {
            scheme.onFlowEnd(flow);
        }
    }

    /** The next message of a flow arrived whole. */
    void onDelivered(int flow, HostTotals total, long now) {
        int message = flows.receiver[(flow << 3) + DELIVERED]++;
        total.onDelivered(flows.messageBytes(flow, message));
        int answerOrAsker = flows.partner[flow];
        if (answerOrAsker > 0) {
            post(answerOrAsker, now);
            return;
        }
        int asker = answerOrAsker < 0 ? -answerOrAsker : flow;
        logMessage(asker, message, now);
        if (answerOrAsker < 0) {
            askAgain(asker, now);
        }
        if (isComplete(asker, message + 1, now)) {
            order.onCompleted(flows.spec(asker).id(), waiter -> begin(waiter, now));
        }
    }

    private void begin(int flow, long originPicos) {
        FlowSpec spec = flows.spec(flow);
        boolean scheduled = spec.pattern() == FlowSpec.Pattern.SCHEDULED;
        if (scheduled && spec.schedule().size() == 0) {
            return;
        }
        flows.originPicos[flow] = originPicos;
        long first = scheduled ? spec.schedule().postNanos(0) : 0;
        long start = originPicos + Math.max(spec.startNanos(), first) * 1000;
        postLater(flow, Math.max(agenda.nowPicos(), start));
    }

    /** Whether nothing is to come after so many delivered messages. */
    private boolean isComplete(int flow, int delivered, long now) {
        FlowSpec spec = flows.spec(flow);
        boolean scheduled = spec.pattern() == FlowSpec.Pattern.SCHEDULED;
        long all = scheduled ? spec.schedule().size() : spec.iterations();
        boolean stopped = now >= saturatedPicos(spec.stopNanos());
        return delivered == all
                || stopped && delivered == flows.sender[(flow << 4) + MESSAGES_POSTED];
    }

    private void logMessage(int flow, int message, long now) {
        long[] times = flows.postPicos[flow];
        log.add(
                flows.spec(flow).id(),
                flows.messageBytes(flow, message),
                times[message % times.length] / 1000,
                now / 1000,
                flows.takeResent(flow));
    }

    private void askAgain(int flow, long now) {
        FlowSpec spec = flows.spec(flow);
        if (spec.gapNanos() == 0) {
            postIfAllowed(flow, spec, now);
        } else {
            postLater(flow, now + spec.gapNanos() * 1000);
        }
    }

    private void postLater(int flow, long atPicos) {
        agenda.schedule(EventKind.FLOW_POST, 0, flow, 0, atPicos);
    }

    private void postIfAllowed(int flow, FlowSpec spec, long now) {
        if (flows.sender[(flow << 4) + MESSAGES_POSTED] < spec.iterations()
                && now < saturatedPicos(spec.stopNanos())) {
            post(flow, now);
        }
    }

    private void postScheduled(int flow, FlowSpec spec, long now) {
        int message = flows.sender[(flow << 4) + MESSAGES_POSTED];
        long origin = flows.originPicos[flow];
        while (message < spec.schedule().size()
                && origin + spec.schedule().postNanos(message) * 1000 <= now) {
            if (now >= saturatedPicos(spec.stopNanos())) {
                return;
            }
            post(flow, now);
            message++;
        }
        if (message < spec.schedule().size()) {
            postLater(flow, origin + spec.schedule().postNanos(message) * 1000);
        }
    }

    /** Hands a message to the queue pair. */
    private void post(int flow, long now) {
        int s = flow << 4;
        int message = flows.sender[s + MESSAGES_POSTED]++;
        long[] times = flows.postPicos[flow];
        times[message % times.length] = now;
        int end = flows.messageEnd(flow, message);
        if (message == flows.sender[s + MESSAGES_DONE]) {
            flows.sender[s + OLDEST_END] = end;
        }
        sending.extend(flow, end, now);
    }

    private static long saturatedPicos(long nanos) {
        return nanos > Long.MAX_VALUE / 1000 ? Long.MAX_VALUE : nanos * 1000;
    }
}
