package io.losslab.labs.measure;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.losslab.proto.v1.HostCounters;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** How far agents' clocks are from the lab's. */
class AgentClocksTest {
    private long labNanos = 1_000;
    private long wallNanos = 50;
    private final List<String> lines = new ArrayList<>();
    private final AgentClocks clocks = new AgentClocks(() -> labNanos, () -> wallNanos, lines::add);

    @Test
    void theFastestCallOfAMinuteTellsTheOffset() {
        ask("h1", 400, 700);
        ask("h1", 10, 36);
        ask("h1", 90, 2);
        ask("h2", 20, -7);
        assertEquals(List.of(), lines);
        wallNanos += TimeUnit.MINUTES.toNanos(1);
        ask("h2", 200, 0);
        assertEquals(
                List.of("agents' clocks, in lab time: h1 +36 ns (+-10), h2 -7 ns (+-20)"), lines);
    }

    @Test
    void everyMinuteStandsForItself() {
        ask("h1", 10, 36);
        wallNanos += TimeUnit.MINUTES.toNanos(1);
        ask("h1", 50, 40);
        wallNanos += TimeUnit.MINUTES.toNanos(1);
        ask("h1", 50, 41);
        assertEquals(
                List.of(
                        "agents' clocks, in lab time: h1 +36 ns (+-10)",
                        "agents' clocks, in lab time: h1 +41 ns (+-50)"),
                lines);
    }

    @Test
    void whatIsToldBeforeTheLabsTimeBeginsDoesNotCount() {
        labNanos = -1;
        clocks.ask("h1", () -> HostCounters.newBuilder().setTimeNs(5_000).build());
        wallNanos += TimeUnit.MINUTES.toNanos(1);
        labNanos = 2_000;
        ask("h1", 3, 1);
        assertEquals(List.of("agents' clocks, in lab time: h1 +1 ns (+-3)"), lines);
    }

    /** A call that takes a time either way, to an agent that is ahead by an offset. */
    private void ask(String host, long eitherWayNanos, long offsetNanos) {
        clocks.ask(
                host,
                () -> {
                    labNanos += eitherWayNanos;
                    HostCounters counters =
                            HostCounters.newBuilder().setTimeNs(labNanos + offsetNanos).build();
                    labNanos += eitherWayNanos;
                    return counters;
                });
    }
}
