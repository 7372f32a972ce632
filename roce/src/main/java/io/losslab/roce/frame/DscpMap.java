package io.losslab.roce.frame;

import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;

/**
 * DSCP of each traffic class, and class of each DSCP: one that no class is given is of the class of
 * its class selector (RFC 2474, 4.2.2.2). Immutable.
 */
public final class DscpMap {
    private static final int CLASSES = 8;
    private static final int DSCPS = 64;
    private static final int SELECTOR_SHIFT = 3;

    /** Class c has class selector c. */
    public static final DscpMap STANDARD =
            new DscpMap(IntStream.range(0, CLASSES).mapToObj(DscpMap::selector).toList());

    private final byte[] dscpOfClass = new byte[CLASSES];
    private final byte[] classOfDscp = new byte[DSCPS];

    /**
     * Makes a map.
     *
     * @param dscps of the classes, in their order
     * @throws IllegalArgumentException where they are not eight different ones of 0 to 63
     */
    public DscpMap(List<Integer> dscps) {
        if (dscps.size() != CLASSES) {
            throw new IllegalArgumentException(
                    "expected a DSCP for each of %d classes, got %s".formatted(CLASSES, dscps));
        }
        if (Set.copyOf(dscps).size() < CLASSES) {
            throw new IllegalArgumentException("two classes have the same DSCP: " + dscps);
        }
        for (int dscp = 0; dscp < DSCPS; dscp++) {
            classOfDscp[dscp] = (byte) (dscp >> SELECTOR_SHIFT);
        }
        for (int trafficClass = 0; trafficClass < CLASSES; trafficClass++) {
            int dscp = dscps.get(trafficClass);
            if (dscp < 0 || dscp >= DSCPS) {
                throw new IllegalArgumentException("dscp must be 0..63: " + dscp);
            }
            dscpOfClass[trafficClass] = (byte) dscp;
            classOfDscp[dscp] = (byte) trafficClass;
        }
    }

    /** Class selector of a class. */
    public static int selector(int trafficClass) {
        return trafficClass << SELECTOR_SHIFT;
    }

    /** DSCP of a class, 0 to 7. */
    public int dscp(int trafficClass) {
        return dscpOfClass[trafficClass];
    }

    /** Class of a DSCP, 0 to 63. */
    public int trafficClass(int dscp) {
        return classOfDscp[dscp];
    }
}
