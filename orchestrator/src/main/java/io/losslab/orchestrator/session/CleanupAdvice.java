package io.losslab.orchestrator.session;

import java.nio.file.Path;

/** What a user does about devices that were not restored. */
public final class CleanupAdvice {
    private CleanupAdvice() {}

    /**
     * As a sentence without its full stop.
     *
     * @param directory that has what they were like before
     */
    public static String of(Path directory) {
        return "run 'losslab cleanup %s' to try again".formatted(CommandWords.quoted(directory));
    }
}
