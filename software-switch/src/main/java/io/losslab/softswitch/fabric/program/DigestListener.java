package io.losslab.softswitch.fabric.program;

import java.math.BigInteger;
import java.util.List;

/** Hears what programs tell their controllers, on the fabric's thread. */
public interface DigestListener {
    /**
     * A packet had the program send a digest.
     *
     * @param node of the switch
     * @param timeNanos virtual time
     * @param digest its name in the program
     * @param fields what they hold, as bits without sign
     */
    void onDigest(int node, long timeNanos, String digest, List<BigInteger> fields);
}
