package io.losslab.orchestrator.experiment;

import io.losslab.orchestrator.yaml.Overrides;
import io.losslab.orchestrator.yaml.Position;
import io.losslab.orchestrator.yaml.Problem;
import io.losslab.orchestrator.yaml.Problems;
import io.losslab.orchestrator.yaml.Spelling;
import io.losslab.orchestrator.yaml.YamlDocument;
import java.util.ArrayList;
import java.util.List;

/**
 * Applies {@code --set key=value} to an experiment's document.
 *
 * <p>A key without dots that is a parameter, or {@code scheme}, takes the value everywhere: its
 * default, and every sweep that sets or sweeps it. A list sweeps it. Any other key is a path.
 */
final class SetOptions {
    private final Overrides overrides;
    private final Problems problems;

    SetOptions(YamlDocument document, Problems problems) {
        this.overrides = new Overrides(document, problems);
        this.problems = problems;
    }

    void apply(String setting) {
        String option = "--set " + setting;
        int equals = setting.indexOf('=');
        if (equals < 1) {
            problems.add(
                    Problem.error(Position.ofFile(option), "", "not of the form key=value")
                            .expecting("a setting such as duration=50ms"));
            return;
        }
        String key = setting.substring(0, equals).strip();
        String value = setting.substring(equals + 1).strip();
        List<String> parameters = overrides.keysAt(List.of("parameters"));
        List<String> path = List.of(key.split("\\.", -1));
        if (parameters.contains(key)) {
            setParameter(key, value, option);
        } else if (key.equals(SweepReader.SCHEME)) {
            setScheme(value, option);
        } else if (ExperimentFormat.EXPERIMENT.all().contains(path.get(0))) {
            overrides.set(path, value, option);
        } else {
            List<String> known = new ArrayList<>(parameters);
            known.addAll(ExperimentFormat.EXPERIMENT.all());
            known.add(SweepReader.SCHEME);
            problems.add(
                    Problem.error(
                                    Position.ofFile(option),
                                    key,
                                    "the experiment has no parameter or key '%s'"
                                            .formatted(path.get(0)))
                            .expecting(
                                    parameters.isEmpty()
                                            ? "a key of the file"
                                            : "a key of the file, or a parameter: "
                                                    + String.join(", ", parameters))
                            .suggesting(Spelling.didYouMean(path.get(0), known)));
        }
    }

    private void setParameter(String name, String value, String option) {
        boolean list = value.startsWith("[");
        if (!list) {
            overrides.set(List.of("parameters", name), value, option);
        }
        boolean swept = false;
        for (int sweep = 0; sweep < overrides.itemsAt(List.of("sweeps")); sweep++) {
            List<String> axis = List.of("sweeps", String.valueOf(sweep), "matrix", name);
            List<String> fixed = List.of("sweeps", String.valueOf(sweep), "set", name);
            if (overrides.has(axis)) {
                overrides.set(axis, list ? value : "[" + value + "]", option);
                swept = true;
            } else if (overrides.has(fixed) && !list) {
                overrides.set(fixed, value, option);
            }
        }
        if (list && !swept) {
            problems.add(
                    Problem.error(
                                    Position.ofFile(option),
                                    name,
                                    "no sweep has the axis '%s', so it takes no list"
                                            .formatted(name))
                            .expecting("a single value"));
        }
    }

    private void setScheme(String value, String option) {
        String list = value.startsWith("[") ? value : "[" + value + "]";
        int sweeps = overrides.itemsAt(List.of("sweeps"));
        if (sweeps == 0) {
            overrides.set(
                    List.of("sweeps"), "[{name: all, matrix: {scheme: " + list + "}}]", option);
        }
        for (int sweep = 0; sweep < sweeps; sweep++) {
            overrides.set(
                    List.of("sweeps", String.valueOf(sweep), "matrix", SweepReader.SCHEME),
                    list,
                    option);
        }
    }
}
