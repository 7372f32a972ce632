package io.losslab.orchestrator.cli.option;

import io.losslab.devices.failure.CommandFailure;
import io.losslab.devices.failure.FileFailure;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;

/** The file that an option names: a command writes it over an earlier one of its own only. */
public final class OutputFile {
    /** What tells a command's own files from others. */
    public interface Check {
        /** Whether the command wrote a file. */
        boolean isOwn(Path file) throws IOException;
    }

    private OutputFile() {}

    /**
     * Checks a file before it is written; an empty one has nothing to lose.
     *
     * @param command that writes it, without {@code losslab}
     * @throws CommandFailure where it is there and another has written it
     */
    public static void requireOwn(Path file, String command, Check check) {
        try {
            if (Files.isRegularFile(file) && Files.size(file) > 0 && !check.isOwn(file)) {
                throw refusal(file, "'losslab %s' did not write it".formatted(command));
            }
        } catch (IOException e) {
            throw refusal(file, FileFailure.reason(e));
        }
    }

    /** The same for a text that begins with the {@link #mark} of the command. */
    public static void requireMarked(Path file, String command) {
        byte[] mark = mark(command).getBytes(StandardCharsets.UTF_8);
        requireOwn(
                file,
                command,
                any -> {
                    try (InputStream in = Files.newInputStream(any)) {
                        return Arrays.equals(mark, in.readNBytes(mark.length));
                    }
                });
    }

    /** First line of the YAML files that a command writes. */
    public static String mark(String command) {
        return "# Written by 'losslab %s', which replaces it.\n".formatted(command);
    }

    private static CommandFailure refusal(Path file, String reason) {
        return CommandFailure.usage(
                "%s exists already and is not overwritten: %s".formatted(file, reason),
                "choose another name, or delete the file first");
    }
}
