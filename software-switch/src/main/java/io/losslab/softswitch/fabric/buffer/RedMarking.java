package io.losslab.softswitch.fabric.buffer;

/**
 * How a port marks packets by the bytes in their egress queue: none up to Kmin, all above Kmax, and
 * in between with a probability that grows linearly to Pmax (RED, Floyd and Jacobson, 1993, on the
 * present queue length, as DCQCN's switches do).
 *
 * @param kminBytes at least 0
 * @param kmaxBytes above {@code kminBytes}
 * @param pmax 0..1
 * @param atEnqueue a packet is marked by the queue that it joins, itself included; otherwise by
 *     what it leaves behind
 * @param seed of the draws
 */
public record RedMarking(long kminBytes, long kmaxBytes, double pmax, boolean atEnqueue, int seed) {
    public RedMarking {
        if (kminBytes < 0 || kmaxBytes <= kminBytes) {
            throw new IllegalArgumentException(
                    "kmax must be above kmin: %d B, %d B".formatted(kmaxBytes, kminBytes));
        }
        if (!(pmax >= 0 && pmax <= 1)) {
            throw new IllegalArgumentException("pmax must be 0..1: " + pmax);
        }
    }
}
