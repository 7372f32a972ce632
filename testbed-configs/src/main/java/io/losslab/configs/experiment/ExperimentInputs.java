package io.losslab.configs.experiment;

import io.losslab.analysis.run.RunManifest;
import io.losslab.configs.library.NamedFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What an experiment was read from: its files, and the changes to it.
 *
 * @param name of the experiment's file, without a folder
 * @param text of that file, as written
 * @param settings {@code key=value} of each change to it, in order
 * @param files that it names, by these names
 * @param profile what a probe measured; empty: none
 */
public record ExperimentInputs(
        String name,
        String text,
        List<String> settings,
        Map<String, Path> files,
        Optional<Path> profile) {
    /** What no experiment has: one that was made by a program. */
    public static final ExperimentInputs NONE =
            new ExperimentInputs("", "", List.of(), Map.of(), Optional.empty());

    /** No file that an experiment names is kept by this name. */
    private static final String PROFILE = "_profile.yaml";

    public ExperimentInputs {
        settings = List.copyOf(settings);
        files = Map.copyOf(files);
    }

    /** The same with a profile. */
    public ExperimentInputs with(Path profileFile) {
        return new ExperimentInputs(name, text, settings, files, Optional.of(profileFile));
    }

    /** Where the copies are that {@link #copyTo} makes in a results directory; null: no files. */
    public RunManifest.Inputs copies() {
        return name.isEmpty()
                ? null
                : new RunManifest.Inputs(
                        RunManifest.INPUTS + "/" + ownName(),
                        profile.isPresent() ? RunManifest.INPUTS + "/" + PROFILE : null,
                        settings);
    }

    /** What the experiment's own copy is called: no other copy has that name. */
    private String ownName() {
        boolean taken =
                name.equals(PROFILE)
                        || files.keySet().stream().map(NamedFiles::keptName).anyMatch(name::equals);
        return taken ? "_" + name : name;
    }

    /** Copies all files to a results directory. */
    public void copyTo(Path directory) throws IOException {
        if (name.isEmpty()) {
            return;
        }
        Map<Path, Path> copies = new LinkedHashMap<>();
        Path folder = directory.resolve(RunManifest.INPUTS);
        files.forEach((as, file) -> copies.put(folder.resolve(NamedFiles.keptName(as)), file));
        profile.ifPresent(file -> copies.put(folder.resolve(PROFILE), file));
        Files.createDirectories(folder);
        Files.writeString(folder.resolve(ownName()), text);
        for (Map.Entry<Path, Path> copy : copies.entrySet()) {
            Files.createDirectories(copy.getKey().getParent());
            Files.copy(copy.getValue(), copy.getKey());
        }
    }
}
