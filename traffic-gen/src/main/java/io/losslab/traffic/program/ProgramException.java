package io.losslab.traffic.program;

/**
 * A program that cannot be: a message without a receiver, or operations that wait for each other.
 */
public final class ProgramException extends RuntimeException {
    private static final long serialVersionUID = 1;

    public ProgramException(String message) {
        super(message);
    }
}
