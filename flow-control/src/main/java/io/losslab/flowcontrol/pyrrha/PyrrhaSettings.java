package io.losslab.flowcontrol.pyrrha;

import static io.losslab.flowcontrol.setting.Settings.require;

import io.losslab.flowcontrol.LinkProfile;
import io.losslab.flowcontrol.PortSettings;
import io.losslab.flowcontrol.pfc.PfcType;
import io.losslab.flowcontrol.setting.Setting;
import io.losslab.flowcontrol.setting.SettingProblem;
import io.losslab.flowcontrol.setting.Settings;
import java.util.List;

/**
 * Pyrrha of one port.
 *
 * @param kPause K_pause: a queue this many hop BDPs long pauses the upstream
 * @param kResume K_resume: below this many it may send again; at most kPause
 * @param hopBdpBytes a hop's bandwidth-delay product, or {@link #OF_LINK}
 * @param isolationQueues IQs of the egress port, 1..100
 * @param queueing which isolation queues there are, and how their packets reach the line
 * @param perIngress whether an IQ's bytes are compared ingress by ingress
 * @param hostAware whether a NIC stops flows one by one
 * @param pfcPeer whether the neighbour speaks PFC only
 */
public record PyrrhaSettings(
        double kPause,
        double kResume,
        long hopBdpBytes,
        int isolationQueues,
        Queueing queueing,
        boolean perIngress,
        boolean hostAware,
        boolean pfcPeer)
        implements PortSettings {
    /** Each hop has the BDP of the link that its pauses cross. */
    public static final long OF_LINK = -1;

    /** IQs of a port at most (Pyrrha, VIII). */
    public static final int MAX_ISOLATION_QUEUES = 100;

    static final String HOP_BDP = "hopBdp";
    static final String INGRESS = "ingress";
    private static final String ISOLATION = "isolation";

    /** Keys, with the values of the paper's section VIII. */
    static final List<Setting> KEYS =
            List.of(
                    Setting.number("kPause", "2", "K_pause, in hop BDPs (Pyrrha, VIII)"),
                    Setting.number("kResume", "1", "K_resume, in hop BDPs (Pyrrha, VIII)"),
                    Setting.size(
                            HOP_BDP,
                            Setting.AUTO,
                            "the port's rate times the round-trip time of the link by which packets"
                                    + " come in, which a PAUSE crosses; at least a frame"),
                    Setting.integer("iqs", "100", "isolation queues per port, 1..100"),
                    Setting.choice(
                            ISOLATION,
                            Queueing.class,
                            "a queue per root, its packets then entering the output queue or served"
                                    + " in parallel to it, or a queue per set of roots"),
                    Setting.choice(
                            "iqMetric",
                            List.of("length", INGRESS),
                            "an isolation queue pauses by its length, or by an ingress's bytes in it"),
                    Setting.flag(
                            "hostAware",
                            true,
                            "NICs stop individual flows; otherwise whole queues"),
                    Setting.choice(
                            "peer",
                            List.of("pyrrha", PfcType.NAME),
                            "what the neighbour at the port understands"));

    /** Which isolation queues (IQs) a port has, and how their packets reach the line. */
    public enum Queueing {
        /** One for each root; what leaves a flow's last one enters the output queue (IV-C). */
        HIERARCHICAL,
        /** One for each root; a flow's last one and the output queue take turns on the line. */
        PARALLEL,
        /** One for each set of roots; all and the output queue take turns on the line (V-A). */
        SINGLE_TIER
    }

    public PyrrhaSettings {
        require(kPause > 0, "kPause must be above zero: " + kPause);
        require(
                kResume > 0 && kResume <= kPause,
                "kResume must be above zero and at most " + kPause + " (kPause): " + kResume);
        require(
                hopBdpBytes > 0 || hopBdpBytes == OF_LINK,
                "hopBdp must be above zero: " + hopBdpBytes);
        require(
                isolationQueues >= 1 && isolationQueues <= MAX_ISOLATION_QUEUES,
                "iqs must be 1.." + MAX_ISOLATION_QUEUES + ": " + isolationQueues);
    }

    /**
     * Reads resolved settings.
     *
     * @throws IllegalArgumentException where one cannot be
     */
    public static PyrrhaSettings of(Settings settings) {
        return new PyrrhaSettings(
                settings.real("kPause"),
                settings.real("kResume"),
                settings.has(HOP_BDP) ? settings.whole(HOP_BDP) : OF_LINK,
                settings.integer("iqs"),
                settings.choice(ISOLATION, Queueing.class),
                settings.text("iqMetric").equals(INGRESS),
                settings.flag("hostAware"),
                settings.text("peer").equals(PfcType.NAME));
    }

    /**
     * Length at which a queue pauses an upstream.
     *
     * @param link of the port
     * @param paused the link to the upstream
     */
    public long pauseBytes(LinkProfile link, LinkProfile paused) {
        return hops(kPause, link, paused);
    }

    /** Length below which the upstream may send again. */
    public long resumeBytes(LinkProfile link, LinkProfile paused) {
        return hops(kResume, link, paused);
    }

    /** Whether the thresholds are the same for all of these links to upstreams. */
    public boolean isSameFor(List<LinkProfile> paused, LinkProfile link) {
        return paused.stream().mapToLong(each -> pauseBytes(link, each)).distinct().count() <= 1;
    }

    private long hops(double count, LinkProfile link, LinkProfile paused) {
        long hopBytes = hopBdpBytes == OF_LINK ? link.hopBdpBytes(paused) : hopBdpBytes;
        return Math.max(1, (long) (count * hopBytes));
    }

    /** Whether a queue holds the flows of a set of roots, not of one. */
    public boolean singleTier() {
        return queueing == Queueing.SINGLE_TIER;
    }

    @Override
    public List<SettingProblem> problems(LinkProfile link, long bufferBytes) {
        long incastBytes = pauseBytes(link, link) + link.pauseRoundTripBytes();
        return bufferBytes >= incastBytes
                ? List.of()
                : List.of(
                        new SettingProblem(
                                "kPause",
                                ("kPause and a hop's BDP, %,d B, exceed the buffer of %,d B: packets can"
                                                + " drop before the first PAUSE takes effect")
                                        .formatted(incastBytes, bufferBytes),
                                false));
    }
}
