package io.losslab.api.units;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;

/**
 * A span of time.
 *
 * @param nanos nanoseconds, not negative
 */
public record Nanos(long nanos) implements Comparable<Nanos> {
    private static final String EXPECTED = "a time such as 400us, 10ms or 1.5s";
    private static final Map<String, Long> UNITS = new LinkedHashMap<>();

    static {
        UNITS.put("us", 1_000L);
        UNITS.put("ms", 1_000_000L);
        UNITS.put("s", 1_000_000_000L);
        UNITS.put("ns", 1L);
        UNITS.put("µs", 1_000L);
    }

    public Nanos {
        if (nanos < 0) {
            throw new IllegalArgumentException("nanos must not be negative: " + nanos);
        }
    }

    /** Units that {@link #parse} knows. */
    public static Set<String> units() {
        return Collections.unmodifiableSet(UNITS.keySet());
    }

    /**
     * Reads a time.
     *
     * @throws UnitFormatException where the text is none
     */
    public static Nanos parse(String text) {
        return new Nanos(Quantity.parse(text, UNITS, EXPECTED));
    }

    @Override
    public String toString() {
        return Quantity.print(nanos, UNITS);
    }

    @Override
    public int compareTo(Nanos other) {
        return Long.compare(nanos, other.nanos);
    }
}
