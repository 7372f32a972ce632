package io.losslab.labs.perftest;

import io.losslab.configs.plan.perftest.PerftestSession;
import io.losslab.devices.failure.CommandFailure;
import io.losslab.traffic.perftest.BandwidthResult;
import io.losslab.traffic.perftest.KnownOptions;
import io.losslab.traffic.perftest.PerftestReport;
import io.losslab.traffic.perftest.PerftestRow;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;

/** Makes results of what tools printed. For one thread. */
final class SessionResults {
    private static final long NANOS_PER_SECOND = 1_000_000_000L;

    /** What timeout exits with where it ended the tool. */
    private static final int TIMED_OUT = 124;

    private final StartTime start;
    private final Collection<PerftestSession> stamped;
    private final Set<String> notes = new LinkedHashSet<>();
    private StartSpread spread = StartSpread.NONE;

    /**
     * Makes them.
     *
     * @param stamped sessions whose tools say when they began to send
     */
    SessionResults(StartTime start, Collection<PerftestSession> stamped) {
        this.start = start;
        this.stamped = List.copyOf(stamped);
    }

    /**
     * The result of a session.
     *
     * @param output of its client; null where the host said nothing of it
     * @param serverSaid what its server said; asked where the client failed
     * @throws CommandFailure where it failed
     */
    PerftestResult of(
            PerftestSession session,
            KnownOptions known,
            ToolOutput output,
            Supplier<String> serverSaid) {
        if (output == null || output.status() < 0) {
            throw failure(session, "its shell ended before it");
        }
        if (output.status() == HostScript.NOT_IN_TIME) {
            throw CommandFailure.failed(
                    "%s: %s was not started: %s"
                            .formatted(
                                    session.client().name(),
                                    session.options().tool().program(),
                                    output.said()),
                    "check the host's clock, the network latency to it, and its load");
        }
        if (output.status() != 0) {
            throw failure(session, reason(output, serverSaid));
        }
        try {
            return result(session, known, output);
        } catch (IllegalArgumentException e) {
            throw failure(session, e.getMessage());
        }
    }

    /** What users should know. */
    Set<String> notes() {
        return notes;
    }

    /** How long after their times the sessions so far began to send. */
    StartSpread spread() {
        return spread;
    }

    /** An error of a session. */
    static CommandFailure failure(PerftestSession session, String what) {
        return CommandFailure.ofDevice(
                "%s: %s to %s: %s"
                        .formatted(
                                session.client().name(),
                                session.options().tool().program(),
                                session.server().name(),
                                what),
                "check 'perftest' of both hosts in the testbed file, and the link between them");
    }

    private static String reason(ToolOutput output, Supplier<String> serverSaid) {
        String reason =
                output.status() == TIMED_OUT
                        ? "it did not end in time: " + output.said()
                        : "it exited with %d: %s".formatted(output.status(), output.said());
        String other = serverSaid.get();
        return other.isEmpty() ? reason : reason + "; the server: " + other;
    }

    private PerftestResult result(PerftestSession session, KnownOptions known, ToolOutput output) {
        boolean bandwidth = session.options().tool().measuresBandwidth();
        PerftestRow row =
                output.report().isBlank()
                        ? PerftestReport.rows(output.output()).get(0)
                        : PerftestReport.file(output.report(), bandwidth);
        if (row.iterations() == 0
                || row instanceof BandwidthResult bandwidthRow && bandwidthRow.averageGbps() <= 0) {
            throw new IllegalArgumentException("no message came through");
        }
        double[] samples = PerftestReport.sampleNanos(output.output());
        if (session.options().hasSamples()
                && samples.length != session.options().iterations() - 1) {
            throw new IllegalArgumentException(
                    "it printed %d samples of %d messages instead of one less"
                            .formatted(samples.length, session.options().iterations()));
        }
        long began = began(session, output);
        PerftestResult result =
                new PerftestResult(
                        session,
                        row,
                        samples,
                        began + session.options().marginSeconds(known) * NANOS_PER_SECOND);
        noteEnd(result);
        return result;
    }

    /** Since the lab's start. */
    private long began(PerftestSession session, ToolOutput output) {
        long planned = session.group().start().nanos();
        if (!stamped.contains(session) || output.startedNanos().isEmpty()) {
            return output.releasedNanos().orElse(start.zeroNanos() + planned) - start.zeroNanos();
        }
        long began = output.startedNanos().getAsLong() - start.zeroNanos();
        spread = spread.with(began - planned);
        return began;
    }

    private void noteEnd(PerftestResult result) {
        PerftestSession session = result.session();
        double end = result.endNanos();
        if (session.options().iterations() > 0 && end > session.group().stop().nanos()) {
            notes.add(
                    "traffic '%s': its iterations ended at %.3f s, after its 'stop'"
                            .formatted(session.group().name(), end / NANOS_PER_SECOND));
        }
    }
}
