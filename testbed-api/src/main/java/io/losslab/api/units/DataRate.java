package io.losslab.api.units;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;

/**
 * A line rate.
 *
 * @param bitsPerSecond bits a second on the wire, above zero
 */
public record DataRate(long bitsPerSecond) implements Comparable<DataRate> {
    private static final String EXPECTED = "a rate such as 100Gbps or 400Mbps";
    private static final Map<String, Long> UNITS = new LinkedHashMap<>();

    static {
        UNITS.put("Gbps", 1_000_000_000L);
        UNITS.put("Mbps", 1_000_000L);
        UNITS.put("Kbps", 1_000L);
        UNITS.put("Tbps", 1_000_000_000_000L);
        UNITS.put("bps", 1L);
    }

    public DataRate {
        if (bitsPerSecond <= 0) {
            throw new IllegalArgumentException(
                    "bitsPerSecond must be above zero: " + bitsPerSecond);
        }
    }

    /** Units that {@link #parse} knows. */
    public static Set<String> units() {
        return Collections.unmodifiableSet(UNITS.keySet());
    }

    /**
     * Reads a rate.
     *
     * @throws UnitFormatException where the text is none, or zero
     */
    public static DataRate parse(String text) {
        long bits = Quantity.parse(text, UNITS, EXPECTED);
        if (bits == 0) {
            throw new UnitFormatException(text, EXPECTED + " above zero", "");
        }
        return new DataRate(bits);
    }

    /** Bytes that cross the line in {@code nanos}, rounded down. */
    public long bytesIn(long nanos) {
        long seconds = nanos / 1_000_000_000L;
        long rest = nanos % 1_000_000_000L;
        return seconds * (bitsPerSecond / 8)
                + Math.multiplyExact(bitsPerSecond / 8, rest) / 1_000_000_000L;
    }

    /** Nanoseconds that {@code bytes} take on the line, rounded up. */
    public long nanosFor(long bytes) {
        return (bytes * 8_000_000_000L + bitsPerSecond - 1) / bitsPerSecond;
    }

    @Override
    public String toString() {
        return Quantity.print(bitsPerSecond, UNITS);
    }

    @Override
    public int compareTo(DataRate other) {
        return Long.compare(bitsPerSecond, other.bitsPerSecond);
    }
}
