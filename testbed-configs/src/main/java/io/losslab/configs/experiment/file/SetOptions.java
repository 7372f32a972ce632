package io.losslab.configs.experiment.file;

import io.losslab.configs.yaml.NewValue;
import io.losslab.configs.yaml.Overrides;
import io.losslab.configs.yaml.Position;
import io.losslab.configs.yaml.Problem;
import io.losslab.configs.yaml.Problems;
import io.losslab.configs.yaml.Reading;
import io.losslab.configs.yaml.Spelling;
import io.losslab.configs.yaml.YamlDocument;
import io.losslab.configs.yaml.YamlValue;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Applies {@code --set key=value} to an experiment's document.
 *
 * <p>A key without dots that is a parameter, or {@code scheme}, takes the value everywhere: its
 * default, and every sweep that sets or sweeps it. A list sweeps it. {@code scale} applies a set of
 * such changes that the file holds, before all others; {@code sweep} keeps the sweeps that it names
 * and their figures, after all others; {@code timeDilation} is short for {@code live.timeDilation}.
 * Any other key is a path.
 */
final class SetOptions {
    static final String SCALE = "scale";
    static final String SWEEP = "sweep";
    private static final String SCALES = ExperimentSections.SCALES.name();
    private static final String TIME_DILATION = ExperimentSections.TIME_DILATION.name();
    private static final String PARAMETERS = ExperimentSections.PARAMETERS.name();
    private static final String SWEEPS = ExperimentSections.SWEEPS.name();
    private static final String MATRIX = ExperimentSections.MATRIX.name();
    private static final String SET = ExperimentSections.SET.name();
    private static final String SWEEP_NAME = ExperimentSections.SWEEP_NAME.name();
    private static final String SWEEP_FIGURE = ExperimentSections.SWEEP_FIGURE.name();
    private static final String FIGURES = ExperimentSections.FIGURES.name();

    /** The paper's own size; what is no smaller by default needs no changes for it. */
    private static final String FULL = "full";

    private final YamlDocument document;
    private final Overrides overrides;
    private final Problems problems;

    SetOptions(YamlDocument document, Problems problems) {
        this.document = document;
        this.overrides = new Overrides(document, problems);
        this.problems = problems;
    }

    /** Applies all of them; returns the scale in force, empty where none was asked for. */
    String apply(List<String> settings) {
        List<Setting> asked = settings.stream().flatMap(text -> parse(text).stream()).toList();
        List<Setting> sweeps = keyed(asked, SWEEP);
        List<Setting> scales = keyed(asked, SCALE);
        for (Setting scale : scales) {
            List<Setting> changes = changes(scale);
            changes.stream().filter(change -> !change.key().equals(SWEEP)).forEach(this::apply);
            List<Setting> ofScale = keyed(changes, SWEEP);
            if (keyed(asked, SWEEP).isEmpty() && !ofScale.isEmpty()) {
                sweeps = ofScale;
            }
        }
        asked.stream().filter(setting -> !isSelection(setting)).forEach(this::apply);
        sweeps.forEach(this::keepSweeps);
        return scales.isEmpty() ? "" : scales.get(scales.size() - 1).text();
    }

    /**
     * The setting that leaves out sweeps without a figure of the paper; empty where that would be
     * all or none, or where settings choose sweeps themselves.
     */
    Optional<String> sweepsWithFigures(List<String> settings) {
        List<Setting> asked = settings.stream().flatMap(text -> parse(text).stream()).toList();
        Stream<Setting> ofScales =
                keyed(asked, SCALE).stream().flatMap(scale -> changes(scale).stream());
        boolean chosen =
                Stream.concat(asked.stream(), ofScales)
                        .anyMatch(setting -> setting.key().equals(SWEEP));
        List<String> all = overrides.wordsAt(List.of(SWEEPS), SWEEP_NAME);
        List<String> kept = new ArrayList<>();
        for (int sweep = 0; sweep < all.size(); sweep++) {
            if (overrides.has(List.of(SWEEPS, String.valueOf(sweep), SWEEP_FIGURE))) {
                kept.add(all.get(sweep));
            }
        }
        return chosen || kept.isEmpty() || kept.size() == all.size()
                ? Optional.empty()
                : Optional.of(SWEEP + "=" + String.join(",", kept));
    }

