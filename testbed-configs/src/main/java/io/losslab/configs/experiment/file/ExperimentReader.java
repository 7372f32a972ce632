package io.losslab.configs.experiment.file;

import io.losslab.analysis.run.Figure;
import io.losslab.analysis.run.PaperClaim;
import io.losslab.configs.experiment.Cell;
import io.losslab.configs.experiment.Experiment;
import io.losslab.configs.experiment.ExperimentInputs;
import io.losslab.configs.experiment.HostSettings;
import io.losslab.configs.experiment.PauseReaction;
import io.losslab.configs.experiment.Setup;
import io.losslab.configs.language.Fields;
import io.losslab.configs.library.Topologies;
import io.losslab.configs.library.WorkloadFiles;
import io.losslab.configs.network.TopologySections;
import io.losslab.configs.scheme.SchemeCatalog;
import io.losslab.configs.yaml.Reading;
import io.losslab.configs.yaml.Spelling;
import io.losslab.configs.yaml.YamlDocument;
import io.losslab.configs.yaml.YamlValue;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.LongStream;

/**
 * Reads an experiment: first what is the same for all cells, then the setup of every matrix point
 * with its parameters put in. Not thread safe.
 */
final class ExperimentReader {
    private static final Pattern SEED_RANGE = Pattern.compile("(\\d{1,9})\\.\\.(\\d{1,9})");
    private static final long MAX_SEEDS = 100_000;

    private static final Pattern PARAMETER_NAME = Pattern.compile(ExperimentSections.PARAMETER);

    private static final List<String> RESERVED =
            List.of(SweepReader.SCHEME, SweepReader.SEED, SetOptions.SWEEP, SetOptions.SCALE);

    private final YamlDocument document;
    private final Reading reading;
    private final Topologies topologies;
    private final WorkloadFiles sizes;
    private final SchemeCatalog catalog;
    private final PauseReaction reaction;
    private final Supplier<ExperimentInputs> inputs;

    ExperimentReader(
            YamlDocument document,
            Reading reading,
            Topologies topologies,
            WorkloadFiles sizes,
            SchemeCatalog catalog,
            PauseReaction reaction,
            Supplier<ExperimentInputs> inputs) {
        this.document = document;
        this.reading = reading;
        this.topologies = topologies;
        this.sizes = sizes;
        this.catalog = catalog;
        this.reaction = reaction;
        this.inputs = inputs;
    }

    /**
     * Reads it all.
     *
     * @param scale in force; empty for the file as it stands
     */
    Optional<Experiment> read(String scale) {
        Optional<Fields> root = ExperimentSections.EXPERIMENT.read(document.root(reading));
        if (root.isEmpty()) {
            return Optional.empty();
        }
        Fields map = root.get();
        Map<String, YamlValue> parameters = parameters(map);
        List<String> schemes =
                map.get(ExperimentSections.SCHEMES).orElse(List.of()).stream()
                        .map(YamlValue.Entry::key)
                        .toList();
        if (schemes.isEmpty()) {
            map.get(ExperimentSections.SCHEMES)
                    .ifPresent(
                            none ->
                                    map.blame(ExperimentSections.SCHEMES)
                                            .error("there is no scheme"));
        }
        checkScales(map);
        String baseline = baseline(map, schemes);
        List<Long> seeds = seeds(map);
        SweepReader sweepReader = new SweepReader(parameters, schemes);
        List<MatrixPoint> points =
                schemes.isEmpty()
                        ? List.of()
                        : sweepReader.read(map.get(ExperimentSections.SWEEPS));
        OptionalLong timeDilation = timeDilation(map);
        SetupReader setupReader =
                new SetupReader(
                        topologies,
                        sizes,
                        catalog,
                        topology ->
                                HostSettings.DEFAULT.reactingAfter(
                                        reaction.of(timeDilation, topology)));
        Map<MatrixPoint, Setup> setups = setups(setupReader, points, parameters, schemes);
        reportUnused(parameters);

        List<String> names = new ArrayList<>(List.of(SweepReader.SCHEME, SweepReader.SEED));
        names.addAll(parameters.keySet());
        FigureReader figureReader =
                new FigureReader(
                        new FigureReader.Names(
                                sweepReader.names(),
                                names,
                                schemes,
                                trafficNames(setups.values()),
                                reportedNames(map, setups.values())),
                        setups.values(),
                        !reading.problems().hasErrors());
        List<Figure> figures =
                map.get(ExperimentSections.FIGURES).map(figureReader::figures).orElse(List.of());
        List<PaperClaim> paper =
                map.get(ExperimentSections.CLAIMS).map(figureReader::paper).orElse(List.of());
        acceptWarnings(map);
        return Optional.of(
                new Experiment(
                        map.get(ExperimentSections.NAME).orElse(""),
                        map.get(ExperimentSections.TITLE).orElse(""),
                        source(map),
                        map.get(ExperimentSections.NOTES).orElse(""),
                        seeds,
                        schemes,
                        labels(map),
                        baseline,
                        scale,
                        timeDilation,
                        cells(points, setups, seeds),
                        figures,
                        paper,
                        resolved(),
                        inputs.get()));
    }

