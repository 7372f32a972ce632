package io.losslab.api.process;

/** What work that declares no exception threw on another thread. */
public final class Unchecked {
    private Unchecked() {}

    /**
     * The failure, to be thrown on.
     *
     * @throws Error where it is one
     */
    public static RuntimeException of(Throwable failure) {
        if (failure instanceof Error error) {
            throw error;
        }
        return (RuntimeException) failure;
    }
}
