package io.losslab.orchestrator.run;

import io.losslab.analysis.run.RunManifest;
import io.losslab.analysis.run.RunStatus;
import io.losslab.analysis.run.TopologyGraph;
import io.losslab.api.topology.Link;
import io.losslab.api.topology.Node;
import io.losslab.configs.experiment.Cell;
import io.losslab.configs.experiment.Experiment;
import io.losslab.configs.network.Network;
import io.losslab.configs.testbed.Testbed;
import io.losslab.configs.testbed.TestbedDigest;
import io.losslab.labs.backend.registry.Backends;
import io.losslab.orchestrator.session.BuildFacts;
import io.losslab.orchestrator.session.RunRequest;
import java.nio.file.Path;
import java.time.OffsetDateTime;
import java.time.temporal.ChronoUnit;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/** Writes down what a run is, for {@code run.json}. */
final class RunManifests {
    private RunManifests() {}

    /** The manifest of a run that starts now. */
    static RunManifest of(RunRequest request) {
        Experiment experiment = request.experiment();
        Experiment.Source source = experiment.source();
        return new RunManifest(
                RunManifest.SCHEMA_VERSION,
                experiment.name(),
                experiment.title(),
                request.backend().name().toLowerCase(Locale.ROOT),
                RunStatus.RUNNING,
                now(),
                null,
                BuildFacts.versions(),
                BuildFacts.commit(),
                nullIfEmpty(BuildFacts.commitDate()),
                MachineFacts.ofThis(),
                experiment.seeds(),
                request.command(),
                Path.of("").toAbsolutePath().toString(),
                experiment.inputs().copies(),
                request.testbed().map(Testbed::name).orElse(null),
                request.testbed().map(TestbedDigest::of).orElse(null),
                source.paper().isEmpty()
                        ? null
                        : new RunManifest.Source(source.paper(), source.figures()),
                Backends.of(request.backend()).notes(experiment) + experiment.notes(),
                experiment.resolvedYaml(),
                graph(experiment.cells()),
                experiment.figures(),
                experiment.paper(),
                nullIfEmpty(experiment.baseline()),
                experiment.labels(),
                nullIfEmpty(experiment.scale()),
                experiment.cells().stream().map(RunManifests::cell).toList(),
                experiment.cells().stream()
                        .flatMap(cell -> cell.setup().traffic().stream())
                        .flatMap(group -> group.sizeBins().stream())
                        .distinct()
                        .toList(),
                List.of());
    }

    /** Now, as ISO 8601 to the second. */
    static String now() {
        return OffsetDateTime.now(java.time.ZoneId.systemDefault())
                .truncatedTo(ChronoUnit.SECONDS)
                .toString();
    }

    private static RunManifest.CellRef cell(Cell cell) {
        return new RunManifest.CellRef(cell.index(), cell.sweep(), cell.params());
    }

    /** Of the first cell; a network that several cells share is compared once. */
    private static TopologyGraph graph(List<Cell> cells) {
        Network drawn = cells.get(0).setup().network();
        TopologyGraph first = graph(drawn);
        IdentityHashMap<Network, Boolean> same = new IdentityHashMap<>();
        same.put(drawn, true);
        Set<Integer> others = new HashSet<>();
        for (Cell cell : cells) {
            Network network = cell.setup().network();
            if (!same.computeIfAbsent(network, other -> graph(other).equals(first))) {
                others.add(cell.index());
            }
        }
        return first.butOf(others);
    }

    private static TopologyGraph graph(Network network) {
        return new TopologyGraph(
                network.topology().nodes().stream().map(RunManifests::node).toList(),
                network.topology().links().stream()
                        .map(link -> link(link, network.lengthByLink().get(link.id())))
                        .toList());
    }

    private static TopologyGraph.Node node(Node node) {
        return new TopologyGraph.Node(
                node.name(), node.isHost() ? "host" : "switch", node.buffer().bytes());
    }

    private static TopologyGraph.Link link(Link link, String length) {
        return new TopologyGraph.Link(
                link.a().node().name(),
                link.a().port(),
                link.b().node().name(),
                link.b().port(),
                link.rate().bitsPerSecond(),
                link.delay().nanos(),
                length,
                link.group());
    }

    private static String nullIfEmpty(String text) {
        return text == null || text.isEmpty() ? null : text;
    }
}
