package io.losslab.analysis.replay;

import io.losslab.analysis.RunAnalysis;
import io.losslab.analysis.run.RunManifest;
import io.losslab.analysis.run.RunManifest.CellRef;
import io.losslab.analysis.run.RunStatus;
import io.losslab.analysis.run.TopologyGraph;
import io.losslab.analysis.run.TopologyGraph.Link;
import io.losslab.analysis.run.TopologyGraph.Node;
import io.losslab.analysis.summary.CellOutcome;
import io.losslab.analysis.summary.OutcomesFile;
import io.losslab.collectors.CellSink;
import io.losslab.collectors.FlowKind;
import io.losslab.collectors.RunDirectory;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

/**
 * A results directory with recorded pauses, made by the writers of real runs; the events are
 * invented.
 */
final class RecordedRun {
    static final long END_NANOS = 1_000_000;

    /** The shortest pause, alone in its row. */
    static final long BRIEF_NANOS = 400_000;

    private final TopologyGraph topology;
    private final List<CellRef> cells = new ArrayList<>();
    private final List<CellOutcome> outcomes = new ArrayList<>();
    private final RunDirectory directory;
    private long endNanos = END_NANOS;
    private long pauseFrames = 10;

    RecordedRun(Path destination, TopologyGraph topology) throws IOException {
        this.topology = topology;
        this.directory = RunDirectory.create(destination);
        directory.begin();
    }

    /** What a cell writes. */
    interface Rows {
        void write(CellSink sink) throws IOException;
    }

    /** Makes cells that are added from now on end at a time. */
    RecordedRun lasting(long nanos) {
        endNanos = nanos;
        return this;
    }

    /** Makes switches of cells that are added from now on send so many pause frames. */
    RecordedRun sending(long frames) {
        pauseFrames = frames;
        return this;
    }

    /** Adds a cell; its deadlock is a cycle of ports and queues, or null. */
    RecordedRun cell(String scheme, String deadlock, Rows rows) throws IOException {
        int cell = cells.size();
        Map<String, Object> params = new LinkedHashMap<>();
        params.put("scheme", scheme);
        params.put("seed", 1L);
        cells.add(new CellRef(cell, null, params));
        outcomes.add(outcome(cell, params, deadlock));
        try (CellSink sink = directory.openCell(cell)) {
            rows.write(sink);
            sink.finish();
        }
        return this;
    }

    /** Writes everything, the report too. */
    Path make() throws IOException {
        manifest().write(directory.path());
        OutcomesFile.begin(directory.path(), outcomes);
        directory.mergeCells();
        RunAnalysis.summarise(directory.path());
        RunAnalysis.report(directory.path());
        try (directory) {
            return directory.publish();
        }
    }

    /** Leaves with as many hosts each, linked to every spine, as the generator numbers them. */
    static TopologyGraph leafSpine(int leaves, int spines, int hostsPerLeaf) {
        List<Node> nodes = new ArrayList<>();
        List<Link> links = new ArrayList<>();
        for (int leaf = 0; leaf < leaves; leaf++) {
            nodes.add(new Node("leaf" + leaf, "switch", 5_000_000));
            for (int i = 0; i < hostsPerLeaf; i++) {
                String host = "h" + (leaf * hostsPerLeaf + i);
                nodes.add(new Node(host, "host", 0));
                links.add(link(host, 1, "leaf" + leaf, i + 1, "host"));
            }
        }
        for (int spine = 0; spine < spines; spine++) {
            nodes.add(new Node("spine" + spine, "switch", 5_000_000));
            for (int leaf = 0; leaf < leaves; leaf++) {
                int port = hostsPerLeaf + spine + 1;
                links.add(link("leaf" + leaf, port, "spine" + spine, leaf + 1, "fabric"));
            }
        }
        return new TopologyGraph(nodes, links);
    }

    /** Three switches that form a circle, with a host each; port 1 leads to the next one. */
    static TopologyGraph ring() {
        List<Node> nodes = new ArrayList<>();
        List<Link> links = new ArrayList<>();
        for (String name : List.of("A", "B", "C")) {
            nodes.add(new Node(name, "switch", 5_000_000));
            nodes.add(new Node("h" + name, "host", 0));
            links.add(link("h" + name, 1, name, 3, "host"));
        }
        links.add(link("A", 1, "B", 2, "ring"));
        links.add(link("B", 1, "C", 2, "ring"));
        links.add(link("C", 1, "A", 2, "ring"));
        return new TopologyGraph(nodes, links);
    }

    private static Link link(String a, int portA, String b, int portB, String group) {
        return new Link(a, portA, b, portB, 100_000_000_000L, 600, null, group);
    }

