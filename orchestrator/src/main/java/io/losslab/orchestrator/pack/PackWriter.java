package io.losslab.orchestrator.pack;

import io.losslab.analysis.run.FileReplacement;
import io.losslab.analysis.run.ResultsJson;
import io.losslab.analysis.run.RunManifest;
import io.losslab.analysis.run.RunStatus;
import io.losslab.analysis.summary.Summary;
import io.losslab.collectors.RunDirectory;
import io.losslab.devices.failure.CommandFailure;
import io.losslab.orchestrator.session.CommandWords;
import io.losslab.orchestrator.session.NextStep;
import io.losslab.orchestrator.session.WholeRows;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDateTime;
import java.util.List;
import java.util.Optional;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

/** Packs a results directory. The same directory gives the same bytes. */
public final class PackWriter {
    /** Of every entry: the first that a zip file can say. */
    private static final LocalDateTime NO_TIME = LocalDateTime.of(1980, 1, 1, 0, 0);

    private PackWriter() {}

    /**
     * What was packed.
     *
     * @param files number of them, without the metadata
     * @param bytes of the pack
     * @param leftOut paths of files of the results directory that are not in it
     */
    public record Packed(int files, long bytes, List<String> leftOut) {}

    /**
     * Writes a pack.
     *
     * @param directory results of a complete run
     * @param file the pack; does not exist yet
     * @param licence SPDX identifier or URL; empty: the pack names none
     * @throws CommandFailure where the directory has no results that can be repeated
     */
    public static Packed write(Path directory, Path file, Optional<String> licence)
            throws IOException {
        Optional<Licence> chosen = licence.map(Licence::parse);
        RunManifest manifest = RunManifest.read(directory);
        requireRepeatable(directory, manifest);
        requireResults(directory);
        ResultsInventory inventory = ResultsInventory.of(directory, manifest.inputs());
        requireNoLinks(directory, manifest, inventory);
        String metadata =
                ResultsJson.text(
                                CrateMetadata.of(
                                        manifest,
                                        Summary.read(directory),
                                        inventory.files(),
                                        chosen))
                        + "\n";
        FileReplacement.write(
                file, temporary -> fill(temporary, directory, metadata, inventory.files()));
        return new Packed(inventory.files().size(), Files.size(file), inventory.leftOut());
    }

    private static void fill(
            Path temporary, Path directory, String metadata, List<PackedFile> files)
            throws IOException {
        try (ZipOutputStream zip = new ZipOutputStream(Files.newOutputStream(temporary))) {
            begin(zip, CrateMetadata.FILE);
            zip.write(metadata.getBytes(StandardCharsets.UTF_8));
            for (PackedFile each : files) {
                begin(zip, each.path());
                Files.copy(directory.resolve(each.path()), zip);
            }
        }
    }

    private static void requireRepeatable(Path directory, RunManifest manifest) {
        // A run that was killed while its report was written has finished all cells.
        if (manifest.status() != RunStatus.COMPLETE || RunDirectory.isPartial(directory)) {
            throw CommandFailure.usage(
                    "cannot pack %s: its run is not complete".formatted(directory),
                    NextStep.resume(directory));
        }
        if (manifest.inputs() == null
                || !Files.isRegularFile(directory.resolve(manifest.inputs().experiment()))) {
            throw CommandFailure.usage(
                    "cannot pack %s: it has no copies of its inputs, in the folder '%s'"
                            .formatted(directory, RunManifest.INPUTS),
                    "earlier versions of losslab kept none; run the experiment again");
        }
    }

    private static void requireResults(Path directory) throws IOException {
        if (Files.notExists(directory.resolve(Summary.FILE))) {
            throw CommandFailure.usage(
                    "cannot pack %s: %s is missing".formatted(directory, Summary.FILE),
                    "make it anew with 'losslab report %s'"
                            .formatted(CommandWords.quoted(directory)));
        }
        WholeRows.require(directory, "cannot pack %s".formatted(directory));
    }

    /** They can be read, but a pack has no symbolic links. */
    private static void requireNoLinks(
            Path directory, RunManifest manifest, ResultsInventory inventory) {
        for (String needed :
                List.of(RunManifest.FILE, Summary.FILE, manifest.inputs().experiment())) {
            if (!inventory.has(needed)) {
                throw CommandFailure.usage(
                        "cannot pack %s: %s, or its folder, is a symbolic link"
                                .formatted(directory, needed),
                        "replace the link with what it leads to");
            }
        }
    }

    private static void begin(ZipOutputStream zip, String path) throws IOException {
        ZipEntry entry = new ZipEntry(path);
        entry.setTimeLocal(NO_TIME);
        zip.putNextEntry(entry);
    }
}
