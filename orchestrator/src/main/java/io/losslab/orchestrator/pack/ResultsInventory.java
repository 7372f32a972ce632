package io.losslab.orchestrator.pack;

import io.losslab.analysis.comparison.BackendComparison;
import io.losslab.analysis.figure.print.FigureFiles;
import io.losslab.analysis.reference.NcclTests;
import io.losslab.analysis.report.ReportWriter;
import io.losslab.analysis.run.RunManifest;
import io.losslab.analysis.summary.CellOutcome;
import io.losslab.analysis.summary.Summary;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Which files of a results directory a pack has: those that a run is known to write. Others may be
 * the user's, or may name hosts, users, and files, as the log does, and stay out.
 *
 * @param files that are packed, by path
 * @param leftOut paths of the others
 */
record ResultsInventory(List<PackedFile> files, List<String> leftOut) {
    private static final Map<String, String> KNOWN =
            Map.ofEntries(
                    Map.entry(
                            RunManifest.FILE,
                            "What was run: the experiment, seeds, command, versions, and"
                                    + " machine"),
                    Map.entry(Summary.FILE, "Metrics and checks of every cell"),
                    Map.entry(CellOutcome.FILE, "Outcomes of the cells"),
                    Map.entry(ReportWriter.FILE, "The report"),
                    Map.entry(NcclTests.FILE, "What nccl-tests measured on GPUs"),
                    Map.entry("perftest.txt", "The traffic, in the report format of perftest"),
                    Map.entry(
                            RunManifest.DEVICES,
                            "Devices of the testbed with the versions that they report, and their"
                                    + " cables"),
                    Map.entry("flows.parquet", "Every message"),
                    Map.entry("counters.parquet", "Samples of counters"),
                    Map.entry("events.parquet", "Drops, violations, and pauses"),
                    Map.entry("pauses.parquet", "Pause time and its root causes"),
                    Map.entry("iterations.parquet", "Iterations of collectives and traces"));

    private static final Pattern NUMBERED =
            Pattern.compile(
                    "pcap/cell-\\d+\\.pcapng|%1$s/figure-[^/]+\\.(svg|pdf|csv)|%1$s/%2$s"
                            .formatted(FigureFiles.FOLDER, FigureFiles.CAPTIONS));

    /** Takes stock of a results directory. */
    static ResultsInventory of(Path directory, RunManifest.Inputs inputs) throws IOException {
        List<PackedFile> files = new ArrayList<>();
        List<String> leftOut = new ArrayList<>();
        for (String path : paths(directory)) {
            String own = withinItsRun(path);
            if (Files.isSymbolicLink(directory.resolve(path))) {
                leftOut.add(path);
            } else if (own.startsWith(RunManifest.INPUTS + "/") && inputs.has(own)) {
                files.add(PackedFile.of(directory, path, PackedFile.Role.INPUT, ""));
            } else if (KNOWN.containsKey(own) || NUMBERED.matcher(own).matches()) {
                String description = KNOWN.getOrDefault(own, "");
                files.add(PackedFile.of(directory, path, PackedFile.Role.RESULT, description));
            } else {
                leftOut.add(path);
            }
        }
        return new ResultsInventory(List.copyOf(files), List.copyOf(leftOut));
    }

    /** Whether a file is packed. */
    boolean has(String path) {
        return files.stream().anyMatch(file -> file.path().equals(path));
    }

    /** The same cells in virtual time lie in folders, in the same files. */
    private static String withinItsRun(String path) {
        return BackendComparison.FOLDERS.stream()
                .map(folder -> folder + "/")
                .filter(path::startsWith)
                .findFirst()
                .map(folder -> path.substring(folder.length()))
                .orElse(path);
    }

    private static List<String> paths(Path directory) throws IOException {
        Path root = directory.toRealPath();
        try (Stream<Path> tree = Files.walk(root)) {
            return tree.filter(file -> !Files.isDirectory(file, LinkOption.NOFOLLOW_LINKS))
                    .map(file -> root.relativize(file).toString().replace('\\', '/'))
                    .sorted()
                    .toList();
        }
    }
}
