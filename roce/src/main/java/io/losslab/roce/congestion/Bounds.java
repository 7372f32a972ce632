package io.losslab.roce.congestion;

/** Bounds of the controls' parameters. */
final class Bounds {
    private Bounds() {}

    static void positive(String key, long value) {
        if (value <= 0) {
            throw new IllegalArgumentException(key + " must be above zero: " + value);
        }
    }

    static void notNegative(String key, long value) {
        if (value < 0) {
            throw new IllegalArgumentException(key + " must not be negative: " + value);
        }
    }

    static void fraction(String key, double value) {
        if (!(value > 0 && value <= 1)) {
            throw new IllegalArgumentException(key + " must be above 0, at most 1: " + value);
        }
    }
}
