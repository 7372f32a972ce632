package io.losslab.agent.service;

/**
 * Why an agent stops.
 *
 * @param exitCode of its process
 * @param text for people
 */
public record Ending(int exitCode, String text) {
    public static final Ending SIGNAL = new Ending(0, "a signal asked for it");
    public static final Ending INPUT_ENDED = new Ending(0, "standard input ended");

    static Ending failed(Throwable cause) {
        return new Ending(1, "the data thread failed: " + cause);
    }

    static Ending silence(long nanos) {
        return new Ending(
                3,
                "no orchestrator was heard of for %.1f s; the agent stops and frees its ports"
                        .formatted(nanos / 1e9));
    }
}
