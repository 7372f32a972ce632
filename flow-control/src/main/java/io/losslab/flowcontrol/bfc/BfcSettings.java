package io.losslab.flowcontrol.bfc;

import static io.losslab.flowcontrol.setting.Settings.require;

import io.losslab.flowcontrol.LinkProfile;
import io.losslab.flowcontrol.PortSettings;
import io.losslab.flowcontrol.setting.Setting;
import io.losslab.flowcontrol.setting.SettingProblem;
import io.losslab.flowcontrol.setting.Settings;
import java.util.List;

/**
 * BFC of one port.
 *
 * @param queues data queues of the egress port, 1..255
 * @param hopBdpBytes what one queue alone may hold before it pauses: C times the hop's round trip
 * @param stickyNanos how long a queue keeps a flow that has no packet in it
 * @param tableEntries entries of the port's flow table
 * @param hostQueues how a host assigns its own flows
 * @param seed of the choice of a queue where none is free
 */
public record BfcSettings(
        int queues,
        long hopBdpBytes,
        long stickyNanos,
        int tableEntries,
        HostQueues hostQueues,
        long seed)
        implements PortSettings {
    /** How a host assigns its own flows to the queues of its NIC. */
    public enum HostQueues {
        /** As a switch does: a free queue for each flow while there is one. */
        DYNAMIC,
        /** By hash, for good. */
        HASH
    }

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
                    Setting.integer("tableFactor", "100", "flow-table entries per queue"),
                    Setting.choice(
                            "hostQueues",
                            HostQueues.class,
                            "queue of a host's own flow: a free one while there is one, as at a"
                                    + " switch, or by hash"),
                    Setting.seed("the choice of a queue where none is free"));

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
        int queues = settings.integer("queues");
        return new BfcSettings(
                queues,
                settings.whole("hopBdp"),
                (long) (settings.real("sticky") * settings.whole("hopRtt")),
                Math.multiplyExact(queues, settings.integer("tableFactor")),
                settings.choice("hostQueues", HostQueues.class),
                settings.seed());
    }

    /**
     * Each queue stops its upstream queues at its share of a hop's BDP; what all of them still have
     * on the way, and a frame each, must find room.
     */
    @Override
    public List<SettingProblem> problems(LinkProfile link, long bufferBytes) {
        long neededBytes =
                hopBdpBytes + link.pauseRoundTripBytes() + (long) queues * link.maxFrameBytes();
        return bufferBytes >= neededBytes
                ? List.of()
                : List.of(
                        new SettingProblem(
                                "queues",
                                ("twice a hop's BDP and one frame per queue, %,d B, exceed the buffer of"
                                                + " %,d B: packets can drop before pauses take effect")
                                        .formatted(neededBytes, bufferBytes),
                                false));
    }
}
