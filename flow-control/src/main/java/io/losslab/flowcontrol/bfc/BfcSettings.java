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
 * @param hopBdpBytes what one queue alone may hold before it pauses: C times the hop's round trip,
 *     or {@link #OF_LINK}
 * @param hopRttNanos that round trip, or {@link #OF_LINK}
 * @param sticky round trips for which a queue keeps a flow that has no packet in it
 * @param tableEntries entries of the port's flow table
 * @param hostQueues how a host assigns its own flows
 * @param seed of the choice of a queue where none is free
 */
public record BfcSettings(
        int queues,
        long hopBdpBytes,
        long hopRttNanos,
        double sticky,
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

    /** Each hop has the round trip of the link that its pauses cross. */
    public static final long OF_LINK = -1;

    /** Data queues of a port at most. */
    public static final int MAX_QUEUES = 255;

    static final String HOP_BDP = "hopBdp";
    static final String HOP_RTT = "hopRtt";

    /** Keys, with the values of Pyrrha, section VIII. */
    static final List<Setting> KEYS =
            List.of(
                    Setting.integer(
                            "queues",
                            "32",
                            "data queues per port, 1..255; 32 or 128 in the papers"),
                    Setting.size(
                            HOP_BDP,
                            Setting.AUTO,
                            "the port's rate times the round-trip time of the link by which packets"
                                    + " come in, which a PAUSE crosses; at least a frame"),
                    Setting.time(
                            HOP_RTT,
                            Setting.AUTO,
                            "round-trip time of that link; at least a frame's time at the port"),
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
        require(
                hopBdpBytes > 0 || hopBdpBytes == OF_LINK,
                "hopBdp must be above zero: " + hopBdpBytes);
        require(sticky >= 0, "sticky must not be negative: " + sticky);
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
                settings.has(HOP_BDP) ? settings.whole(HOP_BDP) : OF_LINK,
                settings.has(HOP_RTT) ? settings.whole(HOP_RTT) : OF_LINK,
                settings.real("sticky"),
                Math.multiplyExact(queues, settings.integer("tableFactor")),
                settings.choice("hostQueues", HostQueues.class),
                settings.seed());
    }

    /**
     * What one queue alone may hold before it pauses an upstream queue.
     *
     * @param link of the port
     * @param paused the link to the upstream
     */
    long hopBdpBytes(LinkProfile link, LinkProfile paused) {
        return hopBdpBytes == OF_LINK ? link.hopBdpBytes(paused) : hopBdpBytes;
    }

    /** How long a queue keeps a flow that came over a link and has no packet in it. */
    long stickyNanos(LinkProfile link, LinkProfile paused) {
        long ofLink = Math.max(2 * paused.delayNanos(), link.nanosFor(link.maxFrameBytes()));
        return (long) (sticky * (hopRttNanos == OF_LINK ? ofLink : hopRttNanos));
    }

    /**
     * Each queue stops its upstream queues at its share of a hop's BDP; what all of them still have
     * on the way, and a frame each, must find room.
     */
    @Override
    public List<SettingProblem> problems(LinkProfile link, long bufferBytes) {
        long neededBytes =
                hopBdpBytes(link, link)
                        + link.pauseRoundTripBytes()
                        + (long) queues * link.maxFrameBytes();
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
