package io.losslab.softswitch.netns;

import io.losslab.api.file.FileTree;
import io.losslab.api.process.ProgramException;
import io.losslab.api.process.SystemProgram;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;

/**
 * The file in which the lab writes what it is about to make, so that whoever comes after a crash
 * can take it away. Undoing what is not there is no error.
 */
final class UndoJournal {
    private final Path file;

    /** Goes on with a file, which is made by the first step. */
    UndoJournal(Path file) {
        this.file = file;
    }

    /** Writes down a step that is made next; it is on the file when this returns. */
    void before(UndoStep step) {
        try {
            Files.writeString(
                    file, step.line() + "\n", StandardOpenOption.CREATE, StandardOpenOption.APPEND);
            FileTree.force(file);
        } catch (IOException e) {
            throw new LabException(
                    "the journal %s cannot be written, so nothing is made: %s"
                            .formatted(file, e.getMessage()),
                    e);
        }
    }

    /**
     * Undoes all steps of a journal, the last first.
     *
     * @return what could not be undone, as text
     */
    static List<String> undo(Path file) throws IOException {
        List<UndoStep> steps = new ArrayList<>();
        for (String line : Files.readAllLines(file)) {
            UndoStep.parse(line).ifPresent(steps::add);
        }
        Collections.reverse(steps);
        List<String> failures = new ArrayList<>();
        for (UndoStep step : steps) {
            // Ctrl-C may have ended a program that was not shielded yet: the second try counts.
            failure(step).flatMap(first -> failure(step)).ifPresent(failures::add);
        }
        return failures;
    }

    /** Why a step cannot be undone. */
    private static Optional<String> failure(UndoStep step) {
        try {
            undo(step);
            return Optional.empty();
        } catch (ProgramException e) {
            return Optional.of(e.getMessage());
        }
    }

    private static void undo(UndoStep step) {
        switch (step.kind()) {
            case NAMESPACE -> Namespaces.remove(step.name());
            case INTERFACE -> {
                if (Files.exists(Path.of("/sys/class/net", step.name()))) {
                    SystemProgram.runShielded("ip", "link", "delete", step.name());
                }
            }
        }
    }
}
