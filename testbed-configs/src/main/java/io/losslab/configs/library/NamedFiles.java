package io.losslab.configs.library;

import io.losslab.configs.yaml.TextFile;
import io.losslab.configs.yaml.YamlValue;
import java.nio.file.Path;
import java.util.Collections;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

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
     * Where the file of a name is, whether it exists or not.
     *
     * @param blamed where no file can have that name
     */
    public Optional<Path> find(String name, YamlValue blamed) {
        Optional<Path> file = TextFile.path(name, blamed).map(this::place);
        file.ifPresent(path -> found.put(name, path));
        return file;
    }

    private Path place(Path named) {
        Path within = kept ? Path.of(keptName(named.toString())) : named;
        return folder.map(parent -> parent.resolve(within)).orElse(within);
    }

    /** All files that were looked for, by name. */
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
