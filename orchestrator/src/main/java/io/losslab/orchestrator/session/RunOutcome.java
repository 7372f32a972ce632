package io.losslab.orchestrator.session;

import io.losslab.devices.failure.ExitCode;

/** How a run ended, a worse end after a better one. */
public enum RunOutcome {
    /** All cells ran and all checks held. */
    PASSED(ExitCode.OK),
    /** A cell or a check failed. */
    FAILED(ExitCode.FAILED),
    /** What was asked for cannot be done. */
    REFUSED(ExitCode.USAGE),
    /** A device could not be reached, is not what it must be, or failed. */
    UNREACHABLE(ExitCode.DEVICE),
    /** The user stopped it; what was finished is kept. */
    INTERRUPTED(ExitCode.INTERRUPTED);

    private final int exitCode;

    RunOutcome(int exitCode) {
        this.exitCode = exitCode;
    }

    /** Exit code of the process. */
    public int exitCode() {
        return exitCode;
    }
}
