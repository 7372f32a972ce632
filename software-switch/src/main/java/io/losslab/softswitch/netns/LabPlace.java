package io.losslab.softswitch.netns;

import io.losslab.api.file.FileTree;
import io.losslab.api.process.ProcessMark;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;

/**
 * Where a lab keeps its keys, logs and journal: a directory of its own below {@code /run/losslab},
 * whose number also tells labs apart in names and addresses. Gone after a reboot, as the lab is.
 */
final class LabPlace {
    private static final Path ROOT = Path.of("/run/losslab");
    private static final String JOURNAL = "journal";
    private static final String OWNER = "owner";
    private static final int MOST_LABS = 16;
    private static final Duration CLAIMING = Duration.ofSeconds(60);

    private final int number;
    private final Path directory;

    private LabPlace(int number, Path directory) {
        this.number = number;
        this.directory = directory;
    }

    /**
     * Takes the first free number.
     *
     * @throws LabException where all are taken
     */
    static LabPlace claim() {
        try {
            Files.createDirectories(ROOT);
            for (int number = 0; number < MOST_LABS; number++) {
                Path directory = ROOT.resolve(Integer.toString(number));
                if (create(directory)) {
                    Files.writeString(directory.resolve(OWNER), text(ProcessMark.current()));
                    return new LabPlace(number, directory);
                }
            }
        } catch (IOException e) {
            throw new LabException(
                    "%s cannot be written: %s; the lab of namespaces needs root"
                            .formatted(ROOT, e.getMessage()),
                    e);
        }
        throw new LabException(
                "%d labs already exist according to %s; remove leftovers with 'losslab cleanup'"
                        .formatted(MOST_LABS, ROOT));
    }

    /** Labs whose process has ended without taking them away. */
    static List<LabPlace> orphans() {
        if (!Files.isDirectory(ROOT)) {
            return List.of();
        }
        try (Stream<Path> found = Files.list(ROOT)) {
            List<LabPlace> orphans = new ArrayList<>();
            for (Path directory : found.sorted().toList()) {
                String name = directory.getFileName().toString();
                if (name.matches("\\d{1,2}") && !ownerLives(directory)) {
                    orphans.add(new LabPlace(Integer.parseInt(name), directory));
                }
            }
            return orphans;
        } catch (IOException e) {
            throw new LabException("cannot read %s: %s".formatted(ROOT, e.getMessage()), e);
        }
    }

    /** 0..15. */
    int number() {
        return number;
    }

    Path directory() {
        return directory;
    }

    Path journal() {
        return directory.resolve(JOURNAL);
    }

    /**
     * Undoes all that the journal names, then removes the directory; goes on to the end even if the
     * calling thread is interrupted.
     *
     * @return what could not be undone, as text; the directory stays then
     */
    List<String> undo() {
        return CompletableFuture.supplyAsync(
                        this::undone, task -> new Thread(task, "undo " + directory).start())
                .join();
    }

    private List<String> undone() {
        try {
            List<String> failures =
                    Files.exists(journal()) ? UndoJournal.undo(journal()) : List.of();
            if (failures.isEmpty()) {
                FileTree.delete(directory);
            }
            return failures;
        } catch (IOException e) {
            return List.of("%s: %s".formatted(directory, e.getMessage()));
        }
    }

    private static boolean create(Path directory) throws IOException {
        try {
            Files.createDirectory(directory);
            return true;
        } catch (FileAlreadyExistsException e) {
            return false;
        }
    }

    private static boolean ownerLives(Path directory) throws IOException {
        Path file = directory.resolve(OWNER);
        if (!Files.exists(file)) {
            // It may be about to be written.
            Instant claimed = Files.getLastModifiedTime(directory).toInstant();
            return claimed.plus(CLAIMING).isAfter(Instant.now());
        }
        String[] owner = Files.readString(file).split(" ", 2);
        return owner.length == 2
                && owner[0].matches("\\d{1,18}")
                && new ProcessMark(Long.parseLong(owner[0]), owner[1]).isRunning();
    }

    private static String text(ProcessMark process) {
        return process.pid() + " " + process.since();
    }
}
