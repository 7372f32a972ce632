package io.losslab.orchestrator.session;

/**
 * A failure that is told to the user in words, without a stack trace; the cause goes to the log.
 */
public final class CommandFailure extends RuntimeException {
    private static final long serialVersionUID = 1L;
    private final String advice;
    private final int exitCode;

    /**
     * Makes one.
     *
     * @param message what failed: device, address, call or file
     * @param advice what to do about it; may be empty
     * @param exitCode of the process: 1 failed, 2 wrong usage, 3 device not reached
     */
    public CommandFailure(String message, String advice, int exitCode, Throwable cause) {
        super(message, cause);
        this.advice = advice;
        this.exitCode = exitCode;
    }

    /** Wrong usage: exit code 2. */
    public static CommandFailure usage(String message, String advice) {
        return new CommandFailure(message, advice, 2, null);
    }

    public String advice() {
        return advice;
    }

    public int exitCode() {
        return exitCode;
    }
}
