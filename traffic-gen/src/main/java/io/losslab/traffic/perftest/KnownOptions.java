package io.losslab.traffic.perftest;

import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The options that a tool on a host knows, as it lists them with {@code --help}: versions differ.
 *
 * @param names long names with their hyphens; empty: any
 */
public record KnownOptions(Optional<Set<String>> names) {
    /** An option stands at the start of its line, alone or after its letter. */
    private static final Pattern LINE =
            Pattern.compile("(?m)^\\s*(?:-[A-Za-z],\\s*)?(--[A-Za-z][A-Za-z0-9_-]*)");

    /** Before a host was asked: whatever is wanted. */
    public static final KnownOptions ANY = new KnownOptions(Optional.empty());

    /** Those of a help text; none where it is none. */
    public static KnownOptions ofHelp(String text) {
        Set<String> names = new TreeSet<>();
        Matcher line = LINE.matcher(text);
        while (line.find()) {
            names.add(line.group(1));
        }
        return new KnownOptions(Optional.of(Set.copyOf(names)));
    }

    /** Whether the tool takes an option. */
    public boolean has(String option) {
        return names.isEmpty() || names.get().contains(option);
    }
}
