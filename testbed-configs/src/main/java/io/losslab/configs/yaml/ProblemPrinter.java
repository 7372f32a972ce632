package io.losslab.configs.yaml;

import java.util.Locale;

/** Prints problems as compilers do: place, message, the line with a caret, what was expected. */
public final class ProblemPrinter {
    private ProblemPrinter() {}

    /** Text of all problems, ending in a line that counts the errors if there are any. */
    public static String print(Problems problems) {
        StringBuilder text = new StringBuilder();
        problems.list().forEach(problem -> append(text, problem));
        long errors = problems.errorCount();
        if (errors > 0) {
            text.append(errors).append(errors == 1 ? " error" : " errors").append('\n');
        }
        return text.toString();
    }

    private static void append(StringBuilder text, Problem problem) {
        Position at = problem.at();
        text.append(at)
                .append(": ")
                .append(problem.severity().name().toLowerCase(Locale.ROOT))
                .append(": ")
                .append(problem.message())
                .append('\n');
        if (at.line() > 0 && !at.sourceLine().isBlank()) {
            String number = String.valueOf(at.line());
            text.append("  ").append(number).append(" | ").append(at.sourceLine()).append('\n');
            text.append("  ").append(" ".repeat(number.length())).append(" | ");
            text.append(caret(at)).append('\n');
        }
        if (!problem.expected().isEmpty()) {
            text.append("    expected: ").append(problem.expected()).append('\n');
        }
        if (!problem.suggestion().isEmpty()) {
            text.append("    ").append(problem.suggestion()).append('\n');
        }
    }

    /**
     * Spaces up to the column, with the line's own tabs kept so that the caret stands under its
     * character.
     */
    private static String caret(Position at) {
        StringBuilder caret = new StringBuilder();
        for (int i = 0; i < at.column() - 1; i++) {
            boolean tab = i < at.sourceLine().length() && at.sourceLine().charAt(i) == '\t';
            caret.append(tab ? '\t' : ' ');
        }
        return caret.append('^').toString();
    }
}
