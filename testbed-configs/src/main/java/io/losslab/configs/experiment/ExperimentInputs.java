package io.losslab.configs.experiment;

import io.losslab.analysis.run.RunManifest;
import io.losslab.configs.library.NamedFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

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
                        settings,
                        others().keySet().stream()
                                .map(copy -> RunManifest.INPUTS + "/" + copy)
                                .toList());
    }

    /** All files but the experiment's own, by the names of their copies. */
    private Map<String, Path> others() {
        Map<String, Path> others = new TreeMap<>();
        files.forEach((as, file) -> others.put(NamedFiles.keptName(as), file));
        profile.ifPresent(file -> others.put(PROFILE, file));
        return others;
    }

    /**
     * A file that the experiment names, or its profile, that is no longer as it was when it was
     * copied to a results directory.
     *
     * @return empty: all are as they were
     */
    public Optional<Path> changedSince(Path directory) throws IOException {
        for (Map.Entry<String, Path> other : others().entrySet()) {
            Path copy = directory.resolve(RunManifest.INPUTS).resolve(other.getKey());
            if (Files.mismatch(copy, other.getValue()) >= 0) {
                return Optional.of(other.getValue());
            }
        }
        return Optional.empty();
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
        Path folder = directory.resolve(RunManifest.INPUTS);
        Files.createDirectories(folder);
        Files.writeString(folder.resolve(ownName()), text);
        for (Map.Entry<String, Path> other : others().entrySet()) {
            Path copy = folder.resolve(other.getKey());
            Files.createDirectories(copy.getParent());
            Files.copy(other.getValue(), copy);
        }
    }
}
