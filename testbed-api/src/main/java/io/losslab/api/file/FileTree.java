package io.losslab.api.file;

import java.io.IOException;
import java.nio.channels.ClosedByInterruptException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
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
     * Returns once what its files hold is on the disk, so that no loss of power takes it. A thread
     * that is interrupted does so, too, and stays interrupted.
     *
     * @param root a directory, or a file
     */
    public static void force(Path root) throws IOException {
        List<Path> files;
        try (Stream<Path> tree = Files.walk(root)) {
            files = tree.filter(Files::isRegularFile).toList();
        }
        boolean interrupted = Thread.interrupted();
        try {
            for (Path file : files) {
                while (!isForced(file)) {
                    interrupted |= Thread.interrupted();
                }
            }
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    /** Forces a file; an interrupt closes the channel, and it is not known then how far it came. */
    private static boolean isForced(Path file) throws IOException {
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
            channel.force(true);
            return true;
        } catch (ClosedByInterruptException e) {
            return false;
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
