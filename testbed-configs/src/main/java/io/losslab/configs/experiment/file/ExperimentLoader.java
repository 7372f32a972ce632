package io.losslab.configs.experiment.file;

import io.losslab.configs.experiment.Experiment;
import io.losslab.configs.experiment.ExperimentInputs;
import io.losslab.configs.experiment.PauseReaction;
import io.losslab.configs.library.Library;
import io.losslab.configs.library.NamedFiles;
import io.losslab.configs.library.Topologies;
import io.losslab.configs.library.WorkloadFiles;
import io.losslab.configs.network.Network;
import io.losslab.configs.network.TopologyReader;
import io.losslab.configs.scheme.SchemeCatalog;
import io.losslab.configs.yaml.Places;
import io.losslab.configs.yaml.Problems;
import io.losslab.configs.yaml.Reading;
import io.losslab.configs.yaml.YamlDocument;
import io.losslab.configs.yaml.YamlValue;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

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
        return library.find(Library.Kind.EXPERIMENTS, nameOrFile, problems)
                .flatMap(
                        found ->
                                load(
                                        nameOrFile,
                                        found.document(),
                                        NamedFiles.of(found.folder()),
                                        settings,
                                        reaction,
                                        problems));
    }

    /**
     * Loads an experiment from the copies that a run keeps of its inputs; otherwise the same.
     *
     * @param file the experiment's copy
     */
    public Optional<Experiment> loadKept(
            Path file, List<String> settings, PauseReaction reaction, Problems problems) {
        return YamlDocument.read(file, file.toString(), problems)
                .flatMap(
                        document ->
                                load(
                                        file.toString(),
                                        document,
                                        NamedFiles.kept(file.getParent()),
                                        settings,
                                        reaction,
                                        problems));
    }

    private Optional<Experiment> load(
            String nameOrFile,
            YamlDocument document,
            NamedFiles named,
            List<String> settings,
            PauseReaction reaction,
            Problems problems) {
        String written = document.text();
        String scale = new SetOptions(document, problems).apply(settings);
        Reading reading = new Reading(problems);
        Optional<Experiment> experiment =
                new ExperimentReader(
                                document,
                                reading,
                                new Topologies(library, named, reading),
                                new WorkloadFiles(named, problems),
                                catalog,
                                reaction,
                                () -> inputs(nameOrFile, written, settings, named))
                        .read(scale);
        return problems.hasErrors() ? Optional.empty() : experiment;
    }

    private static ExperimentInputs inputs(
            String nameOrFile, String text, List<String> settings, NamedFiles named) {
        String own = Path.of(nameOrFile).getFileName().toString();
        return new ExperimentInputs(
                Library.isFile(nameOrFile) ? own : own + ".yaml",
                text,
                settings,
                named.found(),
                Optional.empty());
    }

    /** Where the values of an experiment stand, for what is found when it is planned. */
    public Places places(String nameOrFile) {
        return new Places(
                nameOrFile,
                library.find(Library.Kind.EXPERIMENTS, nameOrFile, new Problems())
                        .map(Library.Found::document));
    }

    /**
     * Checks a topology or an experiment: with its changes, or at all its scales.
     *
     * @param settings {@code key=value} of each {@code --set}; a topology has none
     */
    public void validate(String nameOrFile, List<String> settings, Problems problems) {
        Optional<YamlDocument> topology = topology(nameOrFile);
        if (topology.isPresent()) {
            network(topology.get(), nameOrFile, problems);
            return;
        }
        load(nameOrFile, settings, problems);
        if (!settings.isEmpty()) {
            return;
        }
        for (String scale : scales(nameOrFile)) {
            load(nameOrFile, List.of(SetOptions.SCALE + "=" + scale), problems);
        }
    }

    /** The network of a topology, or of an experiment's first cell, by bundled name or file. */
    public Optional<Network> networkOf(String nameOrFile, Problems problems) {
        Optional<YamlDocument> topology = topology(nameOrFile);
        return topology.isPresent()
                ? network(topology.get(), nameOrFile, problems)
                : load(nameOrFile, List.of(), problems)
                        .map(experiment -> experiment.cells().get(0).setup().network());
    }

    /** Whether a bundled name or a file is a topology rather than an experiment. */
    public boolean isTopology(String nameOrFile) {
        return topology(nameOrFile).isPresent();
    }

    private static Optional<Network> network(
            YamlDocument topology, String nameOrFile, Problems problems) {
        return new TopologyReader()
                .read(
                        topology.root(new Reading(problems)),
                        Library.isFile(nameOrFile) ? "topology" : nameOrFile);
    }

    /**
     * A topology; empty where it is anything else. A topology has one of its keys, but neither
     * {@code experiment} nor {@code schemes}.
     */
    private Optional<YamlDocument> topology(String nameOrFile) {
        Problems ignored = new Problems();
        return library.find(Library.Kind.TOPOLOGIES, nameOrFile, ignored)
                .map(Library.Found::document)
                .filter(document -> isTopology(document.root(new Reading(ignored))));
    }

    private static boolean isTopology(YamlValue root) {
        return !root.has("experiment")
                && !root.has("schemes")
                && Stream.of("topology", "links", "switches", "generator").anyMatch(root::has);
    }

    /** Where a bundled experiment comes from, without reading the rest of it. */
    public Experiment.Source source(String name) {
        Problems problems = new Problems();
        return library.bundled(Library.Kind.EXPERIMENTS, name, problems)
                .flatMap(
                        document ->
                                ExperimentSections.EXPERIMENT.read(
                                        document.root(new Reading(problems))))
                .map(ExperimentReader::source)
                .orElse(new Experiment.Source("", List.of()));
    }

    /**
     * The setting that leaves out an experiment's sweeps without a figure of the paper; empty where
     * none is to be left out, or where the settings choose sweeps.
     */
    public Optional<String> sweepsWithFigures(String nameOrFile, List<String> settings) {
        Problems ignored = new Problems();
        return library.find(Library.Kind.EXPERIMENTS, nameOrFile, ignored)
                .flatMap(
                        found ->
                                new SetOptions(found.document(), ignored)
                                        .sweepsWithFigures(settings));
    }

    /** Scales that an experiment has. */
    public List<String> scales(String nameOrFile) {
        return library.find(Library.Kind.EXPERIMENTS, nameOrFile, new Problems())
                .map(found -> SetOptions.scales(found.document()))
                .orElse(List.of());
    }

    /** Keys without dots that {@code --set} takes for an experiment. */
    public List<String> settable(String nameOrFile) {
        return library.find(Library.Kind.EXPERIMENTS, nameOrFile, new Problems())
                .map(found -> SetOptions.keys(found.document()))
                .orElse(List.of());
    }

    /** Title of a bundled file; empty where it has none. */
    public String title(Library.Kind kind, String name) {
        Problems problems = new Problems();
        return library.bundled(kind, name, problems)
                .map(document -> document.root(new Reading(problems)))
                .filter(root -> root.has("title"))
                .flatMap(
                        root ->
                                root.entries().stream()
                                        .filter(entry -> entry.key().equals("title"))
                                        .flatMap(entry -> entry.value().text().stream())
                                        .findFirst())
                .orElse("");
    }
}
