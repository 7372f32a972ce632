package io.losslab.softswitch.netns;

/** The lab of namespaces cannot be made; the message says what failed and what to do. */
public final class LabException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public LabException(String message) {
        super(message);
    }

    public LabException(String message, Throwable cause) {
        super(message, cause);
    }
}
