package io.losslab.devices.failure;

import java.util.List;

/**
 * A failure that is reported to the user as a message without a stack trace; the cause goes to the
 * log. Messages say what failed: device, address, call or file. Advice says what to do about it,
 * and may be empty.
 */
public final class CommandFailure extends RuntimeException {
    private static final long serialVersionUID = 1L;
    private final String advice;
    private final int exitCode;

    /**
     * Makes one.
     *
     * @param exitCode one of {@link ExitCode}
     */
    public CommandFailure(String message, String advice, int exitCode, Throwable cause) {
        super(message, cause);
        this.advice = advice;
        this.exitCode = exitCode;
    }

    /** Wrong usage, or a file that is not as it must be. */
    public static CommandFailure usage(String message, String advice) {
        return usage(message, advice, null);
    }

    public static CommandFailure usage(String message, String advice, Throwable cause) {
        return new CommandFailure(message, advice, ExitCode.USAGE, cause);
    }

    /** What was to be done did not succeed. */
    public static CommandFailure failed(String message, String advice) {
        return failed(message, advice, null);
    }

    public static CommandFailure failed(String message, String advice, Throwable cause) {
        return new CommandFailure(message, advice, ExitCode.FAILED, cause);
    }

    /**
     * What a command had set was not restored.
     *
     * @param left what is left, at least one
     */
    public static CommandFailure notRestored(List<String> left, String advice) {
        return failed("not restored: " + String.join("; ", left), advice);
    }

    /** A device did not answer, refused the login, lacks what a run needs, or failed. */
    public static CommandFailure ofDevice(String message, String advice) {
        return ofDevice(message, advice, null);
    }

    public static CommandFailure ofDevice(String message, String advice, Throwable cause) {
        return new CommandFailure(message, advice, ExitCode.DEVICE, cause);
    }

    /** The user stopped the run; the thread is interrupted again. */
    public static CommandFailure interrupted(InterruptedException cause) {
        Thread.currentThread().interrupt();
        return new CommandFailure("the run was interrupted", "", ExitCode.INTERRUPTED, cause);
    }

    /** A failure in one line: what failed, and the advice that it may have. */
    public static String line(Exception failure) {
        String message = failure.getMessage() == null ? failure.toString() : failure.getMessage();
        return failure instanceof CommandFailure told && !told.advice.isEmpty()
                ? message + "; " + told.advice
                : message;
    }

    public String advice() {
        return advice;
    }

    public int exitCode() {
        return exitCode;
    }

    public boolean isOfDevice() {
        return exitCode == ExitCode.DEVICE;
    }
}
