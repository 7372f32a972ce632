package io.losslab.analysis.run;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * {@code run.json}: everything about a run that is not measured, enough to repeat it.
 *
 * @param schemaVersion {@value #SCHEMA_VERSION}
 * @param experiment name or path as the user gave it
 * @param title for users
 * @param backend {@code virtual}, {@code live} or {@code physical}
 * @param status how far the run came
 * @param startedAt ISO 8601 with zone
 * @param finishedAt the same; null while running
 * @param versions of losslab and what it stands on, by name
 * @param commit of losslab's sources; may be empty
 * @param commitDate when that commit was made, ISO 8601 with zone; null where not known
 * @param machine the run was made on
 * @param seeds in the order they ran
 * @param command that repeats the run
 * @param directory that the command was given in, absolute; empty in results of earlier versions
 * @param inputs copies of the files it was read from; null where there are none
 * @param testbed name of the testbed it ran on; null where it ran on none
 * @param testbedParts digests of what results depend on in the testbed, by the part's name; empty
 *     where it ran on none
 * @param source the paper it follows; null where it follows none
 * @param notes paragraphs separated by an empty line; may be empty
 * @param resolved the experiment as YAML, every default filled in
 * @param topology for the picture
 * @param figures of the report, in order
 * @param paper the paper's numbers to compare with
 * @param baseline scheme that others are compared with; null: no comparison
 * @param labels what reports call schemes, by name; others are called by their names
 * @param scale of the experiment that was in force; null for the file as it stands
 * @param cells all planned cells
 * @param bins groups by size that are reported besides the traffic groups
 * @param failures cells that failed, by number
 */
public record RunManifest(
        int schemaVersion,
        String experiment,
        String title,
        String backend,
        RunStatus status,
        String startedAt,
        String finishedAt,
        Map<String, String> versions,
        String commit,
        String commitDate,
        Machine machine,
        List<Long> seeds,
        String command,
        String directory,
        Inputs inputs,
        String testbed,
        Map<String, String> testbedParts,
        Source source,
        String notes,
        String resolved,
        TopologyGraph topology,
        List<Figure> figures,
        List<PaperClaim> paper,
        String baseline,
        Map<String, String> labels,
        String scale,
        List<CellRef> cells,
        List<SizeBin> bins,
        List<CellFailure> failures) {
    public static final int SCHEMA_VERSION = 1;
    public static final String FILE = "run.json";

    /** The devices that a run was made on. */
    public static final String DEVICES = "testbed.json";

    /** Folder of the {@link Inputs}. */
    public static final String INPUTS = "inputs";

    private static final String VIRTUAL = "virtual";

    public RunManifest {
        if (schemaVersion != SCHEMA_VERSION) {
            throw new IllegalArgumentException(
                    "run.json has schemaVersion %d, but this version of losslab reads %d"
                            .formatted(schemaVersion, SCHEMA_VERSION));
        }
        Objects.requireNonNull(experiment, "experiment");
        Objects.requireNonNull(status, "status");
        title = title == null || title.isBlank() ? experiment : title;
        backend = Objects.requireNonNullElse(backend, "");
        startedAt = withSeconds(Objects.requireNonNullElse(startedAt, ""));
        finishedAt = finishedAt == null ? null : withSeconds(finishedAt);
        commit = Objects.requireNonNullElse(commit, "");
        command = Objects.requireNonNullElse(command, "");
        directory = Objects.requireNonNullElse(directory, "");
        notes = Objects.requireNonNullElse(notes, "");
        resolved = Objects.requireNonNullElse(resolved, "");
        versions = versions == null ? Map.of() : ParamValue.ordered(versions);
        testbedParts = testbedParts == null ? Map.of() : ParamValue.ordered(testbedParts);
        labels = labels == null ? Map.of() : ParamValue.ordered(labels);
        topology = topology == null ? new TopologyGraph(null, null) : topology;
        seeds = ParamValue.listOf(seeds);
        figures = ParamValue.listOf(figures);
        paper = ParamValue.listOf(paper);
        cells = ParamValue.listOf(cells);
        bins = ParamValue.listOf(bins);
        failures = ParamValue.listOf(failures);
    }

    /** Java leaves out seconds that are zero, and DuckDB does not read a time without them. */
    private static String withSeconds(String time) {
        return time.replaceFirst("(T\\d\\d:\\d\\d)(?=[Z+-])", "$1:00");
    }

    /**
     * Reads {@code run.json} of a results directory.
     *
     * @throws IOException where there is none or it is not of this version
     */
    public static RunManifest read(Path directory) throws IOException {
        return ResultsJson.read(directory.resolve(FILE), RunManifest.class);
    }

    /** Writes {@code run.json} in one step. */
    public void write(Path directory) throws IOException {
        ResultsJson.writeRecord(directory.resolve(FILE), ResultsJson.text(this) + "\n");
    }

    /** The same run at another status. */
    public RunManifest withStatus(RunStatus newStatus, String newFinishedAt) {
        return with(newStatus, newFinishedAt, failures);
    }

    /** The same run with these failures. */
    public RunManifest withFailures(List<CellFailure> newFailures) {
        return with(status, finishedAt, newFailures);
    }

    private RunManifest with(
            RunStatus newStatus, String newFinishedAt, List<CellFailure> newFailures) {
        return new RunManifest(
                schemaVersion,
                experiment,
                title,
                backend,
                newStatus,
                startedAt,
                newFinishedAt,
                versions,
                commit,
                commitDate,
                machine,
                seeds,
                command,
                directory,
                inputs,
                testbed,
                testbedParts,
                source,
                notes,
                resolved,
                topology,
                figures,
                paper,
                baseline,
                labels,
                scale,
                cells,
                bins,
                newFailures);
    }

    /** The planned cell of a number. */
    public Optional<CellRef> cell(int number) {
        return cells.stream().filter(cell -> cell.cell() == number).findFirst();
    }

    /** The figure of an id. */
    public Optional<Figure> figure(String id) {
        return figures.stream().filter(figure -> figure.id().equals(id)).findFirst();
    }

    /** Whether it ran on virtual devices alone. */
    public boolean ranInVirtualTime() {
        return backend.equals(VIRTUAL);
    }

    /** Names of the hosts that were not virtual; host agents keep their events. */
    public Set<String> hostAgents() {
        return ranInVirtualTime()
                ? Set.of()
                : topology.nodes().stream()
                        .filter(TopologyGraph.Node::host)
                        .map(TopologyGraph.Node::name)
                        .collect(Collectors.toSet());
    }

    /**
     * The machine a run was made on.
     *
     * @param cpu model name
     * @param cores logical ones
     * @param memoryBytes main memory
     * @param os name and version
     * @param java version
     */
    public record Machine(String cpu, int cores, long memoryBytes, String os, String java) {}

    /**
     * What an experiment was read from: copies of its files, relative to the results directory, and
     * the changes to it.
     *
     * @param experiment its own file; those that it names are in the same folder
     * @param profile what a probe measured; null where there is none
     * @param settings {@code key=value} of each change to the experiment, in order
     * @param others the files that it names, and the profile; null in results of earlier versions
     */
    public record Inputs(
            String experiment, String profile, List<String> settings, List<String> others) {
        public Inputs {
            settings = ParamValue.listOf(settings);
            others = others == null ? null : List.copyOf(others);
        }

        /** Whether it is one of the copies. */
        public boolean has(String path) {
            return path.equals(experiment) || others == null || others.contains(path);
        }
    }

    /**
     * Where an experiment comes from.
     *
     * @param paper short name
     * @param figures of the paper it repeats
     */
    public record Source(String paper, List<String> figures) {
        public Source {
            figures = ParamValue.listOf(figures);
        }
    }

    /**
     * A planned cell.
     *
     * @param cell number, from 0
     * @param sweep of the experiment it belongs to; null where there is only one
     * @param params its values, {@code scheme} and {@code seed} among them
     */
    public record CellRef(int cell, String sweep, Map<String, Object> params) {
        public CellRef {
            params = ParamValue.ordered(params);
        }
    }
}
