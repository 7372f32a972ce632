package io.losslab.orchestrator.compiler;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/**
 * What a compiler printed, as messages: p4c and its assembler begin one with a line that has {@code
 * error:} or {@code warning:}, preceded by the place in the source. The source's line and a line of
 * carets follow, and further places with theirs.
 *
 * @param errors each with its lines, in the compiler's order, without repetitions
 */
record CompilerLog(List<String> errors, int warnings) {
    private static final Pattern ERROR =
            Pattern.compile(
                    "(^|[\\s:\\])])error: |\\(\\d+\\):\\s*syntax error"
                            + "|\\b(Internal compiler error|Compiler Bug)\\b");

    /** Counts the errors that were printed before. */
    private static final String TOTAL = "[--Werror=overlimit]";

    private static final Pattern WARNING = Pattern.compile("(^|[\\s:\\])])warning: ");
    private static final int MOST_LINES = 7;
    private static final int LAST_LINES = 10;

    CompilerLog {
        errors = List.copyOf(errors);
    }

    static CompilerLog of(String text) {
        List<String> errors = new ArrayList<>();
        int warnings = 0;
        List<String> message = new ArrayList<>();
        for (String line : text.lines().toList()) {
            boolean total = line.startsWith(TOTAL);
            boolean error = !total && ERROR.matcher(line).find();
            boolean warning = !error && WARNING.matcher(line).find();
            if (error || warning || total) {
                add(message, errors);
                message.clear();
            }
            if (warning) {
                warnings++;
            } else if (error || !message.isEmpty() && !total) {
                message.add(line);
            }
        }
        add(message, errors);
        return new CompilerLog(errors, warnings);
    }

    /** Why it failed: its errors or, where it names none, the last lines that it printed. */
    static List<String> reasons(String text) {
        List<String> errors = of(text).errors();
        if (!errors.isEmpty()) {
            return errors;
        }
        List<String> lines = text.lines().toList();
        return lines.subList(Math.max(0, lines.size() - LAST_LINES), lines.size());
    }

    private static void add(List<String> message, List<String> errors) {
        String text = String.join("\n", message.subList(0, Math.min(MOST_LINES, message.size())));
        if (!text.isEmpty() && !errors.contains(text)) {
            errors.add(text);
        }
    }
}
