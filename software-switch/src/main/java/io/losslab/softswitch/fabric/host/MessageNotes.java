package io.losslab.softswitch.fabric.host;

import io.losslab.api.traffic.FlowLog;
import io.losslab.api.traffic.FlowSpec;
import io.losslab.api.traffic.IterationLog;
import java.util.List;

/** What the hosts of one part have noted of messages: at either end what that end does. */
final class MessageNotes {
    private final FlowTable flows;
    private final Applications applications;
    private final SendingSide sending;

    MessageNotes(FlowTable flows, Applications applications, SendingSide sending) {
        this.flows = flows;
        this.applications = applications;
        this.sending = sending;
    }

    /** Hands over the iterations of programs completed since the last call. */
    List<IterationLog.Iteration> drainIterations() {
        return applications.drainIterations();
    }

    /** Messages that were completed at hosts and are not in a log yet. */
    FlowRows completed() {
        return applications.completed();
    }

    /** Writes the next message of a flow, which was complete at a time, into a log. */
    void log(int flow, long endPicos, FlowLog log) {
        applications.write(flow, endPicos, log);
    }

    /**
     * Adds what was retransmitted up to a time to the messages that are logged next.
     *
     * @param row from which on
     * @return row to go on with
     */
    int countResent(int row, long untilPicos) {
        FlowRows resent = sending.resent();
        int next = row;
        while (next < resent.size() && resent.picos(next) <= untilPicos) {
            flows.messages(resent.flow(next)).addResent(resent.packets(next));
            next++;
        }
        return next;
    }

    /** All is in a log. */
    void clear() {
        completed().clear();
        sending.resent().clear();
    }

    /** One more than the highest flow number. */
    int flowsEnd() {
        return flows.end();
    }

    FlowSpec spec(int flow) {
        return flows.spec(flow);
    }

    /** Whether messages of a flow are to be completed, and are no answers. */
    boolean asks(int flow) {
        return flows.messages(flow) != null && flows.partner[flow] >= 0;
    }

    /** Messages that the application of a flow posted here. */
    long posted(int flow) {
        return flows.messages(flow).posted();
    }

    /** Messages of a flow that were completed here: delivered, or answered. */
    long completed(int flow) {
        int delivered = flows.partner[flow] > 0 ? flows.partner[flow] : flow;
        return flows.receiver[(delivered << 3) + FlowTable.DELIVERED];
    }
}
