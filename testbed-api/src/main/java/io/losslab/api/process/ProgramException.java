package io.losslab.api.process;

/** A program of the system is not installed, failed, or did not end in time. */
public final class ProgramException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    ProgramException(String message, Throwable cause) {
        super(message, cause);
    }
}
