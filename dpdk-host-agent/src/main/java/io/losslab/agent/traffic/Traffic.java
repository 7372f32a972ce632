package io.losslab.agent.traffic;

import static io.losslab.roce.frame.NativeMemory.FRAMES;
import static io.losslab.roce.frame.NativeMemory.MEMORY;

import io.losslab.agent.dpdk.PacketPool;
import io.losslab.agent.dpdk.SpareBuffers;
import io.losslab.agent.loop.FrameReceiver;
import io.losslab.agent.loop.FrameSource;
import io.losslab.agent.plane.AgentDevice;
import io.losslab.agent.plane.OwnFlows;
import io.losslab.agent.plane.Timers;
import io.losslab.api.clock.ScaledClock;
import io.losslab.api.traffic.FlowLog;
import io.losslab.api.traffic.FlowSpec;
import io.losslab.api.traffic.HostProgram;
import io.losslab.api.traffic.IterationLog;
import io.losslab.roce.frame.FrameCheck;
import io.losslab.roce.frame.FrameReader;
import io.losslab.roce.frame.Sequence;
import io.losslab.roce.host.HostTotals;
import io.losslab.roce.host.PostedMessages;
import io.losslab.roce.host.Posting;
import io.losslab.roce.host.TransportSettings;
import java.util.List;

/**
 * All queue pairs of the host. Flows go by the ids that their caller chose; a flow from elsewhere
 * is known when its first packet comes. Data thread.
 *
 * <p>A flow that others here wait for must have a number of messages: its last one says so on the
 * wire, whereas of a stop time the receiver knows nothing.
 */
