package io.losslab.softswitch.fabric.host;

import static io.losslab.softswitch.fabric.host.FlowTable.DELIVERED;
import static io.losslab.softswitch.fabric.host.FlowTable.OLDEST_END;
import static io.losslab.softswitch.fabric.host.FlowTable.PORT;

import io.losslab.api.traffic.FlowLog;
import io.losslab.api.traffic.HostProgram;
import io.losslab.api.traffic.IterationLog;
import io.losslab.flowcontrol.EgressScheme;
import io.losslab.roce.host.HostTotals;
import io.losslab.roce.host.PostedMessages;
import io.losslab.roce.host.Posting;
import io.losslab.softswitch.fabric.engine.Agenda;
import io.losslab.softswitch.fabric.engine.EventKind;
import io.losslab.softswitch.fabric.port.SchemeSlots;
import java.util.List;
import java.util.function.IntConsumer;

/**
 * The applications of all hosts, told of what their queue pairs did. A message is complete when it
 * is delivered, and its receiver notes that; {@link FlowEnds} makes the log of it.
 */
final class Applications implements Posting.QueuePairs {
    private static final long PICOS_PER_NANO = 1000;

    private final Agenda agenda;
    private final SchemeSlots schemes;
    private final FlowTable flows;
    private final SendingSide sending;
    private final IntConsumer starter;
    private final Posting posting;
    private final FlowRows completed = new FlowRows();

    /**
     * Makes applications that do nothing yet.
     *
     * @param starter makes a flow ready to send, if it is not
     */
    Applications(
            Agenda agenda,
            SchemeSlots schemes,
            FlowTable flows,
            SendingSide sending,
            IntConsumer starter) {
        this.agenda = agenda;
        this.schemes = schemes;
        this.flows = flows;
        this.sending = sending;
        this.starter = starter;
        posting = new Posting(PICOS_PER_NANO, this, flows::messages);
    }

    /** Messages that were completed at hosts and are not in a log yet. */
    FlowRows completed() {
        return completed;
    }

    /** Writes the next message of a flow, which was complete at a time, into a log. */
    void write(int flow, long endPicos, FlowLog log) {
        posting.write(flow, endPicos, log);
    }

    /** Hands over the iterations of programs completed since the last call. */
    List<IterationLog.Iteration> drainIterations() {
        return posting.drainIterations();
    }

    /** Adds a program of a host. */
    void add(HostProgram program) {
        posting.add(program, agenda.nowPicos());
    }

    void onTimer(int timer, long now) {
        posting.onTimer(timer, now);
    }

    /** Adds a flow; its first message is posted in its time, after the flows it waits for. */
    void add(int flow) {
        posting.add(flow, agenda.nowPicos());
    }

    void onPostDue(int flow, long now) {
        posting.onPostDue(flow, now);
    }

    /** A flow's packets are acknowledged beyond the end of its oldest message. */
    void onAcknowledged(int flow, int acked, long now) {
        PostedMessages messages = flows.messages(flow);
        posting.onAcknowledged(flow, acked, now);
        int s = flow << 4;
        flows.sender[s + OLDEST_END] = (int) Math.min(Integer.MAX_VALUE, messages.oldestEnd());
        EgressScheme scheme = schemes.atEgress(flows.sender[s + PORT]);
        if (scheme != null && messages.isComplete(messages.acknowledged(), now)) {
            scheme.onFlowEnd(flow);
        }
    }

    /** The next message of a flow arrived whole. */
    void onDelivered(int flow, HostTotals total, long now) {
        int message = flows.receiver[(flow << 3) + DELIVERED]++;
        total.onDelivered(flows.messageBytes(flow, message));
        int answerOrAsker = flows.partner[flow];
        if (answerOrAsker > 0) {
            starter.accept(answerOrAsker);
            posting.postAnswer(answerOrAsker, now);
            return;
        }
        int asker = answerOrAsker < 0 ? -answerOrAsker : flow;
        completed.add(now, asker, 0);
        if (answerOrAsker < 0) {
            posting.postNext(asker, now);
        } else {
            posting.onDelivered(flows.spec(asker).id(), now);
        }
        PostedMessages messages = flows.messages(asker);
        if (messages.isComplete(message + 1, now)) {
            posting.onFlowCompleted(messages.spec.id(), now);
        }
    }

    @Override
    public void extend(int flow, long end, long now) {
        int s = flow << 4;
        if (flows.sender[s + OLDEST_END] == Integer.MAX_VALUE) {
            flows.sender[s + OLDEST_END] = (int) end;
        }
        sending.extend(flow, (int) end, now);
    }

    @Override
    public void postAt(int flow, long time) {
        agenda.schedule(EventKind.FLOW_POST, 0, flow, 0, time);
    }

    @Override
    public void timerAt(int timer, long time) {
        agenda.schedule(EventKind.PROGRAM_STEP, 0, timer, 0, time);
    }
}
