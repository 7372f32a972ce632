package io.losslab.analysis.replay;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.losslab.analysis.run.RowQueries;
import io.losslab.analysis.run.TopologyGraph;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RecordedEventsTest {
    @TempDir Path temp;

    private final TopologyGraph ring = RecordedRun.ring();
    private final PortIndex ports = new PortIndex(ring.links());

    @Test
    void aPauseLastsUntilItsResumeOrTheEndAndChangesItsCauseOnTheWay() throws Exception {
        RecordedEvents events =
                read(
                        sink -> {
                            sink.event(10, "A", 1, 3, "pause", "B:2, congested B:1");
                            sink.event(30, "A", 1, 3, "pause", "B:2, congested C:1");
                            sink.event(70, "A", 1, 3, "resume", "B:2");
                            sink.event(80, "A", 1, 3, "pause", "B:2");
                            sink.event(20, "B", 1, 4, "resume", "C:2");
                            sink.event(40, "X", 9, 3, "pause", "elsewhere");
                            sink.event(50, "C", 2, 3, "drop", "full");
                        });
        int port = ports.of("A:1");

        assertEquals(
                List.of(
                        PauseSpan.single(port, 3, 10, 30, 0),
                        PauseSpan.single(port, 3, 30, 70, 1),
                        PauseSpan.single(port, 3, 80, 1_000, 2)),
                events.pauses());
        assertEquals(ports.of("B:1"), events.causes().get(0).root());
        assertEquals(PortIndex.UNKNOWN, events.causes().get(2).root());
        assertEquals(1, events.elsewhere());
        assertEquals(50, events.marks().get(0).timeNanos());
        assertTrue(events.knownUntilNanos().isEmpty());
    }

    @Test
    void whatAFullLogLeftOutIsKnownToBeUnknown() throws Exception {
        RecordedRun.Rows rows =
                sink -> {
                    for (int i = 0; i < 1 << 15; i++) {
                        sink.event(10L * i, "hA", 1, 3, "pause", "A:3");
                        sink.event(10L * i + 5, "hA", 1, 3, "resume", "A:3");
                    }
                };

        long last = 10L * ((1 << 15) - 1) + 5;
        assertEquals(last, read(rows, Set.of("hA")).knownUntilNanos().getAsLong());
        assertTrue(read(rows).knownUntilNanos().isEmpty(), "no host agent kept them");
    }

    @Test
    void aPauseWhoseResumeHadNoRoomLastsAsLongAsResumesAreKnown() throws Exception {
        RecordedEvents events =
                read(
                        sink -> {
                            sink.event(50, "A", 1, 3, "pause", "B:2");
                            for (int i = 0; i < 100_000; i++) {
                                sink.event(i / 1_000, "B", 1, 3, "pause", "C:2");
                                sink.event(i / 1_000, "B", 1, 3, "resume", "C:2");
                            }
                        });
        assertEquals(99, events.pauses().stream().mapToLong(PauseSpan::endNanos).max().orElse(0));
        assertEquals(99, events.knownUntilNanos().getAsLong());

        RecordedEvents ofAgent =
                read(
                        sink -> {
                            sink.event(50, "hA", 1, 3, "pause", "B:2");
                            for (int i = 0; i < 1 << 15; i++) {
                                sink.event(i / 1_000, "hA", 1, 4, "pause", "C:2");
                                sink.event(i / 1_000, "hA", 1, 4, "resume", "C:2");
                            }
                        },
                        Set.of("hA"));
        assertEquals(50, ofAgent.knownUntilNanos().getAsLong());
    }

    /** Switches and virtual hosts keep 100,000 of all pauses, whatever host agents keep. */
    @Test
    void theEventsOfAgentsAreNoneOfThoseThatAllOthersKeepTogether() throws Exception {
        RecordedRun.Rows rows =
                sink -> {
                    for (int i = 0; i < 60_000; i++) {
                        sink.event(10L * i, "A", 1, 3, "pause", "B:2");
                        sink.event(10L * i, "hA", 1, 3, "pause", "A:3");
                    }
                };

        assertEquals(10L * 59_999, read(rows).knownUntilNanos().getAsLong());
        assertTrue(read(rows, Set.of("hA")).knownUntilNanos().isEmpty());
    }

    @Test
    void theCycleOfADeadlockClosesWithItsLastPause() throws Exception {
        RecordedEvents events = read(RecordedRun::deadlock);

        DeadlockCycle cycle =
                DeadlockCycle.parse(RecordedRun.CYCLE, events.pauses(), ports).orElseThrow();

        assertEquals(300_000, cycle.closedNanos());
        assertEquals(
                List.of(200_000L, 250_000L, 300_000L),
                cycle.stops().stream().map(DeadlockCycle.Stop::sinceNanos).toList());
    }

    @Test
    void everyNodeHasAPlaceOfItsOwn() {
        for (TopologyGraph graph : List.of(ring, RecordedRun.leafSpine(8, 4, 20))) {
            NodePlaces places = NodePlaces.of(graph);
            Set<NodePlaces.Place> taken = new HashSet<>();
            for (TopologyGraph.Node node : graph.nodes()) {
                NodePlaces.Place place = places.of(node.name());
                assertTrue(taken.add(place), node.name());
                assertTrue(place.x() >= 0 && place.x() <= 1 && place.y() >= 0 && place.y() <= 1);
            }
        }
        assertTrue(NodePlaces.of(ring).isCircular());
    }

    private RecordedEvents read(RecordedRun.Rows rows) throws Exception {
        return read(rows, Set.of());
    }

    private RecordedEvents read(RecordedRun.Rows rows, Set<String> agents) throws Exception {
        Path results =
                new RecordedRun(Files.createTempDirectory(temp, "run").resolve("r"), ring)
                        .cell("pfc", null, rows)
                        .make();
        try (Connection duckDb = RowQueries.open()) {
            Path file = results.resolve("events.parquet");
            return RecordedEvents.read(duckDb, file, 0, ports, agents, 1_000);
        }
    }
}
