package io.losslab.orchestrator.cli.option;

import io.losslab.collectors.RunDirectory;
import io.losslab.devices.failure.CommandFailure;
import io.losslab.devices.failure.ExitCode;
import java.io.IOException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;

/** The directory that a verb writes its results to. */
public final class ResultsPlace {
    private static final DateTimeFormatter TIMESTAMP =
            DateTimeFormatter.ofPattern("yyyyMMdd-HHmmss");

    private ResultsPlace() {}

    /**
     * Checks the directory that the user names.
     *
     * @param out null where none is named
     * @throws CommandFailure where it exists
     */
    public static void requireNew(Path out) {
        if (out != null && Files.exists(out, LinkOption.NOFOLLOW_LINKS)) {
            throw CommandFailure.usage(
                    "the results directory %s already exists".formatted(out),
                    "choose another one with --out, or move it");
        }
    }

    /**
     * Whether a run failed before it began, because another process made its directory in the
     * meantime.
     */
    public static boolean wasTaken(CommandFailure failure, Path directory) {
        return failure.exitCode() == ExitCode.USAGE
                && failure.getCause() instanceof FileAlreadyExistsException taken
                && RunDirectory.destinationOf(Path.of(taken.getFile()))
                        .equals(RunDirectory.destinationOf(directory));
    }

    /**
     * Makes the folder of {@link #byTime}, which no other command can have made: one that begins in
     * the same moment takes another.
     */
    public static Path make(String name) throws IOException {
        while (true) {
            Path directory = byTime(name);
            Files.createDirectories(directory.getParent());
            try {
                return Files.createDirectory(directory);
            } catch (FileAlreadyExistsException e) {
                // Made since it was looked for.
            }
        }
    }

    /** Deletes a folder that {@link #make} made, where nothing is in it. */
    public static void deleteEmpty(Path directory) throws IOException {
        try {
            Files.deleteIfExists(directory);
        } catch (DirectoryNotEmptyException e) {
            // What a later command needs: results, or states to go back to.
        }
    }

    /**
     * Where results go that the user names no directory for: results/NAME-TIME, with a number where
     * another command began in the same second.
     */
    public static Path byTime(String name) {
        String time = TIMESTAMP.format(LocalDateTime.now(ZoneId.systemDefault()));
        Path first = Path.of("results").resolve(name + "-" + time);
        Path directory = first;
        for (int i = 2; RunDirectory.isTaken(directory); i++) {
            directory = first.resolveSibling(first.getFileName() + "-" + i);
        }
        return directory;
    }
}
