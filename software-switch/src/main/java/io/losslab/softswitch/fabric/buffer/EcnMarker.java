package io.losslab.softswitch.fabric.buffer;

import java.util.SplittableRandom;

/**
 * Marks packets by the length of an egress queue: none up to Kmin, all above Kmax, and in between
 * with a probability that grows to Pmax (RED; Floyd and Jacobson, 1993, on the queue as it is).
 */
public final class EcnMarker {
    private static final long SEED = 0x0EC4_3168L;

    private final SplittableRandom random = new SplittableRandom(SEED);

    /*
     * By port; Kmax 0 for no marking.
     */
    private final long[] kminBytes;
    private final long[] kmaxBytes;
    private final double[] pmax;

    public EcnMarker(int portCount) {
        kminBytes = new long[portCount + 1];
        kmaxBytes = new long[portCount + 1];
        pmax = new double[portCount + 1];
    }

    public void set(int port, long kmin, long kmax, double probability) {
        if (kmax != 0 && (kmin < 0 || kmax <= kmin)) {
            throw new IllegalArgumentException(
                    "kmax must be above kmin: %d B, %d B".formatted(kmax, kmin));
        }
        if (!(probability >= 0 && probability <= 1)) {
            throw new IllegalArgumentException("pmax must be 0..1: " + probability);
        }
        kminBytes[port] = kmin;
        kmaxBytes[port] = kmax;
        pmax[port] = probability;
    }

    public boolean isOn(int port) {
        return kmaxBytes[port] != 0;
    }

    /** Whether a packet that finds so many bytes at a port is marked. */
    public boolean marks(int port, long queueBytes) {
        long kmin = kminBytes[port];
        long kmax = kmaxBytes[port];
        if (kmax == 0 || queueBytes <= kmin) {
            return false;
        }
        if (queueBytes > kmax) {
            return true;
        }
        double share = (queueBytes - kmin) / (double) (kmax - kmin);
        return random.nextDouble() < pmax[port] * share;
    }
}
