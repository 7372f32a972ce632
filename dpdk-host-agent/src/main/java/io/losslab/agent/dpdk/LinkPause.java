package io.losslab.agent.dpdk;

/**
 * What a NIC's own IEEE 802.3x engine is set to.
 *
 * @param mode 0 off, 1 obeys pauses, 2 sends pauses, 3 both
 * @param highWater buffer level that sends XOFF; the driver's unit
 * @param lowWater buffer level that sends XON
 * @param pauseQuanta of a pause it sends, 0..65535
 * @param sendsXon whether it sends XON at all
 * @param forwardsControl whether pause frames come up to the host
 * @param negotiates whether the link partners agree on it
 */
public record LinkPause(
        int mode,
        int highWater,
        int lowWater,
        int pauseQuanta,
        boolean sendsXon,
        boolean forwardsControl,
        boolean negotiates) {
    public LinkPause {
        if (mode < 0 || mode > 3) {
            throw new IllegalArgumentException("mode must be 0..3: " + mode);
        }
        if (pauseQuanta < 0 || pauseQuanta > 0xFFFF) {
            throw new IllegalArgumentException("pauseQuanta must be 0..65535: " + pauseQuanta);
        }
    }
}
