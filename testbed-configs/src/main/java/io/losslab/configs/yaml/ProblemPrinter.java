package io.losslab.configs.yaml;

import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/**
 * Prints problems as compilers do: place, message, the line with a caret, what was expected. Lines
 * are cut to a terminal's width.
 */
public final class ProblemPrinter {
    private static final int MOST_LINES = 90;
    private static final int LONGEST_TEXT = 400;
    private static final int EXCERPT = 160;

    private ProblemPrinter() {}

    /** Text of all problems, ending in a line that counts the errors if there are any. */
    public static String printAll(Problems problems) {
        return print(problems, Integer.MAX_VALUE);
    }

    /** Text of as many problems as fit on a few screens; as {@link #printAll} otherwise. */
    public static String print(Problems problems) {
        return print(problems, MOST_LINES);
    }

    private static String print(Problems problems, int mostLines) {
        StringBuilder text = new StringBuilder();
        List<Problem> all = problems.list();
        int printed = 0;
        long lines = 0;
        while (printed < all.size() && lines < mostLines - 5) {
            String one = text(all.get(printed++));
            lines += one.lines().count();
            text.append(one);
        }
        if (printed < all.size()) {
            text.append(
                    "and %,d more; 'losslab validate' prints all\n"
                            .formatted(all.size() - printed));
        }
        long errors = problems.errorCount();
        if (errors > 0) {
            text.append(errors).append(errors == 1 ? " error" : " errors").append('\n');
        }
        return text.toString();
    }

    private static String text(Problem problem) {
        StringBuilder text = new StringBuilder();
        Position at = problem.at();
        text.append(at)
                .append(": ")
                .append(problem.severity().name().toLowerCase(Locale.ROOT))
                .append(": ")
                .append(shortened(problem.message()))
                .append('\n');
        if (at.line() > 0 && !at.sourceLine().isBlank()) {
            appendExcerpt(text, at);
        }
        if (!problem.expected().isEmpty()) {
            text.append("    expected: ").append(shortened(problem.expected())).append('\n');
        }
        if (!problem.suggestion().isEmpty()) {
            text.append("    ").append(shortened(problem.suggestion())).append('\n');
        }
        return text.toString();
    }

    private static String shortened(String text) {
        return text.length() <= LONGEST_TEXT ? text : text.substring(0, LONGEST_TEXT) + " ...";
    }

    /** The part of the line around the column, and a caret under it. */
    private static void appendExcerpt(StringBuilder text, Position at) {
        String line = at.sourceLine();
        int column = Math.min(at.column() - 1, line.length());
        int first = column < EXCERPT ? 0 : column - EXCERPT / 2;
        int end = Math.min(line.length(), first + EXCERPT);
        String before = first == 0 ? "" : "... ";
        String after = end == line.length() ? "" : " ...";
        String number = String.valueOf(at.line());
        text.append("  %s | %s%s%s\n".formatted(number, before, line.substring(first, end), after));
        text.append("  %s | ".formatted(" ".repeat(number.length())))
                .append(" ".repeat(before.length()))
                .append(blank(line.substring(first, column)))
                .append("^\n");
    }

    /** As wide as a text: its tabs are kept. */
    private static String blank(String text) {
        return text.codePoints()
                .mapToObj(character -> character == '\t' ? "\t" : " ")
                .collect(Collectors.joining());
    }
}
