package io.losslab.flowcontrol.portfc;

import io.losslab.flowcontrol.DataPlane;

/**
 * The weights of Asymmetric Traffic Engineering at a node (PortFC, section III-E, equation (3)):
 * how large a share of new flows takes the faster of two links first.
 *
 * <p>After a period in which T_H, what the node itself put on the faster link, was p * B_H or more
 * (Algorithm 5, line 4; after every period under {@link AteSettings.Update#ALWAYS}), the weight of
 * that link is multiplied by p * B_H / T_H. It stays within its floor and 1, and where it is after
 * a period without traffic. Periods are closed when the next packet or flow comes, so no timer
 * runs.
 */
public final class HopWeights {
    private static final double BITS_PER_BYTE_NANO = 8e9;

    private final AteSettings settings;
    private final int highPort;
    private final double targetBitsPerSecond;
    private final long drawSeed;
    private double highWeight;
    private double highBitsPerSecond;
    private long periodEndNanos;
    private long periodBytes;

    /**
     * For a node of two links; of equal ones the first counts as the faster.
     *
     * @throws IllegalArgumentException where the device has not two ports
     */
    public static HopWeights of(DataPlane plane, AteSettings settings) {
        if (plane.ports() != 2) {
            throw new IllegalArgumentException(
                    "ATE requires nodes with 2 ports, not " + plane.ports());
        }
        return new HopWeights(
                plane.deviceId(),
                plane.link(1).rateBitsPerSecond(),
                plane.link(2).rateBitsPerSecond(),
                plane.nowNanos(),
                settings);
    }

    HopWeights(
            int device,
            long firstBitsPerSecond,
            long secondBitsPerSecond,
            long startNanos,
            AteSettings settings) {
        double high = Math.max(firstBitsPerSecond, secondBitsPerSecond);
        double both = (double) firstBitsPerSecond + secondBitsPerSecond;
        this.settings = settings;
        this.highPort = firstBitsPerSecond >= secondBitsPerSecond ? 1 : 2;
        this.targetBitsPerSecond = settings.threshold() * high;
        this.highWeight = settings.byCapacity() ? high / both : 0.5;
        this.drawSeed = mix(settings.seed() + ((long) device << 32));
        this.periodEndNanos = startNanos + settings.periodNanos();
    }

    /**
     * First hop of a new flow; always the same of the same flow and weights.
     *
     * @return one of the ports; -1 where there is no choice between two
     */
    public int choosePort(int flow, int[] ports, long nowNanos) {
        if (ports.length != 2) {
            return -1;
        }
        closePeriods(nowNanos);
        return draw(flow) < highWeight ? highPort : 3 - highPort;
    }

    /** A packet of the node's own begins to leave by a port. */
    public void onSent(int port, int bytes, long nowNanos) {
        closePeriods(nowNanos);
        if (port == highPort) {
            periodBytes += bytes;
        }
    }

    /** w_H: share of new flows that take the faster link first; the others take the other one. */
    public double highWeight() {
        return highWeight;
    }

    /** T_H: what the node puts on the faster link. */
    public double highBitsPerSecond() {
        return highBitsPerSecond;
    }

    private void closePeriods(long nowNanos) {
        if (nowNanos < periodEndNanos) {
            return;
        }
        closePeriod();
        long idlePeriods = (nowNanos - periodEndNanos) / settings.periodNanos();
        if (idlePeriods > 0) {
            highBitsPerSecond = 0;
        }
        periodEndNanos += (idlePeriods + 1) * settings.periodNanos();
    }

    private void closePeriod() {
        if (periodBytes == 0) {
            highBitsPerSecond = 0;
            return;
        }
        double newest = periodBytes * BITS_PER_BYTE_NANO / settings.periodNanos();
        highBitsPerSecond =
                highBitsPerSecond == 0
                        ? newest
                        : highBitsPerSecond + settings.gain() * (newest - highBitsPerSecond);
        periodBytes = 0;
        if (settings.update() == AteSettings.Update.OVERFLOW
                && highBitsPerSecond < targetBitsPerSecond) {
            return;
        }
        double weight = highWeight * targetBitsPerSecond / highBitsPerSecond;
        highWeight = Math.max(settings.floor(), Math.min(1, weight));
    }

    /** A number of [0, 1) that flow, device and seed decide. */
    private double draw(int flow) {
        return (mix(drawSeed + flow) >>> 11) * 0x1p-53;
    }

    /** Bijective mixing of 64 bits: multiply and fold twice. */
    private static long mix(long value) {
        long mixed = (value ^ value >>> 32) * 0x9E3779B97F4A7C15L;
        mixed = (mixed ^ mixed >>> 29) * 0xD1342543DE82EF95L;
        return mixed ^ mixed >>> 32;
    }
}
