package io.losslab.softswitch.live;

/** The live switches cannot do something; the message says what, where and what to do. */
public final class LiveException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public LiveException(String message) {
        super(message);
    }

    public LiveException(String message, Throwable cause) {
        super(message, cause);
    }
}
