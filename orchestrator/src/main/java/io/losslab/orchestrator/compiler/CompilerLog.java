package io.losslab.orchestrator.compiler;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/**
 * What a compiler printed, as messages: p4c and its assembler begin one with a line that has {@code
 * error:} or {@code warning:}, preceded by the place in the source, and show the source in indented
 * lines.
 *
 * @param errors each with its lines, in the compiler's order, without repetitions
 */
record CompilerLog(List<String> errors, int warnings) {
    private static final Pattern ERROR =
            Pattern.compile("(^|[\\s:\\])])error: |\\b(Internal compiler error|Compiler Bug)\\b");
    private static final Pattern WARNING = Pattern.compile("(^|[\\s:\\])])warning: ");
    private static final int LAST_LINES = 10;

    CompilerLog {
        errors = List.copyOf(errors);
    }

    static CompilerLog of(String text) {
        List<String> errors = new ArrayList<>();
        int warnings = 0;
        StringBuilder message = null;
        for (String line : text.lines().toList()) {
            if (ERROR.matcher(line).find()) {
                add(message, errors);
                message = new StringBuilder(line);
            } else if (WARNING.matcher(line).find()) {
                add(message, errors);
                message = null;
                warnings++;
            } else if (message != null && line.startsWith(" ")) {
                message.append('\n').append(line);
            } else {
                add(message, errors);
                message = null;
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

    private static void add(StringBuilder message, List<String> errors) {
        if (message != null && !errors.contains(message.toString())) {
            errors.add(message.toString());
        }
    }
}
