package io.losslab.devices.ssh;

import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Words for a POSIX shell that it takes as they are. */
public final class ShellWords {
    private static final Pattern PLAIN = Pattern.compile("[A-Za-z0-9_.,:=/-]+");

    private ShellWords() {}

    /** One word, in single quotes. */
    public static String quoted(String word) {
        return "'" + word.replace("'", "'\\''") + "'";
    }

    /**
     * One word, in quotes only where a shell might take it otherwise; for commands that are logged.
     */
    public static String plain(String word) {
        return PLAIN.matcher(word).matches() ? word : quoted(word);
    }

    /** Several words with spaces between. */
    public static String quoted(List<String> words) {
        return words.stream().map(ShellWords::quoted).collect(Collectors.joining(" "));
    }
}
