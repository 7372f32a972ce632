package io.losslab.softswitch.live;

import java.util.Locale;
import java.util.Optional;

/**
 * What the live switches did and how well they kept time.
 *
 * @param framesIn frames that hosts sent
 * @param framesOut frames given to hosts
 * @param ignoredFrames frames of hosts that the fabric does not carry: neither IPv4 between hosts
 *     of the lab nor flow control, or too long; RoCEv2 frames are counted by the ports of switches
 * @param earlyFrames frames that hosts sent before the epoch; ignored
 * @param lostIn frames of hosts that found no room in a socket's buffer
 * @param refusedOut frames that a host's interface did not take
 * @param latestSwitch the one whose frames to hosts left latest; empty where none were sent
 * @param lateWorstNanos how late a frame left it for its host at worst, wall nanoseconds
 * @param lateP99Nanos the same, 99th percentile
 * @param scale wall nanoseconds a nanosecond of the fabric lasts
 */
public record LiveTotals(
        long framesIn,
        long framesOut,
        long ignoredFrames,
        long earlyFrames,
        long lostIn,
        long refusedOut,
        String latestSwitch,
        long lateWorstNanos,
        long lateP99Nanos,
        long scale) {
    /** The 99th percentile in the fabric's time, which is what a delay there is compared with. */
    public double lateP99FabricNanos() {
        return (double) lateP99Nanos / scale;
    }

    /** The worst in the fabric's time. */
    public double lateWorstFabricNanos() {
        return (double) lateWorstNanos / scale;
    }

    /**
     * How late frames left, over what is allowed: 1 is just allowed; infinite where frames were
     * lost.
     *
     * @param boundNanos as in {@link #complaint}
     */
    public double latenessOf(long boundNanos) {
        return lostIn > 0 || refusedOut > 0
                ? Double.POSITIVE_INFINITY
                : lateP99FabricNanos() / boundNanos;
    }

    /**
     * What the results suffered from; empty where nothing.
     *
     * @param boundNanos most that the 99th percentile of lateness may be, in the fabric's time:
     *     usually the shortest delay of a link to a host, which it adds to
     */
    public Optional<String> complaint(long boundNanos) {
        if (lostIn > 0 || refusedOut > 0) {
            return Optional.of(
                    "this machine lost %,d frames from hosts and %,d frames to hosts: use a time dilation larger than %,d"
                            .formatted(lostIn, refusedOut, scale));
        }
        if (lateP99FabricNanos() > boundNanos) {
            return Optional.of(
                    "frames to hosts left %s late: %s; p99 of at most %,d ns allowed: use a time dilation larger than %,d"
                            .formatted(latestSwitch, times(), boundNanos, scale));
        }
        return Optional.empty();
    }

    /** What there is to say where there is no complaint. */
    public String describe() {
        return latestSwitch.isEmpty() ? "" : latestSwitch + ": " + times();
    }

    private String times() {
        return String.format(
                Locale.ROOT,
                "p99 %,.0f ns of lab time, worst %,.0f ns",
                lateP99FabricNanos(),
                lateWorstFabricNanos());
    }
}
