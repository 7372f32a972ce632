package io.losslab.labs.backend.agents;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.losslab.analysis.summary.Check;
import io.losslab.proto.v1.AgentStatistics;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The checks of how well hosts kept time. */
class HostTimekeepingTest {
    private static final long SCALE = 1_000;
    private static final long BOUND_NANOS = 500;
    private static final String ADVICE = "use a time dilation larger than 1,000";

    private final AgentStatistics punctual =
            AgentStatistics.newBuilder()
                    .addLateUpToNs(400)
                    .addLateCount(99)
                    .addLateUpToNs(9_000)
                    .addLateCount(1)
                    .addReactionUpToNs(400_000)
                    .addReactionCount(3)
                    .setWithoutCoreNs(-1)
                    .build();
    private final AgentStatistics late =
            AgentStatistics.newBuilder()
                    .addLateUpToNs(400)
                    .addLateCount(98)
                    .addLateUpToNs(600)
                    .addLateCount(2)
                    .addReactionUpToNs(700_000)
                    .addReactionCount(1)
                    .setWithoutCoreNs(2_500_000)
                    .build();

    @Test
    void oneFrameOfAHundredMayBeLate() {
        HostTimekeeping hosts = new HostTimekeeping(Map.of("h1", punctual), SCALE, ADVICE);
        assertEquals(
                Check.passed("hosts sent in time", "h1: p99 400 ns of lab time, worst 9,000 ns"),
                hosts.departures(BOUND_NANOS));
        assertTrue(hosts.pauses(BOUND_NANOS).passed());
    }

    @Test
    void theLatestHostIsNamedWithItsTimes() {
        HostTimekeeping hosts =
                new HostTimekeeping(Map.of("h1", punctual, "h2", late), SCALE, ADVICE);
        assertEquals(
                Check.failed(
                        "hosts sent in time",
                        "frames left late at h2: p99 600 ns of lab time, worst 600 ns; its agent"
                                + " had no core for 2.5 ms of wall time; p99 of at most 500 ns allowed:"
                                + " use a time dilation larger than 1,000"),
                hosts.departures(BOUND_NANOS));
        Check pauses = hosts.pauses(BOUND_NANOS);
        assertEquals("hosts paused in time", pauses.name());
        assertTrue(
                pauses.detail()
                        .startsWith("pauses were in force late at h2: p99 700 ns of lab time"),
                pauses::detail);
    }

    @Test
    void hostsThatSentNothingAndWereNotPausedKeptTime() {
        HostTimekeeping hosts =
                new HostTimekeeping(
                        Map.of("h1", AgentStatistics.newBuilder().setWithoutCoreNs(-1).build()),
                        SCALE,
                        ADVICE);
        assertTrue(hosts.departures(0).passed());
        assertEquals(Check.passed("hosts paused in time", "no host was paused"), hosts.pauses(0));
    }

    /** Time of a host on a real network is the wall's. */
    @Test
    void aPhysicalHostIsToldOfInItsOwnTime() {
        HostTimekeeping hosts = new HostTimekeeping(Map.of("h2", late), 1, "give it a core");
        assertEquals(
                Check.failed(
                        "hosts sent in time",
                        "frames left late at h2: p99 600 ns, worst 600 ns; its agent had no core"
                                + " for 2.5 ms of wall time; p99 of at most 500 ns allowed: give it"
                                + " a core"),
                hosts.departures(BOUND_NANOS));
        assertEquals(1_400, hosts.latenessOf(BOUND_NANOS, BOUND_NANOS), 1e-9);
    }
}
