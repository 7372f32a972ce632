package io.losslab.traffic.size;

/** A workload file breaks its format. */
public final class WorkloadFormatException extends Exception {
    private static final long serialVersionUID = 1L;

    private final String file;
    private final int line;
    private final String problem;
    private final String expected;

    WorkloadFormatException(String file, int line, String problem, String expected) {
        super(file + ":" + line + ": " + problem + "; expected " + expected);
        this.file = file;
        this.line = line;
        this.problem = problem;
        this.expected = expected;
    }

    public String file() {
        return file;
    }

    /** Counts from 1. */
    public int line() {
        return line;
    }

    public String problem() {
        return problem;
    }

    /** What would be right there. */
    public String expected() {
        return expected;
    }
}
