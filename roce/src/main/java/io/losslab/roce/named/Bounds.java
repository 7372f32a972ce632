package io.losslab.roce.named;

/** Bounds of parameters. */
public final class Bounds {
    private Bounds() {}

    public static void positive(String key, long value) {
        if (value <= 0) {
            throw new IllegalArgumentException(key + " must be above zero: " + value);
        }
    }

    public static void notNegative(String key, long value) {
        if (value < 0) {
            throw new IllegalArgumentException(key + " must not be negative: " + value);
        }
    }

    public static void fraction(String key, double value) {
        if (!(value > 0 && value <= 1)) {
            throw new IllegalArgumentException(key + " must be above 0, at most 1: " + value);
        }
    }
}
