package io.losslab.softswitch.live;

/**
 * What the live switches did and how well they kept time.
 *
 * @param framesIn frames that hosts sent
 * @param framesOut frames given to hosts
 * @param ignoredFrames frames of hosts that the fabric does not carry: neither IPv4 between hosts of
 *     the lab nor flow control, or too long
 * @param earlyFrames frames that hosts sent before the clock was started; ignored
 * @param lostIn frames of hosts that found no room in a socket's buffer
 * @param refusedOut frames that a host's interface did not take
 * @param lateWorstNanos how late a frame left for its host at worst, wall nanoseconds
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
}
