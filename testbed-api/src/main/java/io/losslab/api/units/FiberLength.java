package io.losslab.api.units;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;

/**
 * The length of a fibre or cable. Light takes 5 ns for a metre of glass, so 80 km delay by 400 us
 * (Bifrost, section VI-A).
 *
 * @param millimetres length, 0 to {@link #MOST_MILLIMETRES}
 */
public record FiberLength(long millimetres) {
    /** Delay of a metre of glass. */
    public static final long NANOS_PER_METRE = 5;

    /** A million kilometres. */
    public static final long MOST_MILLIMETRES = 1_000_000_000_000L;

    private static final String EXPECTED = "a length such as 80km or 3m";
    private static final Map<String, Long> UNITS = new LinkedHashMap<>();

    static {
        UNITS.put("km", 1_000_000L);
        UNITS.put("m", 1_000L);
    }

    public FiberLength {
        if (millimetres < 0 || millimetres > MOST_MILLIMETRES) {
            throw new IllegalArgumentException(
                    "millimetres must be 0 to %d, got %d".formatted(MOST_MILLIMETRES, millimetres));
        }
    }

    /** Units that {@link #parse} knows. */
    public static Set<String> units() {
        return Collections.unmodifiableSet(UNITS.keySet());
    }

    /**
     * Reads a length.
     *
     * @throws UnitFormatException where the text is none, or one that is too long
     */
    public static FiberLength parse(String text) {
        long millimetres = Quantity.parse(text, UNITS, EXPECTED);
        if (millimetres > MOST_MILLIMETRES) {
            throw new UnitFormatException(text, EXPECTED + ", at most 1000000km", "");
        }
        return new FiberLength(millimetres);
    }

    /** One-way propagation delay, rounded down to whole nanoseconds. */
    public Nanos delay() {
        return new Nanos(millimetres * NANOS_PER_METRE / 1_000);
    }

    @Override
    public String toString() {
        return Quantity.print(millimetres, UNITS);
    }
}
