package io.losslab.orchestrator.cli;

/** Exit codes of all verbs. */
final class ExitCode {
    static final int OK = 0;
    static final int FAILED = 1;
    static final int USAGE = 2;
    static final int UNREACHABLE = 3;

    private ExitCode() {}
}
