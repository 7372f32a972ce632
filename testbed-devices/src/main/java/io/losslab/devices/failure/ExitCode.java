package io.losslab.devices.failure;

/** Exit codes of all commands. */
public final class ExitCode {
    public static final int OK = 0;
    public static final int FAILED = 1;
    public static final int USAGE = 2;
    public static final int UNREACHABLE = 3;
    public static final int INTERRUPTED = 130;

    private ExitCode() {}
}
