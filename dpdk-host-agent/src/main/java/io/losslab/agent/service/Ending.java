package io.losslab.agent.service;

/**
 * Why an agent stops.
 *
 * @param exitCode of its process; after a signal, 128 and the number of the signal instead
 * @param text for users
 */
public record Ending(int exitCode, String text) {
    public static final Ending SIGNAL = new Ending(0, "stopped by a signal");
    public static final Ending INPUT_ENDED = new Ending(0, "stopped: standard input ended");

    static Ending failed(Throwable cause) {
        String advice =
                cause instanceof OutOfMemoryError
                        ? "; have fewer flows and messages, or, where no run starts the agent, allow"
                                + " more, such as LOSSLAB_JAVA_OPTS=-Xmx1g"
                        : "";
        return new Ending(1, "the data thread failed: " + cause + advice);
    }

    static Ending silence(long nanos) {
        return new Ending(3, "stopped: no call for %.1f s (--watchdog)".formatted(nanos / 1e9));
    }
}