    /** An incast to h0 of two leaves: its tree, a victim, a brief pause of h1, and one drop. */
    static void incast(CellSink sink) throws IOException {
        pause(sink, "spine0", 1, 200_000, 600_000, "leaf0:5, congested leaf0:1");
        pause(sink, "leaf1", 5, 250_000, 620_000, "spine0:2, congested leaf0:1");
        pause(sink, "h4", 1, 300_000, 640_000, "leaf1:1, congested leaf0:1");
        pause(sink, "h5", 1, 320_000, 350_000, "leaf1:2, congested leaf0:1");
        pause(sink, "h5", 1, 450_000, 500_000, "leaf1:2, congested spine0:1");
        pause(sink, "h1", 1, BRIEF_NANOS, BRIEF_NANOS + 1, "leaf0:2, congested leaf0:1");
        sink.event(700_000, "leaf0", 5, 3, "drop", "buffer full");
        flow(sink, "incast", "h4", "h0", 1);
        flow(sink, "other", "h5", "h6", 2);
        sink.pause("incast", 1, "h4", 1, 3, "leaf0", 1, true, 340_000);
        sink.pause("incast", 1, "leaf1", 5, 3, "leaf0", 1, true, 370_000);
        sink.pause("incast", 1, "spine0", 1, 3, "leaf0", 1, true, 400_000);
        sink.pause("other", 2, "h5", 1, 3, "leaf0", 1, false, 30_000);
        sink.pause("other", 2, "h5", 1, 3, "spine0", 1, false, 50_000);
        for (long time = 0; time <= END_NANOS; time += 10_000) {
            long full = time < 200_000 ? time : time < 600_000 ? 200_000 : 0;
            sink.counter(time, "leaf0", 1, -1, "egressBytes", full);
            sink.counter(time, "leaf0", 1, -1, "txBytes", time * 12);
            sink.counter(time, "spine0", 1, -1, "egressBytes", full / 2);
        }
    }

    /** The same under a scheme that pauses only the sender of the incast. */
    static void calm(CellSink sink) throws IOException {
        pause(sink, "h4", 1, 300_000, 500_000, "leaf1:1, congested leaf0:1");
        flow(sink, "incast", "h4", "h0", 1);
        sink.pause("incast", 1, "h4", 1, 3, "leaf0", 1, true, 200_000);
        for (long time = 0; time <= END_NANOS; time += 10_000) {
            sink.counter(time, "leaf0", 1, -1, "egressBytes", time < 600_000 ? 50_000 : 0);
        }
    }

    /** Each switch of the ring pauses the one before it, the last at 300 us; none resumes. */
    static void deadlock(CellSink sink) throws IOException {
        sink.event(100_000, "A", 1, 3, "pause", "B:2");
        sink.event(150_000, "A", 1, 3, "resume", "B:2");
        sink.event(200_000, "A", 1, 3, "pause", "B:2");
        sink.event(250_000, "B", 1, 3, "pause", "C:2");
        sink.event(300_000, "C", 1, 3, "pause", "A:2");
    }

    static final String CYCLE = "A:1 queue 3 -> B:1 queue 3 -> C:1 queue 3 -> A:1 queue 3";

    /** As many events at random ports, and samples of all switch ports. */
    static void storm(TopologyGraph topology, int events, CellSink sink) throws IOException {
        Random random = new Random(1);
        List<String[]> ends = new ArrayList<>();
        for (Link link : topology.links()) {
            ends.add(new String[] {link.a(), "" + link.portA(), link.b() + ":" + link.portB()});
            ends.add(new String[] {link.b(), "" + link.portB(), link.a() + ":" + link.portA()});
        }
        int perPort = events / 2 / ends.size() + 1;
        for (String[] end : ends) {
            long time = random.nextInt(5_000);
            int port = Integer.parseInt(end[1]);
            String cause = end[2] + ", congested leaf" + random.nextInt(8) + ":1";
            for (int i = 0; i < perPort; i++) {
                long length = 200L + random.nextInt(1_800);
                pause(sink, end[0], port, time, time + length, cause);
                time += length + 1 + random.nextInt(4_000);
            }
        }
        for (int flow = 0; flow < 400; flow++) {
            int from = random.nextInt(160);
            flow(sink, "others", "h" + from, "h" + random.nextInt(160), flow);
            for (int leaf = 0; leaf < 8; leaf++) {
                sink.pause(
                        "others", flow, "h" + from, 1, 3, "leaf" + leaf, 1, flow % 3 == 0, 10_000);
            }
        }
        for (String[] end : ends) {
            if (!end[0].startsWith("h")) {
                int port = Integer.parseInt(end[1]);
                for (int i = 0; i < 1_000; i++) {
                    long time = i * (long) perPort * 3;
                    sink.counter(
                            time, end[0], port, -1, "egressBytes", random.nextInt(4) * 60_000L);
                    sink.counter(time, end[0], port, -1, "txBytes", time * 9);
                }
            }
        }
    }

    private static void pause(
            CellSink sink, String device, int port, long from, long to, String cause)
            throws IOException {
        sink.event(from, device, port, 3, "pause", cause);
        sink.event(to, device, port, 3, "resume", cause.replaceAll(",.*", ""));
    }

    private static void flow(CellSink sink, String group, String src, String dst, int flow)
            throws IOException {
        sink.flow(
                group,
                src,
                dst,
                FlowKind.SCHEDULED,
                flow,
                100_000,
                100_000,
                900_000,
                800_000,
                10_000,
                0);
    }

    private CellOutcome outcome(int cell, Map<String, Object> params, String deadlock) {
        return new CellOutcome(
                cell,
                params,
                0,
                endNanos,
                0L,
                0,
                0L,
                deadlock,
                pauseFrames,
                0,
                200_000L,
                200_000L,
                200_000,
                endNanos / 1e9,
                1,
                1_000,
                true,
                List.of(),
                Map.of(),
                List.of());
    }

    private RunManifest manifest() {
        return new RunManifest(
                RunManifest.SCHEMA_VERSION,
                "show/example",
                "An incast",
                "virtual",
                RunStatus.COMPLETE,
                "2026-03-02T09:41:07Z",
                "2026-03-02T09:42:44Z",
                Map.of("losslab", "0.1.0"),
                "",
                null,
                null,
                List.of(1L),
                "",
                null,
                null,
                null,
                null,
                null,
                "",
                "",
                topology,
                List.of(),
                List.of(),
                null,
                Map.of(),
                null,
                cells,
                List.of(),
                null);
    }
}
