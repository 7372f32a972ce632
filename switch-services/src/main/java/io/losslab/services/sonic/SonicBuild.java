package io.losslab.services.sonic;

import java.util.Collections;
import java.util.List;

/**
 * How a SONiC switch is set up before a user configures it.
 *
 * @param megabits speeds of its ports, Mbit/s
 * @param staticPool whether its lossless pool has static thresholds
 * @param poolBytes size of its lossless pool
 * @param marks whether queue 3 marks packets
 */
public record SonicBuild(List<Long> megabits, boolean staticPool, long poolBytes, boolean marks) {
    private static final long USUAL_MEGABITS = 100_000;
    private static final long USUAL_POOL_BYTES = 12_766_208;

    public SonicBuild {
        megabits = List.copyOf(megabits);
    }

    /** One of ports of 100 Gbit/s with the static pool of a 7060CX-32S. */
    public static SonicBuild usual(int ports) {
        return new SonicBuild(
                Collections.nCopies(ports, USUAL_MEGABITS), true, USUAL_POOL_BYTES, true);
    }
}
