package io.losslab.flowcontrol.portfc;

import io.losslab.flowcontrol.LinkProfile;
import io.losslab.flowcontrol.PortSettings;
import io.losslab.flowcontrol.setting.SettingProblem;
import io.losslab.flowcontrol.setting.Settings;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.LongStream;

/**
 * PortFC at one port (PortFC, sections III-C and V-A).
 *
 * @param n ports of a switch, the n of NDC(n,k)
 * @param k highest layer
 * @param xoffBytes bytes in all IHFQs of a port at which its senders are paused
 * @param xonBytes bytes at or below which they are resumed; at most xoff
 * @param ddqXoffBytes the same of the DDQ
 * @param ddqXonBytes the same of the DDQ
 * @param relayGuard when a node keeps its relay queue from growing
 */
public record PortFcSettings(
        int n,
        int k,
        long xoffBytes,
        long xonBytes,
        long ddqXoffBytes,
        long ddqXonBytes,
        RelayGuard relayGuard)
        implements PortSettings {

    /** When a node pauses the switch port that feeds its relay queue. */
    public enum RelayGuard {
        /** Where the node's links differ in rate, or several of them feed one relay queue. */
        AUTO,
        ON,
        OFF
    }

    /** Queues of a port at most: data queues and the high-priority one. */
    static final int MAX_QUEUES = 257;

    /** What a device takes to forward a packet, at least (section II-B: in the order of 500 ns). */
    private static final long FORWARDING_NANOS = 500;

    public PortFcSettings {
        int nodeQueues = new QueueIndex(n, k).nodeQueues();
        if (nodeQueues > MAX_QUEUES) {
            throw new IllegalArgumentException(
                    "NDC(%d,%d) needs %d queues at a node port; there are %d"
                            .formatted(n, k, nodeQueues, MAX_QUEUES));
        }
        checkThresholds("xoff", xoffBytes, "xon", xonBytes);
        checkThresholds("ddqXoff", ddqXoffBytes, "ddqXon", ddqXonBytes);
    }

    /**
     * Reads resolved settings.
     *
     * @throws IllegalArgumentException where a value is missing or out of range
     */
    public static PortFcSettings of(Settings settings) {
        return new PortFcSettings(
                settings.integer("n"),
                settings.integer("k"),
                settings.whole("xoff"),
                settings.whole("xon"),
                settings.whole("ddqXoff"),
                settings.whole("ddqXon"),
                settings.choice("relayGuard", RelayGuard.class));
    }

    /**
     * Most bytes the IHFQs of a port hold together: XOFF, the frame that reaches it, and from every
     * other port a round trip of the link, what the switch is forwarding, and a frame at either
     * end.
     */
    public long ihfqBoundBytes(LinkProfile link) {
        return boundBytes(xoffBytes, link, afterPauseBytes(link));
    }

    /**
     * Most bytes a DDQ holds: as of the IHFQs, and for every other port what comes over the links
     * that feed its node until the relayed pause is obeyed, and what waits at the node to be
     * relayed, which is never paused.
     *
     * @param feeding the links at the other ports of a node
     */
    public long ddqBoundBytes(LinkProfile link, List<LinkProfile> feeding) {
        long ofOnePort =
                afterPauseBytes(link)
                        + feeding.stream().mapToLong(PortFcSettings::afterPauseBytes).sum()
                        + relayBacklogBytes(link, feeding);
        return boundBytes(ddqXoffBytes, link, ofOnePort);
    }

    /**
     * Packet memory with which a switch of such links never drops.
     *
     * @param feeding the links at the other ports of a node
     */
    public long losslessBufferBytes(LinkProfile link, List<LinkProfile> feeding) {
        return n * (ihfqBoundBytes(link) + ddqBoundBytes(link, feeding));
    }

    /**
     * Most bytes that wait at a node for a port: XOFF and what comes after the guard's pause. Next
     * to nothing where they do not come faster than they leave; 0 where no guard bounds them.
     *
     * @param feeding the links at the node's other ports
     */
    long relayBytes(LinkProfile link, List<LinkProfile> feeding) {
        return relayGuard == RelayGuard.OFF || !isFedFaster(link, feeding)
                ? 0
                : relayBacklogBytes(link, feeding)
                        + feeding.stream().mapToLong(PortFcSettings::afterPauseBytes).sum();
    }

    /** Whether a node with these links bounds its relay queues. */
    boolean guardsRelay(List<LinkProfile> links) {
        return switch (relayGuard) {
            case ON -> true;
            case OFF -> false;
            case AUTO ->
                    links.size() > 2
                            || links.stream()
                                            .mapToLong(LinkProfile::rateBitsPerSecond)
                                            .distinct()
                                            .count()
                                    > 1;
        };
    }

    @Override
    public List<SettingProblem> problems(LinkProfile link, long bufferBytes) {
        return problems(link, List.of(link), bufferBytes);
    }

    /**
     * As {@link #problems(LinkProfile, long)}.
     *
     * @param feeding the links at the other ports of the node at the link
     */
    List<SettingProblem> problems(LinkProfile link, List<LinkProfile> feeding, long bufferBytes) {
        List<SettingProblem> problems = new ArrayList<>();
        if (k > 1) {
            problems.add(
                    new SettingProblem(
                            "k",
                            "with k above 1, relayed packets enter IHFQs whose pauses no relay obeys"
                                    + " (PortFC, equation (2)): packets can drop",
                            false));
        }
        if (relayGuard == RelayGuard.OFF && isFedFaster(link, feeding)) {
            problems.add(
                    new SettingProblem(
                            "relayGuard",
                            "packets come to relaying nodes faster than they leave, and without"
                                    + " relayGuard nothing bounds the relay queues: packets can drop",
                            false));
        }
        long needed = losslessBufferBytes(link, feeding);
        if (bufferBytes < needed) {
            problems.add(
                    new SettingProblem(
                            "xoff",
                            ("xoff and ddqXoff of %d ports plus bytes in flight are %,d B, but the"
                                            + " buffer has %,d B: packets can drop if all ports are full"
                                            + " at once")
                                    .formatted(n, needed, bufferBytes),
                            false));
        }
        return problems;
    }

    private long boundBytes(long thresholdBytes, LinkProfile link, long ofOnePort) {
        return thresholdBytes + link.maxFrameBytes() + (n - 1) * ofOnePort;
    }

    /** What comes over a link after a pause: a round trip, what is forwarded, a frame each end. */
    private static long afterPauseBytes(LinkProfile link) {
        long forwardingNanos = Math.max(FORWARDING_NANOS, link.pipelineNanos());
        long nanos = 2 * link.delayNanos() + link.reactionNanos() + forwardingNanos;
        return link.bytesIn(nanos) + 2L * link.maxFrameBytes();
    }

    /**
     * What waits at a node when the pause comes. It grows only where packets come faster than they
     * leave, up to the guard's threshold; what comes after that is counted with its link.
     */
    private long relayBacklogBytes(LinkProfile link, List<LinkProfile> feeding) {
        return isFedFaster(link, feeding) ? xoffBytes + link.maxFrameBytes() : 0;
    }

    private static boolean isFedFaster(LinkProfile link, List<LinkProfile> feeding) {
        long fedBitsPerSecond = rates(feeding).sum();
        return fedBitsPerSecond > link.rateBitsPerSecond();
    }

    private static LongStream rates(List<LinkProfile> links) {
        return links.stream().mapToLong(LinkProfile::rateBitsPerSecond);
    }

    private static void checkThresholds(String xoff, long xoffBytes, String xon, long xonBytes) {
        if (xoffBytes <= 0) {
            throw new IllegalArgumentException(xoff + " must be above zero: " + xoffBytes);
        }
        if (xonBytes < 0 || xonBytes > xoffBytes) {
            throw new IllegalArgumentException(
                    xon + " must be 0.." + xoffBytes + " (" + xoff + "): " + xonBytes);
        }
    }
}
