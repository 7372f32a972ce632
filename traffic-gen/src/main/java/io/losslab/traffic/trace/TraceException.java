package io.losslab.traffic.trace;

/** A trace that cannot be read: where, what is wrong, and what was expected. */
public final class TraceException extends Exception {
    private static final long serialVersionUID = 1;

    private final String file;
    private final int line;
    private final String problem;
    private final String expected;

    /**
     * Makes an exception.
     *
     * @param line of the file, from 1; 0 where it has none
     * @param expected in its place; may be empty
     */
    TraceException(String file, int line, String problem, String expected) {
        super("%s%s: %s".formatted(file, line == 0 ? "" : ":" + line, problem));
        this.file = file;
        this.line = line;
        this.problem = problem;
        this.expected = expected;
    }

    public String file() {
        return file;
    }

    /** From 1; 0 for none. */
    public int line() {
        return line;
    }

    public String problem() {
        return problem;
    }

    /** May be empty. */
    public String expected() {
        return expected;
    }
}
