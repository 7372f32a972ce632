package io.losslab.collectors;

import io.losslab.api.file.FileTree;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.zip.CRC32;

/**
 * What a finished cell wrote: a list in its folder, written last, of each file's name, length and
 * CRC-32. It tells a folder of which something was deleted or damaged, or that was copied in part.
 */
final class CellContents {
    static final String FILE = "contents.txt";

    private static final int BUFFER_BYTES = 1 << 16;

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
                lines.append(
                        "%s %d %08x\n".formatted(file.getFileName(), Files.size(file), crc(file)));
            }
        }
        return lines.toString().getBytes(StandardCharsets.UTF_8);
    }

    private static long crc(Path file) throws IOException {
        CRC32 crc = new CRC32();
        byte[] bytes = new byte[BUFFER_BYTES];
        try (InputStream in = Files.newInputStream(file)) {
            for (int read = in.read(bytes); read >= 0; read = in.read(bytes)) {
                crc.update(bytes, 0, read);
            }
        }
        return crc.getValue();
    }
}
