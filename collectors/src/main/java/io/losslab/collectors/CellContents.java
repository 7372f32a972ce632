package io.losslab.collectors;

import io.losslab.api.file.FileTree;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;

/**
 * What a finished cell wrote: a list in its folder, written last, of each file's name and length.
 * It tells a folder of which something was deleted, or that was copied in part.
 */
final class CellContents {
    static final String FILE = "contents.txt";

    private CellContents() {}

    /** Lists what is in a folder, in the folder. */
    static void write(Path folder) throws IOException {
        Files.write(folder.resolve(FILE), list(folder));
    }

    /** Whether a folder is there with all that its list names. */
    static boolean areWhole(Path folder) throws IOException {
        Path list = folder.resolve(FILE);
        return Files.isRegularFile(list) && Arrays.equals(list(folder), Files.readAllBytes(list));
    }

    private static byte[] list(Path folder) throws IOException {
        StringBuilder lines = new StringBuilder();
        for (Path file : FileTree.list(folder)) {
            if (!file.endsWith(FILE)) {
                lines.append("%s %d\n".formatted(file.getFileName(), Files.size(file)));
            }
        }
        return lines.toString().getBytes(StandardCharsets.UTF_8);
    }
}
