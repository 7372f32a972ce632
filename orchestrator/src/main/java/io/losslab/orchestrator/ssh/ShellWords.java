package io.losslab.orchestrator.ssh;

import java.util.List;
import java.util.stream.Collectors;

/** Words for a POSIX shell that it takes as they are. */
public final class ShellWords {
    private ShellWords() {}

    /** One word, in single quotes. */
    public static String quoted(String word) {
        return "'" + word.replace("'", "'\\''") + "'";
    }

    /** Several words with spaces between. */
    public static String quoted(List<String> words) {
        return words.stream().map(ShellWords::quoted).collect(Collectors.joining(" "));
    }
}
