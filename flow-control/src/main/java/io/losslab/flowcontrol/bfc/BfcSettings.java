package io.losslab.flowcontrol.bfc;

import io.losslab.flowcontrol.Setting;
import io.losslab.flowcontrol.Settings;
import java.util.List;

/**
 * BFC of one port.
 *
 * @param queues data queues of the egress port, 1..255
 * @param hopBdpBytes what one queue alone may hold before it pauses: C times the hop's round trip
 * @param stickyNanos how long a queue keeps a flow that has no packet in it
 * @param tableEntries entries of the port's flow table
 */
public record BfcSettings(int queues, long hopBdpBytes, long stickyNanos, int tableEntries) {
    /** Data queues of a port at most. */
    public static final int MAX_QUEUES = 255;

    /** Keys, with the values of Pyrrha, section VIII. */
    static final List<Setting> KEYS =
            List.of(
                    Setting.integer(
                            "queues",
                            "32",
                            "data queues per port, 1..255; 32 or 128 in the papers"),
                    Setting.size("hopBdp", Setting.AUTO, "rate times round-trip time of the link"),
                    Setting.time("hopRtt", Setting.AUTO, "round-trip time of the link"),
                    Setting.number("sticky", "2", "round trips for which a flow keeps its queue"),
                    Setting.integer("tableFactor", "100", "flow-table entries per queue"));

    public BfcSettings {
        require(queues >= 1 && queues <= MAX_QUEUES, "queues must be 1..255: " + queues);
        require(hopBdpBytes > 0, "hopBdp must be above zero: " + hopBdpBytes);
        require(stickyNanos >= 0, "sticky * hopRtt must not be negative: " + stickyNanos);
        require(tableEntries > 0, "tableFactor * queues must be above zero: " + tableEntries);
    }

    /**
     * Reads resolved settings.
     *
     * @throws IllegalArgumentException where one cannot be
     */
    static BfcSettings of(Settings settings) {
        int queues = Math.toIntExact(settings.whole("queues"));
        return new BfcSettings(
                queues,
                settings.whole("hopBdp"),
                (long) (settings.real("sticky") * settings.whole("hopRtt")),
                Math.multiplyExact(queues, Math.toIntExact(settings.whole("tableFactor"))));
    }

    private static void require(boolean holds, String message) {
        if (!holds) {
            throw new IllegalArgumentException(message);
        }
    }
}
