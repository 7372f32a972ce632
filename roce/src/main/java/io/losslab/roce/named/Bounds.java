package io.losslab.roce.named;

import io.losslab.flowcontrol.setting.Settings;

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

    /** A count among settings, which is given as any whole number. */
    public static int count(String key, Settings settings) {
        long value = settings.whole(key);
        if (value > Integer.MAX_VALUE) {
            throw new IllegalArgumentException(
                    "%s must be at most %d: %d".formatted(key, Integer.MAX_VALUE, value));
        }
        return (int) value;
    }
}
