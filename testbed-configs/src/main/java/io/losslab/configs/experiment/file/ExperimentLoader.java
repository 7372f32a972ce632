package io.losslab.configs.experiment.file;

import io.losslab.configs.experiment.Experiment;
import io.losslab.configs.experiment.PauseReaction;
import io.losslab.configs.library.Library;
import io.losslab.configs.library.Topologies;
import io.losslab.configs.library.WorkloadFiles;
import io.losslab.configs.network.Network;
import io.losslab.configs.network.TopologyReader;
import io.losslab.configs.scheme.SchemeCatalog;
import io.losslab.configs.yaml.Problems;
import io.losslab.configs.yaml.Reading;
import io.losslab.configs.yaml.TextFile;
import io.losslab.configs.yaml.YamlDocument;
import io.losslab.configs.yaml.YamlValue;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** Loads experiments and topologies, by bundled name or from files. */
public final class ExperimentLoader {
    private final Library library;
    private final SchemeCatalog catalog;

    public ExperimentLoader(Library library) {
        this(library, SchemeCatalog.standard());
    }

    /** A loader whose files can name what a catalog holds. */
    public ExperimentLoader(Library library, SchemeCatalog catalog) {
        this.library = library;
        this.catalog = catalog;
    }

    /** Loads an experiment whose hosts act on pauses at once, unless it says otherwise. */
    public Optional<Experiment> load(String nameOrFile, List<String> settings, Problems problems) {
        return load(nameOrFile, settings, PauseReaction.NONE, problems);
    }

    /**
     * Loads an experiment with all its cells.
     *
     * @param nameOrFile a bundled name such as {@code bifrost/case-a}, or a file
     * @param settings {@code key=value} of each {@code --set}, applied in order
     * @param reaction of hosts that are not given one
     * @param problems takes all that is wrong, warnings too
     * @return empty where an error was found
     */
    public Optional<Experiment> load(
            String nameOrFile, List<String> settings, PauseReaction reaction, Problems problems) {
        Path file = Path.of(nameOrFile);
        boolean isFile = looksLikeFile(nameOrFile) || Files.isRegularFile(file);
        Optional<String> text =
                isFile
                        ? TextFile.read(file, nameOrFile, problems)
                        : library.text(Library.Kind.EXPERIMENTS, nameOrFile, problems);
        String fileName =
                isFile ? nameOrFile : library.fileName(Library.Kind.EXPERIMENTS, nameOrFile);
        Optional<YamlDocument> document =
                text.flatMap(yaml -> YamlDocument.parse(fileName, yaml, problems));
        if (document.isEmpty()) {
            return Optional.empty();
        }
        String scale = new SetOptions(document.get(), problems).apply(settings);
        Optional<Path> folder =
                isFile
                        ? Optional.of(Optional.ofNullable(file.getParent()).orElse(Path.of("")))
                        : Optional.empty();
        Reading reading = new Reading(problems);
        Topologies topologies = new Topologies(library, folder, reading);
        Optional<Experiment> experiment =
                new ExperimentReader(
                                document.get(),
                                reading,
                                topologies,
                                new WorkloadFiles(folder, problems),
                                catalog,
                                reaction)
                        .read(scale);
        return problems.hasErrors() ? Optional.empty() : experiment;
    }

    /**
     * Checks a file of either kind: a topology if it has the key {@code topology} and no {@code
     * experiment} or {@code schemes}, otherwise an experiment.
     */
    public void validate(String file, Problems problems) {
        boolean isFile = looksLikeFile(file) || Files.isRegularFile(Path.of(file));
        Problems ignored = new Problems();
        Optional<YamlDocument> document =
                isFile
                        ? TextFile.read(Path.of(file), file, ignored)
                                .flatMap(text -> YamlDocument.parse(file, text, ignored))
                        : Optional.empty();
        Reading reading = new Reading(problems);
        if (document.isPresent() && isTopology(document.get().root(new Reading(ignored)))) {
            new TopologyReader().read(document.get().root(reading), "topology");
        } else if (!isFile && library.text(Library.Kind.TOPOLOGIES, file).isPresent()) {
            network(file, problems);
        } else {
            load(file, List.of(), problems);
            for (String scale : scales(file, document)) {
                load(file, List.of(SetOptions.SCALE + "=" + scale), problems);
            }
        }
    }

