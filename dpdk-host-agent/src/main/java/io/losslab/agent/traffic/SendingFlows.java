package io.losslab.agent.traffic;

import static io.losslab.roce.frame.NativeMemory.MEMORY;

import io.losslab.agent.plane.AgentDevice;
import io.losslab.agent.plane.OwnFlows;
import io.losslab.api.traffic.FlowSpec;
import io.losslab.roce.congestion.FlowPath;
import io.losslab.roce.frame.RoceWriter;
import io.losslab.roce.host.FlowNumbers;
import io.losslab.roce.host.PostedMessages;
import io.losslab.roce.host.TransportSettings;
import java.util.ArrayList;
import java.util.List;

/**
 * The sending halves of all queue pairs of a run, by index and by queue pair: checked, opened, and
 * closed once complete. Data thread.
 */
final class SendingFlows {
    /** Longest message: the RETH counts up to here (InfiniBand Architecture, 9.3.3). */
    private static final long MAX_MESSAGE_BYTES = 1L << 31;

    private final AgentDevice device;
    private final EgressChoice choice;
    private long slackNanos;
    private final List<SendingFlow> all = new ArrayList<>();

    /** By queue pair: index plus one. */
    private final FlowNumbers numbers = new FlowNumbers();

    private TransportSettings settings;
    private long runNanos;

    /**
     * Makes the flows of a host that sends nothing yet.
     *
     * @param slackNanos time that flows held to a rate may make up for after a late turn
     */
    SendingFlows(AgentDevice device, EgressChoice choice, long slackNanos) {
        this.device = device;
        this.choice = choice;
        this.slackNanos = slackNanos;
    }

    /** Sets how flows that are opened from now on send. */
    void configure(TransportSettings chosen) {
        settings = chosen;
    }

    /** As in the constructor, of flows that are opened from now on. */
    void setSlack(long nanos) {
        slackNanos = nanos;
    }

    /** Closes and forgets all flows; those that are opened next count time from a moment. */
    void beginRun(long nanos) {
        runNanos = nanos;
        all.stream().filter(flow -> !flow.closed).forEach(this::close);
        device.ownFlows().closeDrained();
        all.clear();
        numbers.clear();
    }

    SendingFlow get(int index) {
        return all.get(index);
    }

    /** The flow of a queue pair; null if it has none. */
    SendingFlow find(int queuePair) {
        int number = numbers.get(queuePair, 0);
        return number == 0 ? null : all.get(number - 1);
    }

    /** Messages posted and not completed. */
    long outstandingMessages() {
        long sum = 0;
        for (SendingFlow flow : all) {
            sum += flow.messages.posted() - flow.messages.acknowledged();
        }
        return sum;
    }

    /**
     * Checks a flow before it is opened.
     *
     * @throws IllegalArgumentException where it cannot be
     */
    void check(FlowSpec spec) {
        if (spec.id() < 0 || spec.id() > QueuePairs.MAX_FLOW_ID) {
            throw new IllegalArgumentException(
                    "flow_id must be 0..%d, as queue pairs have 24 bits: %d"
                            .formatted(QueuePairs.MAX_FLOW_ID, spec.id()));
        }
        if (startsHere(spec.id())) {
            throw new IllegalArgumentException("flow_id " + spec.id() + " is taken");
        }
        if (!spec.sourceRoute().isEmpty() && spec.sourceRoute().get(0) > device.ports()) {
            throw new IllegalArgumentException(
                    "flow %d: source_route begins with port %d, and the host has ports 1..%d"
                            .formatted(spec.id(), spec.sourceRoute().get(0), device.ports()));
        }
        checkMessages(spec);
        for (int id : spec.afterFlows()) {
            if (id == spec.id() || startsHere(id)) {
                throw new IllegalArgumentException(
                        "flow %d cannot wait for flow %d, which does not end at this host"
                                .formatted(spec.id(), id));
            }
        }
    }

    /** Whether a message can have so many bytes. */
    static boolean isMessage(long bytes) {
        return bytes > 0 && bytes <= MAX_MESSAGE_BYTES;
    }

    private boolean startsHere(int flowId) {
        return find(QueuePairs.of(flowId, false)) != null;
    }

    private static void checkMessages(FlowSpec spec) {
        boolean scheduled = spec.hasOwnSizes();
        for (int i = 0; i < (scheduled ? spec.schedule().size() : 1); i++) {
            long bytes = scheduled ? spec.schedule().bytes(i) : spec.messageBytes();
            if (bytes > MAX_MESSAGE_BYTES) {
                throw new IllegalArgumentException(
                        "flow %d: messages have at most %,d B, as RDMA writes do: %,d"
                                .formatted(spec.id(), MAX_MESSAGE_BYTES, bytes));
            }
        }
    }

    /**
     * Opens a flow.
     *
     * @param answers whether it carries the answers to the messages of another host
     * @param egressPort 0 where routes choose it
     */
    SendingFlow open(
            FlowSpec spec, boolean answers, int destinationIpv4, int egressPort, KnownPath known) {
        int udpSourcePort = spec.udpSourcePort();
        OwnFlows ownFlows = device.ownFlows();
        int number =
                ownFlows.take(
                        destinationIpv4,
                        udpSourcePort,
                        spec.priority(),
                        () ->
                                egressPort != 0
                                        ? egressPort
                                        : choice.port(destinationIpv4, udpSourcePort));
        int port = ownFlows.port(number);
        int pair = QueuePairs.of(spec.id(), answers);
        FlowPath path = known.behind(device.place(port).link());
        int fullPath = known.hasBaseRtt() ? path.packetsInFlight(settings.mtuBytes()) : 0;
        SendingFlow flow =
                new SendingFlow(
                        all.size(),
                        spec,
                        answers,
                        destinationIpv4,
                        number,
                        ownFlows,
                        new RoceWriter(
                                MEMORY,
                                device.flowHeader(
                                        port,
                                        destinationIpv4,
                                        udpSourcePort,
                                        spec.priority(),
                                        settings.congestion() != null,
                                        pair),
                                settings.mtuBytes()),
                        settings,
                        settings.capPackets(fullPath),
                        stopNanos(spec),
                        known.baseRttNanos(),
                        settings.congestion() == null
                                ? null
                                : new Pace(settings.congestion().make(path), path, slackNanos));
        all.add(flow);
        numbers.put(pair, 0, all.size());
        return flow;
    }

    private long stopNanos(FlowSpec spec) {
        return spec.stopNanos() == Long.MAX_VALUE ? Long.MAX_VALUE : runNanos + spec.stopNanos();
    }

    /** Posts no new message; what is in flight completes. */
    void stop(long nowNanos) {
        for (SendingFlow flow : all) {
            flow.messages.stopAt(nowNanos);
            closeIfComplete(flow, nowNanos);
        }
    }

    /** Answers stay open to the next run: those who ask may stop later than this host. */
    void closeIfComplete(SendingFlow flow, long nowNanos) {
        PostedMessages messages = flow.messages;
        boolean logged = messages.logged() == messages.acknowledged();
        if (!flow.closed
                && !flow.answers
                && logged
                && messages.isComplete(messages.acknowledged(), nowNanos)) {
            close(flow);
        }
    }

    private void close(SendingFlow flow) {
        flow.closed = true;
        device.ownFlows().release(flow.number);
    }
}