    private static List<Setting> keyed(List<Setting> settings, String key) {
        return settings.stream().filter(setting -> setting.key().equals(key)).toList();
    }

    private static boolean isSelection(Setting setting) {
        return setting.key().equals(SCALE) || setting.key().equals(SWEEP);
    }

    /** Names of a document's scales. */
    static List<String> scales(YamlDocument document) {
        return new Overrides(document, new Problems()).keysAt(List.of(SCALES));
    }

    /** What can be set in a document by a key without dots. */
    static List<String> keys(YamlDocument document) {
        List<String> keys =
                new ArrayList<>(List.of(SweepReader.SCHEME, SWEEP, SCALE, TIME_DILATION));
        keys.addAll(new Overrides(document, new Problems()).keysAt(List.of(PARAMETERS)));
        keys.addAll(ExperimentSections.EXPERIMENT.names());
        return keys;
    }

    private Optional<Setting> parse(String text) {
        Position place = Position.ofFile("--set " + text);
        int equals = text.indexOf('=');
        String value = text.substring(equals + 1).strip();
        if (equals < 1 || value.isEmpty()) {
            problems.add(
                    Problem.error(place, "", "expected KEY=VALUE")
                            .expecting("a setting such as duration=50ms"));
            return Optional.empty();
        }
        return NewValue.parse(value, place, problems)
                .map(
                        parsed ->
                                new Setting(
                                        text.substring(0, equals).strip(), value, parsed, place));
    }

    /** The changes of a scale; what is wrong with one is blamed on its line. */
    private List<Setting> changes(Setting setting) {
        Optional<YamlValue.Entry> scale =
                entry(document.root(new Reading(problems)), SCALES)
                        .flatMap(scales -> entry(scales.value(), setting.text()));
        List<String> known = overrides.keysAt(List.of(SCALES));
        if (known.isEmpty() && setting.text().equals(FULL)) {
            return List.of();
        }
        if (scale.isEmpty()) {
            problems.add(
                    unknown(
                                    setting,
                                    setting.text(),
                                    known,
                                    FULL
                                            + ", the scale of the file itself; it"
                                            + " defines no others")
                            .suggesting(suggestion(setting.text(), known)));
            return List.of();
        }
        return scale.get().value().entries().stream()
                .map(
                        change ->
                                new Setting(
                                        change.key(),
                                        change.value().print(),
                                        NewValue.of(change.value()),
                                        change.keyAt()))
                .toList();
    }

    /** A name that is none of those that the file has for a key; {@code none} where it has none. */
    private static Problem unknown(Setting setting, String name, List<String> known, String none) {
        return Problem.error(
                        setting.place(),
                        setting.key(),
                        "unknown %s '%s'".formatted(setting.key(), name))
                .expecting(known.isEmpty() ? none : "one of " + String.join(", ", known));
    }

    /** A number is more likely meant for what slows live runs down. */
    private static String suggestion(String value, List<String> known) {
        return value.matches("\\d+")
                ? "to slow down a live run, use --set %s=%s".formatted(TIME_DILATION, value)
                : Spelling.didYouMean(value, known);
    }

    private static Optional<YamlValue.Entry> entry(YamlValue value, String key) {
        return value.isMap()
                ? value.entries().stream().filter(entry -> entry.key().equals(key)).findFirst()
                : Optional.empty();
    }

