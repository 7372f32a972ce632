package io.losslab.agent.cli;

import java.util.function.Supplier;

/** Values that users give as text. */
final class OptionValue {
    private OptionValue() {}

    /**
     * A value as read.
     *
     * @param option names it where it cannot be
     * @throws IllegalArgumentException where it cannot be
     */
    static <T> T of(String option, Supplier<T> reader) {
        try {
            return reader.get();
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(option + ": " + e.getMessage(), e);
        }
    }
}
