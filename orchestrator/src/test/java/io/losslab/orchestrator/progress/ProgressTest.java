package io.losslab.orchestrator.progress;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.losslab.analysis.summary.CellOutcome;
import io.losslab.analysis.summary.Check;
import io.losslab.metrics.Metric;
import io.losslab.metrics.MetricsEndpoint;
import io.losslab.orchestrator.session.Console;
import java.io.ByteArrayOutputStream;
import java.io.InputStream;
import java.io.PrintStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ProgressTest {
    private static final long SECOND = 1_000_000_000L;

    private final AtomicLong now = new AtomicLong();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();

    @TempDir private Path directory;

    @Test
    void tellsCellsRateSimulatedTimeAndTimeLeft() {
        Progress progress = alike();
        progress.began(0);
        now.set(10 * SECOND);
        progress.reached(0, SECOND, 140_000_000);
        progress.done(outcome(0, 10, 140_000_000));
        assertEquals(
                "[######..................] 1/4 cells  14.0 M packet-hops/s  1.00 s simulated"
                        + "  0:30 left",
                ProgressText.withBar(progress.state()));
        assertEquals(
                "1/4 cells, 0:10 so far, about 0:30 left, 14.0 M packet-hops/s, 1.00 s simulated",
                ProgressText.asText(progress.state()));
    }

    @Test
    void ofALiveRunSmallNumbersAreNotRoundedToZero() {
        Progress progress = alike();
        progress.began(0);
        now.set(100 * SECOND);
        progress.reached(0, SECOND / 500, 4_000);
        assertEquals(
                "0/4 cells, 1:40 so far, 40 packet-hops/s, 2.00 ms simulated",
                ProgressText.asText(progress.state()));
    }

    @Test
    void saysDoneWhenAllCellsAre() {
        Progress progress = alike();
        for (int cell = 0; cell < 4; cell++) {
            progress.done(outcome(cell, 15, 1));
        }
        now.set(61 * SECOND);
        assertTrue(ProgressText.withBar(progress.state()).endsWith("done in 1:01"));
        assertEquals("4/4 cells, done in 1:01", ProgressText.asText(progress.state()));
    }

    /** Nothing has been measured: an estimate would be a guess. */
    @Test
    void promisesNoTimeBeforeAnythingIsKnown() {
        Progress progress = alike();
        progress.began(0);
        now.set(150 * SECOND);
        assertNull(progress.state().secondsLeft());
        assertEquals("0/4 cells, 2:30 so far", ProgressText.asText(progress.state()));
    }

    /** Cells of the same simulated time: one kind took 1 s, the other takes 9 s. */
    @Test
    void timeLeftIsThatOfCellsThatDifferOnlyInTheirSeed() {
        Progress progress =
                new Progress(
                        List.of(
                                new CellWork(0, "cheap", SECOND),
                                new CellWork(1, "costly", SECOND),
                                new CellWork(2, "costly", SECOND),
                                new CellWork(3, "cheap", SECOND)),
                        now::get);
        progress.done(outcome(0, 1, 1));
        progress.done(outcome(1, 9, 1));
        now.set(10 * SECOND);
        assertEquals(0.5, progress.state().fraction(), 1e-9);
        assertEquals(10, progress.state().secondsLeft(), 1e-9);
        progress.done(outcome(2, 9, 1));
        now.set(19 * SECOND);
        assertEquals(1, progress.state().secondsLeft(), 1e-9);
    }

    @Test
    void timeLeftIsAtLeastThatOfTheSlowestCell() {
        Progress progress = alike();
        progress.done(outcome(0, 1, 1));
        progress.done(outcome(1, 1, 1));
        progress.done(outcome(2, 1, 1));
        now.set(3 * SECOND);
        progress.began(3);
        now.set(33 * SECOND);
        progress.reached(3, SECOND / 4, 1);
        assertEquals(90, progress.state().secondsLeft(), 1e-9);
    }

    /** A live cell is prepared for half a minute, and then takes four seconds. */
    @Test
    void preparationIsNoMeasureOfWhatIsLeftOfACell() {
        Progress progress = new Progress(List.of(new CellWork(0, "a", SECOND)), now::get);
        progress.began(0);
        now.set(30 * SECOND);
        progress.reached(0, SECOND / 4, 1);
        assertEquals(90, progress.state().secondsLeft(), 1e-9);
        now.set(31 * SECOND);
        progress.reached(0, SECOND / 2, 1);
        assertEquals(2, progress.state().secondsLeft(), 1e-9);
    }

    @Test
    void cellsOfEarlierRunsCountButNotTheirTime() {
        Progress progress =
                new Progress(
                        List.of(new CellWork(2, "a", SECOND), new CellWork(3, "a", SECOND)),
                        now::get);
        progress.began(2);
        now.set(4 * SECOND);
        progress.reached(2, SECOND / 2, 10);
        assertEquals(12, progress.state().secondsLeft(), 1e-9);
    }

    @Test
    void anAttemptThatFailedIsTakenBackButItsHopsWereMade() {
        Progress progress = alike();
        progress.began(0);
        progress.reached(0, SECOND / 2, 100);
        progress.takeBack(0);
        progress.reached(0, SECOND / 4, 50);
        assertEquals(0.25, progress.state().simulatedSeconds(), 1e-9);
        assertEquals(150, progress.state().packetHops());
        progress.failed(0);
        assertEquals(1, progress.state().failed());
        assertEquals(List.of(), progress.state().running());
        assertEquals(3, progress.state().waiting());
    }

    @Test
    void whatNoFinishedCellKnowsIsNotKnown() {
        CellTally tally = new CellTally();
        assertEquals(0, tally.sum());
        tally.add(null);
        assertNull(tally.sum());
        tally.add(3L);
        tally.add(null);
        assertEquals(3, tally.sum());
    }

    @Test
    void sumsWhatFinishedCellsCounted() {
        Progress progress = alike();
        progress.done(outcome(0, 1, 1));
        progress.done(outcome(1, 1, 1));
        ProgressState state = progress.state();
        assertEquals(6, state.droppedPackets());
        assertEquals(14, state.switchPauseFrames());
        assertEquals(4, state.hostPauseFrames());
        assertEquals(2, state.failedChecks());
        assertEquals(9_000, state.maxEgressQueueBytes());
    }

    @Test
    void theLongestQueueIsThatOfTheCellsThatKnowIt() throws Exception {
        Progress progress = alike();
        progress.done(outcome(0, 1, 1, null));
        assertNull(progress.state().maxEgressQueueBytes());
        assertEquals(List.of(), longestQueue(progress.state()));
        progress.done(outcome(1, 1, 1, 9_000L));
        progress.done(outcome(2, 1, 1, 7_000L));
        progress.done(outcome(3, 1, 1, null));
        assertEquals(9_000, progress.state().maxEgressQueueBytes());
        assertEquals(
                List.of("losslab_run_max_egress_queue_bytes 9000.0"),
                longestQueue(progress.state()));
    }

    @Test
    void printsPlainLinesWhereNobodyWatches() {
        Progress progress = alike();
        ProgressPrinter printer = ProgressPrinter.start(console(false), progress);
        try (printer) {
            progress.done(outcome(0, 1, 1));
        }
        assertEquals("1/4 cells, stopped after 0:00\n", err.toString(StandardCharsets.UTF_8));
    }

    @Test
    void redrawsTheLineOnATerminal() {
        Progress progress = alike();
        ProgressPrinter printer = ProgressPrinter.start(console(true), progress);
        try (printer) {
            for (int cell = 0; cell < 4; cell++) {
                progress.done(outcome(cell, 1, 1));
            }
        }
        assertTrue(err.toString(StandardCharsets.UTF_8).startsWith("\r\033[K["));
    }

    @Test
    void aRunThatIsAtWorkSaysSoInItsDirectory() throws Exception {
        Progress progress = alike();
        Optional<String> url = Optional.of("http://127.0.0.1:9400/metrics");
        ProgressPrinter printer = ProgressPrinter.start(console(false), progress, directory, url);
        try (printer) {
            ProgressFile file = ProgressFile.read(directory).orElseThrow();
            assertEquals(ProcessHandle.current().pid(), file.process());
            assertEquals(url.get(), file.metrics());
            progress.done(outcome(0, 1, 1));
        }
        assertEquals(1, ProgressFile.read(directory).orElseThrow().state().done());
        ProgressFile.remove(directory);
        assertEquals(Optional.empty(), ProgressFile.read(directory));
    }

    /** The rows of its metric. */
    private static List<String> longestQueue(ProgressState state) throws Exception {
        InetSocketAddress any = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
        try (MetricsEndpoint endpoint =
                        MetricsEndpoint.start(any, rows -> RunMetrics.add(rows, state));
                InputStream text = URI.create(endpoint.url()).toURL().openStream()) {
            return new String(text.readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .filter(line -> line.startsWith(Metric.RUN_MAX_EGRESS_QUEUE.sample()))
                    .toList();
        }
    }

    /** Four cells that differ only in their seed. */
    private Progress alike() {
        return new Progress(
                IntStream.range(0, 4).mapToObj(cell -> new CellWork(cell, "a", SECOND)).toList(),
                now::get);
    }

    private Console console(boolean interactive) {
        PrintStream stream = new PrintStream(err, true, StandardCharsets.UTF_8);
        return new Console(stream, stream, interactive);
    }

    private static CellOutcome outcome(int cell, double wallSeconds, long packetHops) {
        return outcome(cell, wallSeconds, packetHops, 9_000L);
    }

    private static CellOutcome outcome(
            int cell, double wallSeconds, long packetHops, Long maxEgressQueueBytes) {
        return new CellOutcome(
                cell,
                Map.of(),
                0,
                SECOND,
                3L,
                0,
                0L,
                null,
                7L,
                2,
                maxEgressQueueBytes,
                0L,
                0,
                1,
                wallSeconds,
                packetHops,
                false,
                List.of(Check.failed("no drop", ""), Check.passed("in order", "")),
                Map.of(),
                List.of());
    }
}
