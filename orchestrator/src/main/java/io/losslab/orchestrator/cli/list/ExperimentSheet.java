package io.losslab.orchestrator.cli.list;

import io.losslab.analysis.report.AlignedText;
import io.losslab.configs.experiment.Cell;
import io.losslab.configs.experiment.Experiment;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * An experiment at a glance.
 *
 * @param title one line
 * @param paper that it reproduces; empty where none
 * @param notes paragraphs, as written
 * @param topology its name
 * @param hosts number of hosts in the first cell's network
 * @param switches number of switches there
 * @param schemes names, the baseline first
 * @param seeds of the repetitions
 * @param cells number of runs
 * @param sweeps values of each parameter, by sweep
 * @param scales that {@code --set scale=} takes
 * @param figures titles by id
 * @param comparedValues values of the paper that it is compared with
 */
record ExperimentSheet(
        String title,
        String paper,
        String notes,
        String topology,
        int hosts,
        int switches,
        List<String> schemes,
        List<Long> seeds,
        int cells,
        Map<String, Map<String, Set<String>>> sweeps,
        List<String> scales,
        Map<String, String> figures,
        int comparedValues) {

    static ExperimentSheet of(Experiment experiment, List<String> scales) {
        Map<String, Map<String, Set<String>>> sweeps = new LinkedHashMap<>();
        for (Cell cell : experiment.cells()) {
            Map<String, Set<String>> axes =
                    sweeps.computeIfAbsent(cell.sweep(), sweep -> new LinkedHashMap<>());
            axes.computeIfAbsent("scheme", key -> new LinkedHashSet<>()).add(cell.scheme());
            cell.parameters()
                    .forEach(
                            (key, value) ->
                                    axes.computeIfAbsent(key, each -> new LinkedHashSet<>())
                                            .add(value));
        }
        Map<String, String> figures = new LinkedHashMap<>();
        experiment.figures().forEach(figure -> figures.put(figure.id(), figure.title()));
        List<String> schemes = new ArrayList<>(List.of(experiment.baseline()));
        experiment.schemes().stream().filter(one -> !schemes.contains(one)).forEach(schemes::add);
        var network = experiment.cells().get(0).setup().network();
        return new ExperimentSheet(
                experiment.title(),
                experiment.source().paper(),
                experiment.notes(),
                network.topology().name(),
                network.topology().hosts().size(),
                network.topology().switches().size(),
                schemes,
                experiment.seeds(),
                experiment.cells().size(),
                sweeps,
                scales,
                figures,
                experiment.paper().size());
    }

    /** For a terminal. */
    String text(String name) {
        StringBuilder text = new StringBuilder("%s: %s%n".formatted(name, title));
        List<List<String>> facts = new ArrayList<>();
        if (!paper.isEmpty()) {
            facts.add(List.of("paper", paper));
        }
        facts.add(
                List.of(
                        "topology",
                        "%s (%d hosts, %d switches)".formatted(topology, hosts, switches)));
        facts.add(List.of("schemes", String.join(", ", schemes)));
        sweeps.forEach((sweep, axes) -> facts.add(List.of("sweep " + sweep, axes(axes))));
        facts.add(List.of("seeds", join(seeds)));
        facts.add(List.of("cells", Integer.toString(cells)));
        if (!scales.isEmpty()) {
            facts.add(List.of("scales", String.join(", ", scales)));
        }
        figures.forEach((id, of) -> facts.add(List.of("figure " + id, of)));
        if (comparedValues > 0) {
            facts.add(List.of("compared with", comparedValues + " values of the paper"));
        }
        text.append(AlignedText.of(facts));
        if (!notes.isBlank()) {
            text.append('\n').append(notes.strip()).append('\n');
        }
        text.append("%nRun it:        losslab run %s%n".formatted(name));
        text.append("Start from it: losslab new my-experiment --from %s%n".formatted(name));
        return text.toString();
    }

    /** The axes first; parameters of one value after them. */
    private static String axes(Map<String, Set<String>> axes) {
        List<String> swept = new ArrayList<>();
        List<String> fixed = new ArrayList<>();
        axes.forEach(
                (key, values) -> {
                    String text = key + "=" + String.join("|", values);
                    (values.size() > 1 ? swept : fixed).add(text);
                });
        swept.addAll(fixed);
        return String.join(" ", swept);
    }

    private static String join(List<Long> numbers) {
        return String.join(", ", numbers.stream().map(Object::toString).toList());
    }
}
