package io.losslab.configs.library;

import io.losslab.configs.yaml.Spelling;
import io.losslab.configs.yaml.TextFile;
import io.losslab.configs.yaml.YamlValue;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * Finds the files that an experiment names, such as a topology or a trace, and keeps account of
 * them. Not thread safe.
 */
public final class NamedFiles {
    private static final String MARK = "_";
    private static final String UP = MARK + "up";
    private static final String ROOT = MARK + "root";

    private final Optional<Path> folder;
    private final boolean kept;
    private final Map<String, Path> found = new TreeMap<>();

    private NamedFiles(Optional<Path> folder, boolean kept) {
        this.folder = folder;
        this.kept = kept;
    }

    /**
     * Files as the user has them.
     *
     * @param folder of the experiment's file; empty for a bundled one
     */
    public static NamedFiles of(Optional<Path> folder) {
        return new NamedFiles(folder, false);
    }

    /** Files that were copied to a folder by their {@link #keptName}. */
    public static NamedFiles kept(Path folder) {
        return new NamedFiles(Optional.of(folder), true);
    }

    /**
     * The file of a name; empty, and reported, where there is none.
     *
     * @param blamed the value that names it
     */
    public Optional<Path> find(String name, YamlValue blamed) {
        Optional<Path> file =
                TextFile.path(name, blamed).map(this::place).filter(path -> isFile(path, blamed));
        file.ifPresent(path -> found.put(name, path));
        return file;
    }

    private static boolean isFile(Path path, YamlValue blamed) {
        if (Files.isRegularFile(path)) {
            return true;
        }
        if (Files.exists(path)) {
            blamed.error("'%s' is not a regular file".formatted(path));
        } else {
            blamed.error("there is no file '%s'".formatted(path), "", didYouMean(path));
        }
        return false;
    }

    /** Asks for a file of a similar name and the same ending in the same folder. */
    private static String didYouMean(Path missing) {
        String name = missing.getFileName().toString();
        String ending = name.substring(Math.max(0, name.lastIndexOf('.')));
        try (Stream<Path> siblings = Files.list(missing.toAbsolutePath().getParent())) {
            List<String> known =
                    siblings.map(file -> file.getFileName().toString())
                            .filter(file -> file.endsWith(ending))
                            .map(file -> file.substring(0, file.length() - ending.length()))
                            .toList();
            return Spelling.nearest(name.substring(0, name.length() - ending.length()), known)
                    .map(near -> "did you mean '" + near + ending + "'?")
                    .orElse("");
        } catch (IOException e) {
            return "";
        }
    }

    private Path place(Path named) {
        Path within = kept ? Path.of(keptName(named.toString())) : named;
        return folder.map(parent -> parent.resolve(within)).orElse(within);
    }

    /** All files that were found, by name. */
    public Map<String, Path> found() {
        return Collections.unmodifiableMap(found);
    }

    /**
     * What a file is called in a folder to which all of an experiment's files are copied: its name,
     * unless that leads out of the folder. Different files have different names.
     */
    public static String keptName(String name) {
        Path path = Path.of(name).normalize();
        Path inside = Path.of(path.isAbsolute() ? ROOT : "");
        for (Path element : path) {
            String text = element.toString();
            inside =
                    inside.resolve(
                            text.equals("..") ? UP : text.startsWith(MARK) ? MARK + text : text);
        }
        return inside.toString();
    }
}