public final class Traffic
        implements FrameSource, FrameReceiver, Posting.QueuePairs, Arrivals.Listener {
    /** Timers at which messages are posted, among those of the {@link Transfers}. */
    private static final int POST = 0;

    /** Timers of programs, among the same. */
    private static final int PROGRAM = 3;

    private final AgentDevice device;
    private final EndTimes endTimes;
    private final FrameCheck check;
    private final StrayCounts strays;
    private final HostTotals totals = new HostTotals();
    private final Timers timers = new Timers();
    private final OwnFlows ownFlows;
    private final SendingFlows flows;
    private final Transfers transfers;
    private final Posting posting;
    private final Arrivals arrivals;
    private long runNanos;

    /**
     * Makes the traffic of a host that sends nothing yet.
     *
     * @param longestFrameBytes that may come, without FCS
     * @param slackNanos time that flows held to a rate may make up for after a late turn
     */
    public Traffic(
            AgentDevice device,
            PacketPool pool,
            SpareBuffers buffers,
            EgressChoice choice,
            ScaledClock clock,
            EndTimes endTimes,
            int longestFrameBytes,
            long slackNanos,
            TransportSettings settings) {
        this.device = device;
        this.endTimes = endTimes;
        check = new FrameCheck(MEMORY, longestFrameBytes);
        strays = new StrayCounts(device.ports());
        ownFlows = device.ownFlows();
        flows = new SendingFlows(device, choice, slackNanos);
        transfers = new Transfers(device, pool, timers, totals);
        posting = new Posting(1, this, flow -> flows.get(flow).messages);
        arrivals = new Arrivals(device, buffers, choice, clock, totals);
        configure(settings);
    }

    // ---- what the service asks

    /** Sets how flows that start from now on send and receive. */
    public void configure(TransportSettings chosen) {
        flows.configure(chosen);
        arrivals.configure(chosen);
    }

    /**
     * Begins a run: its time counts from a moment, and the flows of the run before are forgotten.
     *
     * @param nanos time of the device at which the run's is 0
     * @throws IllegalStateException where messages are on their way
     */
    public void beginRun(long nanos) {
        requireNoMessages();
        runNanos = nanos;
        flows.beginRun(nanos);
        timers.clear();
        transfers.clear();
        arrivals.beginRun(nanos);
        posting.beginRun(nanos);
        totals.clear();
        strays.clear();
    }

    /**
     * Makes sure that a run may begin.
     *
     * @throws IllegalStateException where messages are on their way
     */
    public void requireNoMessages() {
        if (outstandingMessages() > 0) {
            throw new IllegalStateException(
                    "%d messages of the previous run are in flight; wait for them or restart the agent"
                            .formatted(outstandingMessages()));
        }
    }

    /** Sets what flows that are added from now on may make up for after a late turn. */
    public void setSlack(long slackNanos) {
        flows.setSlack(slackNanos);
    }

    /** From here on, packets only of flows that were named are taken. */
    public void expectOnlyNamed() {
        arrivals.expectOnlyNamed();
    }

    /** Names a flow that ends here. */
    public void expect(int flowId, int sourceIpv4, int udpSourcePort) {
        arrivals.expect(flowId, sourceIpv4, udpSourcePort);
    }

    /** When the run began, as the device counts time. */
    public long runNanos() {
        return runNanos;
    }

    /**
     * Checks flows before the first is added.
     *
     * @throws IllegalArgumentException where one cannot be
     */
    public void check(FlowSpec spec) {
        flows.check(spec);
    }

    /** Adds a flow that {@link #check} let pass. */
    public void add(FlowSpec spec, int destinationIpv4, KnownPath known, long nowNanos) {
        int egress = spec.sourceRoute().isEmpty() ? 0 : spec.sourceRoute().get(0);
        SendingFlow flow = flows.open(spec, false, destinationIpv4, egress, known);
        posting.add(flow.index, nowNanos);
    }

    /** Adds a program, behind the flows that it posts to. */
    public void add(HostProgram program, long nowNanos) {
        posting.add(program, nowNanos);
    }

    /** Hands over the iterations of programs completed since the last call. */
    public List<IterationLog.Iteration> drainIterations() {
        return posting.drainIterations();
    }

    /** Posts no new message; what is in flight completes. */
    public void stop(long nowNanos) {
        flows.stop(nowNanos);
    }

    /** Hands over the messages completed since the last call. */
    public FlowLog drainLog() {
        return posting.drainLog();
    }

    /** Messages posted and not completed. */
    public long outstandingMessages() {
        return flows.outstandingMessages();
    }

    public HostTotals totals() {
        return totals;
    }

    /** What came for this host and was dropped. */
    public StrayCounts strays() {
        return strays;
    }

    // ---- what the data loop asks

    @Override
    public int offer(long nowNanos) {
        while (timers.nextNanos() <= nowNanos) {
            fireNext(nowNanos);
        }
        ownFlows.closeDrained();
        return transfers.hasActive() ? transfers.offer(nowNanos) : 0;
    }

    @Override
    public long nextDueNanos() {
        return timers.nextNanos();
    }

    @Override
    public void onFrame(
            int port, long frame, int lengthBytes, int kind, int priority, long nowNanos) {
        if (kind != FrameReader.DATA && kind != FrameReader.RESPONSE) {
            return;
        }
        if (nowNanos < runNanos && !arrivals.expectsOnlyNamed()) {
            // There is no flow yet, and nothing counts. Who sends may have a clock that is ahead.
            return;
        }
        if (!check.isSound(frame, lengthBytes)) {
            strays.onWrongIcrc(port, FRAMES.countedBytes(frame, lengthBytes));
            return;
        }
        boolean taken =
                FRAMES.destinationIpv4(frame) == device.identity().ipv4()
                        && (kind == FrameReader.DATA
                                ? arrivals.onData(frame, lengthBytes, priority, nowNanos, this)
                                : onResponse(frame, nowNanos));
        if (!taken) {
            strays.onUnknownFlow(port);
        }
    }

    // ---- what the applications ask

    @Override
    public void extend(int flow, long end, long nowNanos) {
        flows.get(flow).extend(end);
        transfers.activate(flows.get(flow));
    }

    @Override
    public void postAt(int flow, long nanos) {
        timers.add(nanos, POST, flow);
    }

    @Override
    public void timerAt(int timer, long nanos) {
        timers.add(nanos, PROGRAM, timer);
    }

    // ---- inside

    private void fireNext(long nowNanos) {
        int number = timers.nextTimer();
        int what = timers.nextScheme();
        timers.removeNext();
        if (what == PROGRAM) {
            posting.onTimer(number, nowNanos);
            return;
        }
        SendingFlow flow = flows.get(number);
        switch (what) {
            case POST -> posting.onPostDue(flow.index, nowNanos);
            case Transfers.PACE -> transfers.onPaceDue(flow);
            default -> transfers.onTimer(flow, nowNanos);
        }
    }

    /** Whether it answers packets of this host. */
    private boolean onResponse(long frame, long nowNanos) {
        SendingFlow flow = flows.find(FRAMES.destinationQueuePair(frame));
        if (flow == null || !flow.goesTo(FRAMES.sourceIpv4(frame), FRAMES.udpSourcePort(frame))) {
            return false;
        }
        if (FRAMES.isCongestionNotice(frame)) {
            totals.onCongestionNoticeReceived();
            if (flow.pace != null) {
                flow.pace.onCongestionNotice(nowNanos);
            }
        } else if (FRAMES.isSequenceError(frame)) {
            onNak(flow, frame, nowNanos);
        } else {
            onAck(flow, frame, nowNanos);
        }
        return true;
    }

    private void onAck(SendingFlow flow, long frame, long nowNanos) {
        long packet = Sequence.near(flow.acked(), FRAMES.sequence(frame));
        long delivered = runNanos + FRAMES.deliveredNanos(frame, nowNanos - runNanos);
        if (flow.wasWritten(packet + 1)) {
            flow.sampleRoundTrip(packet, nowNanos);
            long end = endTimes.endNanos(delivered, flow.returnNanos(), nowNanos);
            onArrived(flow, packet + 1, end, nowNanos);
        }
    }

    /** The receiver misses a packet, and has all below. */
    private void onNak(SendingFlow flow, long frame, long nowNanos) {
        long missing = Sequence.near(flow.acked(), FRAMES.sequence(frame));
        if (!flow.wasWritten(missing) || missing < flow.acked()) {
            return;
        }
        long came = Sequence.near(flow.acked(), FRAMES.answeredSequence(frame));
        flow.sampleRoundTrip(came, nowNanos);
        // Times travel with ACKs; this one tells that one was lost.
        onArrived(flow, missing, nowNanos - flow.returnNanos(), nowNanos);
        transfers.onMissing(flow, missing, came);
    }

    /** All packets below a sequence number have arrived. */
    private void onArrived(SendingFlow flow, long sequence, long endNanos, long nowNanos) {
        if (!flow.answers && flow.spec.pattern() != FlowSpec.Pattern.LATENCY) {
            logDelivered(flow, sequence, endNanos);
        }
        boolean news = flow.acknowledge(sequence, nowNanos);
        flow.tellPace(nowNanos);
        if (news) {
            posting.onAcknowledged(flow.index, sequence, nowNanos);
            flows.closeIfComplete(flow, nowNanos);
            transfers.activate(flow);
        }
    }

    /** A message counts as complete when its ACK arrives; logged is the time of its delivery. */
    private void logDelivered(SendingFlow flow, long sequence, long endNanos) {
        PostedMessages messages = flow.messages;
        while (messages.logged() < messages.posted()
                && messages.space.end(messages.logged()) <= sequence) {
            posting.onCompleted(flow.index, endNanos);
        }
    }

    @Override
    public boolean isAnswered(int flowId, int sourceIpv4, int udpSourcePort) {
        SendingFlow asker = flows.find(QueuePairs.of(flowId, false));
        return asker != null
                && asker.spec.pattern() == FlowSpec.Pattern.LATENCY
                && asker.goesTo(sourceIpv4, udpSourcePort);
    }

    @Override
    public void onMessage(ReceivingFlow from, long frame, long nowNanos) {
        int flowId = QueuePairs.flowId(from.queuePair);
        if (QueuePairs.isAnswers(from.queuePair)) {
            SendingFlow asker = flows.find(QueuePairs.of(flowId, false));
            if (asker != null && asker.messages.logged() < asker.messages.posted()) {
                posting.onAnswered(asker.index, nowNanos);
                flows.closeIfComplete(asker, nowNanos);
            }
        } else if (RemoteAddress.wantsAnswer(from.remoteAddress)
                && SendingFlows.isMessage(from.messageBytes)) {
            answer(from, frame, flowId, nowNanos);
        }
        posting.onDelivered(flowId, nowNanos);
        if (RemoteAddress.isLastMessage(from.remoteAddress)) {
            posting.onFlowCompleted(flowId, nowNanos);
        }
    }

    private void answer(ReceivingFlow from, long frame, int flowId, long nowNanos) {
        SendingFlow answers = flows.find(QueuePairs.of(flowId, true));
        if (answers == null) {
            FlowSpec spec =
                    FlowSpec.latency(
                            flowId,
                            0,
                            1,
                            FRAMES.udpSourcePort(frame),
                            from.priority,
                            from.messageBytes);
            answers = flows.open(spec, true, FRAMES.sourceIpv4(frame), 0, KnownPath.NONE);
        }
        posting.postAnswer(answers.index, nowNanos);
    }
}
