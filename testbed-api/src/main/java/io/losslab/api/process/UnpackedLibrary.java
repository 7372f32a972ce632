package io.losslab.api.process;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * The file of a native library that a Java library has unpacked to load it. The loaded code stays
 * without the file (Linux), so it can be deleted at once, and a process that is killed leaves none.
 */
public final class UnpackedLibrary {
    private static final Path MAPS = Path.of("/proc/self/maps");

    private UnpackedLibrary() {}

    /**
     * Deletes the files of loaded libraries in the directory for temporary files.
     *
     * @param prefix of their names
     * @return whether there was one
     */
    public static boolean delete(String prefix) {
        Path temporary = Path.of(System.getProperty("java.io.tmpdir")).toAbsolutePath();
        boolean any = false;
        for (Path file : loaded()) {
            if (file.startsWith(temporary) && file.getFileName().toString().startsWith(prefix)) {
                any |= delete(file);
            }
        }
        return any;
    }

    private static List<Path> loaded() {
        try {
            return Files.readAllLines(MAPS).stream()
                    .filter(line -> line.endsWith(".so"))
                    .map(line -> Path.of(line.substring(line.indexOf('/'))))
                    .distinct()
                    .toList();
        } catch (IOException e) {
            return List.of(); // No Linux: Java deletes it when the process ends in order.
        }
    }

    private static boolean delete(Path file) {
        try {
            return Files.deleteIfExists(file);
        } catch (IOException e) {
            return false;
        }
    }
}
