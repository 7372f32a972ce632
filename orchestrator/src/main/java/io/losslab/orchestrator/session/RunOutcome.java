package io.losslab.orchestrator.session;

/** How a run ended. */
public enum RunOutcome {
    /** All cells ran and all checks held. */
    PASSED(0),
    /** A cell or a check failed. */
    FAILED(1),
    /** A device could not be reached. */
    UNREACHABLE(3),
    /** The user stopped it; what was finished is kept. */
    INTERRUPTED(130);

    private final int exitCode;

    RunOutcome(int exitCode) {
        this.exitCode = exitCode;
    }

    /** Exit code of the process. */
    public int exitCode() {
        return exitCode;
    }
}
