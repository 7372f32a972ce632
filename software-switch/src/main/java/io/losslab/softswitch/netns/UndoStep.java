package io.losslab.softswitch.netns;

import java.util.Optional;

/**
 * Something the lab makes, by which it can be removed again.
 *
 * @param kind what it is
 * @param name of the namespace or interface, or path
 */
record UndoStep(Kind kind, String name) {
    /** What can be undone. */
    enum Kind {
        /** A network namespace, with all processes in it. */
        NAMESPACE,
        /** A network interface; its peer goes with it. */
        INTERFACE
    }

    /** One line of the journal. */
    String line() {
        return kind + " " + name;
    }

    /**
     * Reads a line of the journal; empty where it was cut off by a crash, before the step was made.
     */
    static Optional<UndoStep> parse(String line) {
        int blank = line.indexOf(' ');
        return blank < 0 || blank + 1 == line.length()
                ? Optional.empty()
                : Optional.of(
                        new UndoStep(
                                Kind.valueOf(line.substring(0, blank)), line.substring(blank + 1)));
    }
}
