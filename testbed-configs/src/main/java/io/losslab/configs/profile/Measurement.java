package io.losslab.configs.profile;

import java.util.List;

/**
 * One quantity as it was measured: the range that all samples leave.
 *
 * @param what lowerCamelCase
 * @param frameBytes of the frames it was measured with, destination MAC to FCS; 0 where that does
 *     not matter
 * @param least smallest value that agrees with the samples
 * @param most largest value that does
 * @param unit one of {@link #UNITS}
 * @param samples how many there are, at least 1
 */
public record Measurement(
        String what, int frameBytes, double least, double most, String unit, int samples) {
    public static final String FRAMES = "frames";
    public static final String BYTES = "bytes";
    public static final String NANOS = "ns";
    public static final String QUANTA = "quanta";
    public static final String BIT_TIMES = "bitTimes";
    public static final String RATIO = "ratio";

    static final List<String> UNITS = List.of(FRAMES, BYTES, NANOS, QUANTA, BIT_TIMES, RATIO);

    public Measurement {
        if (most < least) {
            throw new IllegalArgumentException(what + ": " + most + " is less than " + least);
        }
    }
}
