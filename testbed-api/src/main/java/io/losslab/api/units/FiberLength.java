package io.losslab.api.units;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;

/**
 * The length of a fibre or cable. Light takes 5 ns for a metre of glass, so 80 km delay by 400 us
 * (Bifrost, section VI-A).
 *
 * @param millimetres length, not negative
 */
public record FiberLength(long millimetres) {
    /** Delay of a metre of glass. */
    public static final long NANOS_PER_METRE = 5;

    private static final String EXPECTED = "a length such as 80km or 3m";
    private static final Map<String, Long> UNITS = new LinkedHashMap<>();

    static {
        UNITS.put("km", 1_000_000L);
        UNITS.put("m", 1_000L);
    }

    public FiberLength {
        if (millimetres < 0) {
            throw new IllegalArgumentException("millimetres must not be negative: " + millimetres);
        }
    }

    /** Units that {@link #parse} knows. */
    public static Set<String> units() {
        return Collections.unmodifiableSet(UNITS.keySet());
    }

    /**
     * Reads a length.
     *
     * @throws UnitFormatException where the text is none
     */
    public static FiberLength parse(String text) {
        return new FiberLength(Quantity.parse(text, UNITS, EXPECTED));
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
