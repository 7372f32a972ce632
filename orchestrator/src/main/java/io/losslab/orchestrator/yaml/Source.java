package io.losslab.orchestrator.yaml;

import java.util.List;
import org.yaml.snakeyaml.error.Mark;

/**
 * A text that nodes come from: a file, or an override on the command line.
 *
 * @param name as problems show it
 * @param lines of the text; empty on the command line, where lines and columns mean nothing
 */
record Source(String name, List<String> lines) {
    static Source ofText(String name, String text) {
        return new Source(name, text.lines().toList());
    }

    static Source ofCommandLine(String option) {
        return new Source(option, List.of());
    }

    Position at(Mark mark) {
        return at(mark.getLine(), mark.getColumn());
    }

    /** Zero-based line and column. */
    Position at(int line, int column) {
        if (lines.isEmpty()) {
            return Position.ofFile(name);
        }
        String text = line < lines.size() ? lines.get(line) : "";
        return new Position(name, line + 1, column + 1, text);
    }
}
