package io.losslab.configs.yaml;

import java.util.List;
import java.util.Optional;
import org.yaml.snakeyaml.error.Mark;

/**
 * A text that nodes come from: a file, or an override.
 *
 * @param name as problems show it
 * @param text as it was read; empty for an override
 * @param lines of the text
 * @param place that is blamed for all of an override; empty for a file
 */
record Source(String name, String text, List<String> lines, Optional<Position> place) {
    static Source ofText(String name, String text) {
        return new Source(name, text, text.lines().toList(), Optional.empty());
    }

    static Source ofOverride(Position place) {
        return new Source(place.file(), "", List.of(), Optional.of(place));
    }

    Position at(Mark mark) {
        return at(mark.getLine(), mark.getColumn());
    }

    /** Zero-based line and column. */
    Position at(int line, int column) {
        if (place.isPresent()) {
            return place.get();
        }
        String text = line < lines.size() ? lines.get(line) : "";
        return new Position(name, line + 1, column + 1, text);
    }
}