    private void acceptWarnings(Fields map) {
        Set<String> known = new SchemeSections(catalog).experiment().allNames();
        known.addAll(TopologySections.TOPOLOGY.allNames());
        for (YamlValue.Entry entry :
                map.get(ExperimentSections.ACCEPTED_WARNINGS).orElse(List.of())) {
            String last = entry.key().substring(entry.key().lastIndexOf('.') + 1);
            if (!reading.problems().removeWarningsAbout(entry.key()) && !known.contains(last)) {
                entry.error(
                        "there is no key '%s' that a warning could be about".formatted(last),
                        "the key that the warning stands at",
                        Spelling.didYouMean(last, known));
            }
        }
    }

    /** Names of traffic, of the cell that has the most. */
    private static List<String> trafficNames(Collection<Setup> setups) {
        return setups.stream()
                .map(
                        setup ->
                                setup.traffic().stream()
                                        .flatMap(group -> group.stageNames().stream())
                                        .distinct()
                                        .toList())
                .max(Comparator.comparingInt(List::size))
                .orElse(List.of());
    }

    /** Names that figures can give: those of the groups, their stages and their bins. */
    private static List<String> reportedNames(Fields map, Collection<Setup> setups) {
        Set<String> names = new LinkedHashSet<>(SetupReader.trafficNames(map));
        for (Setup setup : setups) {
            setup.traffic().forEach(group -> names.addAll(group.reportedNames()));
        }
        return List.copyOf(names);
    }

    private static Map<String, YamlValue> parameters(Fields map) {
        Map<String, YamlValue> parameters = new LinkedHashMap<>();
        for (YamlValue.Entry entry : map.get(ExperimentSections.PARAMETERS).orElse(List.of())) {
            boolean reserved = RESERVED.contains(entry.key());
            if (reserved || !PARAMETER_NAME.matcher(entry.key()).matches()) {
                String why = reserved ? "is reserved" : "is not a valid parameter name";
                entry.error(
                        "'%s' %s".formatted(entry.key(), why),
                        "a letter, then letters, digits or underscores; not scheme, seed or scale",
                        "");
            } else {
                parameters.put(entry.key(), entry.value());
            }
        }
        // A value that is wrong is reported, and its parameter known.
        parameters.values().forEach(YamlValue::text);
        return parameters;
    }

    /** What a scale changes is checked when it is applied; here only its form. */
    private static void checkScales(Fields map) {
        for (YamlValue.Entry scale : map.get(ExperimentSections.SCALES).orElse(List.of())) {
            if (scale.value().entries().isEmpty() && scale.value().isMap()) {
                scale.value().error("scale '%s' is empty".formatted(scale.key()));
            }
        }
    }

    private static OptionalLong timeDilation(Fields map) {
        return map.get(ExperimentSections.LIVE_RUN)
                .flatMap(live -> live.get(ExperimentSections.TIME_DILATION))
                .map(OptionalLong::of)
                .orElseGet(OptionalLong::empty);
    }

    private static Map<String, String> labels(Fields map) {
        Map<String, String> labels = new LinkedHashMap<>();
        for (YamlValue.Entry scheme : map.get(ExperimentSections.SCHEMES).orElse(List.of())) {
            SchemeSection.of(scheme.value())
                    .get(ExperimentSections.LABEL)
                    .ifPresent(label -> labels.put(scheme.key(), label));
        }
        return labels;
    }

