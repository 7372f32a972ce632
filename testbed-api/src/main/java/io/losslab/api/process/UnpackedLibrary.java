package io.losslab.api.process;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * The file of DuckDB's native library, which its Java library unpacks to load it. The loaded code
 * stays without the file (Linux), so it can be deleted at once. A process that is killed before
 * that leaves it.
 */
public final class UnpackedLibrary {
    private static final String FILES = "libduckdb_java*.so";
    private static final Path PROCESSES = Path.of("/proc");

    /** Longer than a process needs from the end of unpacking to loading. */
    private static final long SETTLED_MILLIS = 1000;

    private UnpackedLibrary() {}

    /** Deletes what this process has unpacked and loaded. */
    public static void deleteLoaded() {
        try {
            for (Path file : unpacked()) {
                if (isMapped(file, PROCESSES.resolve("self"))) {
                    Files.deleteIfExists(file);
                }
            }
        } catch (IOException e) {
            // Java deletes it when the process ends in order.
        }
    }

    /** This user's that no process has open or loaded. Waits for a second if one is new. */
    public static List<Path> abandoned() throws IOException, InterruptedException {
        List<Path> abandoned = new ArrayList<>();
        for (Path file : unpacked()) {
            if (isOwn(file) && !isUsed(file)) {
                TimeUnit.MILLISECONDS.sleep(SETTLED_MILLIS - ageMillis(file));
                if (Files.exists(file) && !isUsed(file)) {
                    abandoned.add(file);
                }
            }
        }
        return abandoned;
    }

    /** Which processes use another user's files cannot be seen. */
    private static boolean isOwn(Path file) throws IOException {
        try {
            return Files.getOwner(file).getName().equals(System.getProperty("user.name"));
        } catch (NoSuchFileException e) {
            return false; // Its process has deleted it meanwhile.
        }
    }

    private static long ageMillis(Path file) throws IOException {
        try {
            return System.currentTimeMillis() - Files.getLastModifiedTime(file).toMillis();
        } catch (NoSuchFileException e) {
            return SETTLED_MILLIS; // Its process has deleted it meanwhile.
        }
    }

    private static List<Path> unpacked() throws IOException {
        Path temporary = Path.of(System.getProperty("java.io.tmpdir")).toRealPath();
        List<Path> files = new ArrayList<>();
        try (DirectoryStream<Path> found = Files.newDirectoryStream(temporary, FILES)) {
            found.forEach(files::add);
        }
        return files;
    }

    private static boolean isUsed(Path file) throws IOException {
        try (DirectoryStream<Path> processes = Files.newDirectoryStream(PROCESSES, "[1-9]*")) {
            for (Path process : processes) {
                if (isOpen(file, process) || isMapped(file, process)) {
                    return true;
                }
            }
        }
        return false;
    }

    private static boolean isOpen(Path file, Path process) {
        try (Stream<Path> open = Files.list(process.resolve("fd"))) {
            return open.anyMatch(link -> isLinkTo(file, link));
        } catch (IOException e) {
            return false; // It has ended, or is another user's.
        }
    }

    private static boolean isLinkTo(Path file, Path link) {
        try {
            return Files.readSymbolicLink(link).equals(file);
        } catch (IOException e) {
            return false;
        }
    }

    private static boolean isMapped(Path file, Path process) {
        Path maps = process.resolve("maps");
        try (Stream<String> lines = Files.lines(maps, StandardCharsets.ISO_8859_1)) {
            return lines.anyMatch(line -> line.endsWith(file.toString()));
        } catch (IOException | UncheckedIOException e) {
            return false; // It has ended, or is another user's.
        }
    }
}
