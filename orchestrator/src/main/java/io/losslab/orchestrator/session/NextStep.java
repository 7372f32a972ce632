package io.losslab.orchestrator.session;

import java.nio.file.Path;

/** What a user does next about a run, as a sentence without its full stop. */
public final class NextStep {
    private NextStep() {}

    /**
     * Devices were not restored.
     *
     * @param directory that has what they were like before
     */
    public static String cleanup(Path directory) {
        return "run 'losslab cleanup %s' to try again".formatted(CommandWords.quoted(directory));
    }

    /**
     * A run is not complete.
     *
     * @param directory of its results
     */
    public static String resume(Path directory) {
        return "continue with 'losslab run --resume %s'".formatted(CommandWords.quoted(directory));
    }
}