    private List<String> scales(String name, Optional<YamlDocument> ofFile) {
        Problems ignored = new Problems();
        return ofFile.or(
                        () ->
                                library.text(Library.Kind.EXPERIMENTS, name)
                                        .flatMap(text -> YamlDocument.parse(name, text, ignored)))
                .map(SetOptions::scales)
                .orElse(List.of());
    }

    /** A bundled topology. */
    public Optional<Network> network(String name, Problems problems) {
        String fileName = library.fileName(Library.Kind.TOPOLOGIES, name);
        return library.text(Library.Kind.TOPOLOGIES, name)
                .flatMap(text -> YamlDocument.parse(fileName, text, problems))
                .flatMap(
                        document ->
                                new TopologyReader()
                                        .read(document.root(new Reading(problems)), name));
    }

    /** The network of a topology, or of an experiment's first cell, by bundled name or file. */
    public Optional<Network> networkOf(String nameOrFile, Problems problems) {
        Path file = Path.of(nameOrFile);
        boolean isFile = looksLikeFile(nameOrFile) || Files.isRegularFile(file);
        if (!isFile && library.text(Library.Kind.TOPOLOGIES, nameOrFile).isPresent()) {
            return network(nameOrFile, problems);
        }
        Problems ignored = new Problems();
        Optional<YamlDocument> topology =
                (isFile ? TextFile.read(file, nameOrFile, ignored) : Optional.<String>empty())
                        .flatMap(text -> YamlDocument.parse(nameOrFile, text, ignored))
                        .filter(document -> isTopology(document.root(new Reading(ignored))));
        if (topology.isPresent()) {
            return new TopologyReader()
                    .read(topology.get().root(new Reading(problems)), "topology");
        }
        return load(nameOrFile, List.of(), problems)
                .map(experiment -> experiment.cells().get(0).setup().network());
    }

    /** Where a bundled experiment comes from, without reading the rest of it. */
    public Experiment.Source source(String name) {
        Problems problems = new Problems();
        return library.text(Library.Kind.EXPERIMENTS, name)
                .flatMap(text -> YamlDocument.parse(name, text, problems))
                .flatMap(
                        document ->
                                ExperimentSections.EXPERIMENT.read(
                                        document.root(new Reading(problems))))
                .map(ExperimentReader::source)
                .orElse(new Experiment.Source("", List.of()));
    }

    /** Scales that a bundled experiment has. */
    public List<String> scales(String name) {
        return scales(name, Optional.empty());
    }

    /** Title of a bundled file; empty where it has none. */
    public String title(Library.Kind kind, String name) {
        Problems problems = new Problems();
        return library.text(kind, name)
                .flatMap(text -> YamlDocument.parse(name, text, problems))
                .map(document -> document.root(new Reading(problems)))
                .filter(YamlValue::isMap)
                .flatMap(
                        root ->
                                root.entries().stream()
                                        .filter(entry -> entry.key().equals("title"))
                                        .flatMap(entry -> entry.value().text().stream())
                                        .findFirst())
                .orElse("");
    }

    private static boolean isTopology(YamlValue root) {
        if (!root.isMap()) {
            return false;
        }
        List<String> keys = root.entries().stream().map(entry -> entry.key()).toList();
        boolean experiment = keys.contains("experiment") || keys.contains("schemes");
        return !experiment
                && keys.stream()
                        .anyMatch(List.of("topology", "links", "switches", "generator")::contains);
    }

    private static boolean looksLikeFile(String name) {
        return name.endsWith(".yaml")
                || name.endsWith(".yml")
                || name.startsWith("/")
                || name.startsWith("./")
                || name.startsWith("../");
    }
}
