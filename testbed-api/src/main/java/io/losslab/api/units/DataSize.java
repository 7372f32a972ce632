package io.losslab.api.units;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;

/**
 * A number of bytes. {@code KB}, {@code MB} and {@code GB} are powers of 1000, {@code KiB}, {@code
 * MiB} and {@code GiB} powers of 1024.
 *
 * @param bytes how many, not negative
 */
public record DataSize(long bytes) implements Comparable<DataSize> {
    private static final String EXPECTED = "a size such as 64KB, 9.72MB or 10MiB";
    private static final Map<String, Long> UNITS = new LinkedHashMap<>();

    static {
        UNITS.put("MB", 1_000_000L);
        UNITS.put("KB", 1_000L);
        UNITS.put("GB", 1_000_000_000L);
        UNITS.put("KiB", 1L << 10);
        UNITS.put("MiB", 1L << 20);
        UNITS.put("GiB", 1L << 30);
        UNITS.put("B", 1L);
    }

    private static final Map<String, Long> DECIMAL =
            new LinkedHashMap<>(
                    Map.of("B", 1L, "KB", 1_000L, "MB", 1_000_000L, "GB", 1_000_000_000L));

    public DataSize {
        if (bytes < 0) {
            throw new IllegalArgumentException("bytes must not be negative: " + bytes);
        }
    }

    /** Units that {@link #parse} knows. */
    public static Set<String> units() {
        return Collections.unmodifiableSet(UNITS.keySet());
    }

    /**
     * Reads a size.
     *
     * @throws UnitFormatException where the text is none
     */
    public static DataSize parse(String text) {
        return new DataSize(Quantity.parse(text, UNITS, EXPECTED));
    }

    /** Prints in decimal units, so that {@link #parse} gives the same size back. */
    @Override
    public String toString() {
        return Quantity.print(bytes, DECIMAL);
    }

    @Override
    public int compareTo(DataSize other) {
        return Long.compare(bytes, other.bytes);
    }
}
