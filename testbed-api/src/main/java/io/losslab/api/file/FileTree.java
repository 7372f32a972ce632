package io.losslab.api.file;

import java.io.FileOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** A directory with all that is in it. */
public final class FileTree {
    private FileTree() {}

    /** What is directly in it, by name. */
    public static List<Path> list(Path directory) throws IOException {
        try (Stream<Path> entries = Files.list(directory)) {
            return entries.sorted().toList();
        }
    }

    /**
     * Returns once what its files hold is on the disk, so that no loss of power takes it. Unlike
     * {@link java.nio.channels.FileChannel#force}, it also does so in a thread that is interrupted.
     *
     * @param root a directory, or a file
     */
    public static void force(Path root) throws IOException {
        List<Path> files;
        try (Stream<Path> tree = Files.walk(root)) {
            files = tree.filter(Files::isRegularFile).toList();
        }
        for (Path file : files) {
            try (FileOutputStream opened = new FileOutputStream(file.toFile(), true)) {
                opened.getFD().sync();
            }
        }
    }

    /** Deletes it; nothing happens where there is none. */
    public static void delete(Path root) throws IOException {
        if (!Files.exists(root)) {
            return;
        }
        List<Path> deepestFirst;
        try (Stream<Path> tree = Files.walk(root)) {
            deepestFirst = tree.sorted(Comparator.reverseOrder()).toList();
        }
        for (Path path : deepestFirst) {
            Files.deleteIfExists(path);
        }
    }
}
