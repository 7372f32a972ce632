package io.losslab.orchestrator.session;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** A command line of {@code losslab} as text that a POSIX shell takes, and back. */
public final class CommandWords {
    private static final String PROGRAM = "./losslab";
    private static final Pattern PLAIN = Pattern.compile("[A-Za-z0-9_./:=,%+-]+");

    private CommandWords() {}

    /** The words as a user would type them, the program's name first; quoted where necessary. */
    public static String line(List<String> words) {
        return PROGRAM + " " + quoted(words);
    }

    /** Words as a POSIX shell takes them. */
    public static String quoted(List<String> words) {
        return words.stream().map(CommandWords::quoted).collect(Collectors.joining(" "));
    }

    /** The words of a {@link #line}, without the program's name. */
    public static List<String> of(String line) {
        List<String> words = new ArrayList<>();
        StringBuilder word = null;
        boolean quoted = false;
        for (int i = 0; i < line.length(); i++) {
            char next = line.charAt(i);
            if (!quoted && next == ' ') {
                if (word != null) {
                    words.add(word.toString());
                }
                word = null;
                continue;
            }
            word = word == null ? new StringBuilder() : word;
            if (next == '\'') {
                quoted = !quoted;
            } else if (!quoted && next == '\\' && i + 1 < line.length()) {
                word.append(line.charAt(++i));
            } else {
                word.append(next);
            }
        }
        if (word != null) {
            words.add(word.toString());
        }
        return words.isEmpty() ? words : words.subList(1, words.size());
    }

    /** A path as a POSIX shell takes it. */
    public static String quoted(Path path) {
        return quoted(path.toString());
    }

    /** A word as a POSIX shell takes it. */
    public static String quoted(String word) {
        return PLAIN.matcher(word).matches() ? word : "'" + word.replace("'", "'\\''") + "'";
    }
}