    private static String baseline(Fields map, List<String> schemes) {
        return map.written(ExperimentSections.BASELINE)
                .flatMap(name -> name.oneOf(schemes, "there is no scheme '%s'"))
                .orElse(schemes.isEmpty() ? "" : schemes.get(0));
    }

    private static List<Long> seeds(Fields map) {
        if (!map.has(ExperimentSections.SEEDS)) {
            return List.of(1L);
        }
        Set<Long> seeds = new LinkedHashSet<>();
        for (YamlValue item :
                map.get(ExperimentSections.SEEDS).map(YamlValue::itemsOrOne).orElse(List.of())) {
            for (long seed : range(item)) {
                if (!seeds.add(seed)) {
                    item.error("duplicate seed %d".formatted(seed));
                }
            }
        }
        return List.copyOf(seeds);
    }

    /** A seed, or those from one to another: {@code 1..40}. */
    private static List<Long> range(YamlValue item) {
        Matcher range = SEED_RANGE.matcher(item.isScalar() ? item.text().orElse("") : "");
        if (!range.matches()) {
            return item.integer(0, Long.MAX_VALUE).stream().toList();
        }
        long first = Long.parseLong(range.group(1));
        long last = Long.parseLong(range.group(2));
        if (last < first || last - first >= MAX_SEEDS) {
            item.error(
                    "'%s' is not a range of seeds".formatted(range.group()), "such as 1..40", "");
            return List.of();
        }
        return LongStream.rangeClosed(first, last).boxed().toList();
    }

    /**
     * Setups of all points, and one of each scheme that no point runs: for its mistakes, and as
     * figures may show its ports.
     */
    private Map<MatrixPoint, Setup> setups(
            SetupReader reader,
            List<MatrixPoint> points,
            Map<String, YamlValue> parameters,
            List<String> schemes) {
        Map<MatrixPoint, Setup> setups = new LinkedHashMap<>();
        for (MatrixPoint point : points) {
            setup(reader, point).ifPresent(setup -> setups.put(point, setup));
        }
        for (String scheme : schemes) {
            if (points.stream().noneMatch(point -> point.scheme().equals(scheme))) {
                MatrixPoint left = new MatrixPoint("", scheme, parameters);
                setup(reader, left).ifPresent(setup -> setups.put(left, setup));
            }
        }
        return setups;
    }

    private Optional<Setup> setup(SetupReader reader, MatrixPoint point) {
        // Reads all keys again; a problem that is found twice counts once.
        return ExperimentSections.EXPERIMENT
                .read(document.root(reading.binding(point.bindings())))
                .flatMap(map -> reader.read(map, point.scheme()));
    }

    private void reportUnused(Map<String, YamlValue> parameters) {
        if (reading.problems().hasErrors()) {
            return;
        }
        parameters.forEach(
                (name, value) -> {
                    if (!reading.usedParameters().contains(name)) {
                        value.warning("parameter '%s' is not used".formatted(name));
                    }
                });
    }

    private static List<Cell> cells(
            List<MatrixPoint> points, Map<MatrixPoint, Setup> setups, List<Long> seeds) {
        List<Cell> cells = new ArrayList<>();
        for (MatrixPoint point : points) {
            Setup setup = setups.get(point);
            Map<String, String> parameters = new LinkedHashMap<>();
            point.bindings()
                    .forEach((name, value) -> parameters.put(name, value.text().orElse("")));
            for (long seed : seeds) {
                if (setup != null) {
                    cells.add(
                            new Cell(
                                    cells.size(),
                                    point.sweep(),
                                    point.scheme(),
                                    java.util.Collections.unmodifiableMap(parameters),
                                    seed,
                                    setup.seeded(seed)));
                }
            }
        }
        return cells;
    }

    static Experiment.Source source(Fields map) {
        Optional<Fields> source = map.get(ExperimentSections.PUBLICATION);
        return new Experiment.Source(
                source.flatMap(keys -> keys.get(ExperimentSections.PAPER)).orElse(""),
                source.flatMap(keys -> keys.get(ExperimentSections.PAPER_FIGURES))
                        .orElse(List.of()));
    }

    /** The document's text; a topology file it names is appended as a document of its own. */
    private String resolved() {
        StringBuilder text = new StringBuilder(document.print());
        Map<String, YamlDocument> files = new java.util.TreeMap<>(topologies.documents());
        files.values().forEach(file -> text.append("---\n").append(file.print()));
        return text.toString();
    }
}