    private void apply(Setting setting) {
        String key = setting.key();
        List<String> parameters = overrides.keysAt(List.of(PARAMETERS));
        List<String> path = List.of(key.split("\\.", -1));
        boolean isParameterPath =
                path.size() == 2
                        && path.get(0).equals(PARAMETERS)
                        && parameters.contains(path.get(1));
        if (parameters.contains(key)) {
            setParameter(key, setting);
        } else if (isParameterPath) {
            setParameter(path.get(1), setting);
        } else if (key.equals(SweepReader.SCHEME)) {
            setScheme(setting);
        } else if (key.equals(TIME_DILATION)) {
            overrides.set(
                    List.of(ExperimentSections.LIVE_RUN.name(), TIME_DILATION), setting.value());
        } else if (key.equals(SCALE)) {
            problems.add(
                    Problem.error(setting.place(), key, "a scale does not name another scale")
                            .expecting("parameters, scheme, sweep, or keys of the file"));
        } else if (ExperimentSections.EXPERIMENT.names().contains(path.get(0))) {
            overrides.set(path, setting.value());
        } else {
            problems.add(unknown(setting, path.get(0), parameters));
        }
    }

    private static Problem unknown(Setting setting, String word, List<String> parameters) {
        List<String> known = new ArrayList<>(parameters);
        known.addAll(ExperimentSections.EXPERIMENT.names());
        known.add(SweepReader.SCHEME);
        known.add(SWEEP);
        known.add(SCALE);
        known.add(TIME_DILATION);
        return Problem.error(
                        setting.place(),
                        setting.key(),
                        "the experiment has no parameter or key '%s'".formatted(word))
                .expecting(
                        parameters.isEmpty()
                                ? "a key of the file"
                                : "a key of the file, or a parameter: "
                                        + String.join(", ", parameters))
                .suggesting(Spelling.didYouMean(word, known));
    }

    private void setParameter(String name, Setting setting) {
        NewValue value = setting.value();
        if (!value.isList()) {
            overrides.set(List.of(PARAMETERS, name), value);
        }
        boolean swept = false;
        for (int sweep = 0; sweep < overrides.itemsAt(List.of(SWEEPS)); sweep++) {
            List<String> axis = List.of(SWEEPS, String.valueOf(sweep), MATRIX, name);
            List<String> fixed = List.of(SWEEPS, String.valueOf(sweep), SET, name);
            if (overrides.has(axis)) {
                overrides.set(axis, value.isList() ? value : value.inList());
                swept = true;
            } else if (overrides.has(fixed) && !value.isList()) {
                overrides.set(fixed, value);
            }
        }
        if (value.isList() && !swept) {
            problems.add(
                    Problem.error(
                                    setting.place(),
                                    name,
                                    "'%s' is not an axis of any sweep, so it cannot be a list"
                                            .formatted(name))
                            .expecting("a single value"));
        }
    }

    private void setScheme(Setting setting) {
        NewValue schemes = setting.value().isList() ? setting.value() : setting.value().inWords();
        if (overrides.itemsAt(List.of(SWEEPS)) == 0) {
            NewValue.parse("[{name: all}]", setting.place(), problems)
                    .ifPresent(sweeps -> overrides.set(List.of(SWEEPS), sweeps));
        }
        for (int sweep = 0; sweep < overrides.itemsAt(List.of(SWEEPS)); sweep++) {
            String index = String.valueOf(sweep);
            overrides.remove(List.of(SWEEPS, index, SET), SweepReader.SCHEME);
            overrides.set(List.of(SWEEPS, index, MATRIX, SweepReader.SCHEME), schemes);
        }
    }

    /** Leaves out the other sweeps, and their figures. */
    private void keepSweeps(Setting setting) {
        List<String> known = overrides.wordsAt(List.of(SWEEPS), SWEEP_NAME);
        List<String> wanted = setting.value().words();
        Optional<String> unknown = wanted.stream().filter(name -> !known.contains(name)).findAny();
        if (unknown.isPresent()) {
            problems.add(
                    unknown(setting, unknown.get(), known, "no sweep, as the experiment has none")
                            .suggesting(Spelling.didYouMean(unknown.get(), known)));
            return;
        }
        overrides.keepItems(List.of(SWEEPS), SWEEP_NAME, wanted);
        overrides.keepItems(List.of(FIGURES), FigureSections.SWEEP.name(), wanted);
    }

    /**
     * A change.
     *
     * @param text of the value
     * @param place that is blamed for it
     */
    private record Setting(String key, String text, NewValue value, Position place) {}
}
