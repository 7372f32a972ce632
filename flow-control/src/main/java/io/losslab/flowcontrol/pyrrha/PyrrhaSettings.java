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
 * @param pauseBytes K_pause times the hop's bandwidth-delay product: a queue this long pauses
 * @param resumeBytes K_resume times it: below this the upstream may send again; at most pauseBytes
 * @param isolationQueues IQs of the egress port, 1..100
 * @param queueing which isolation queues there are, and how their packets reach the line
 * @param perIngress whether an IQ's bytes are compared ingress by ingress
 * @param hostAware whether a NIC stops flows one by one
 * @param pfcPeer whether the neighbour speaks PFC only
 */
public record PyrrhaSettings(
        long pauseBytes,
        long resumeBytes,
        int isolationQueues,
        Queueing queueing,
        boolean perIngress,
        boolean hostAware,
        boolean pfcPeer)
        implements PortSettings {
    /** IQs of a port at most (Pyrrha, VIII). */
    public static final int MAX_ISOLATION_QUEUES = 100;

    static final String INGRESS = "ingress";
    private static final String ISOLATION = "isolation";

    /** Keys, with the values of the paper's section VIII. */
    static final List<Setting> KEYS =
            List.of(
                    Setting.number("kPause", "2", "K_pause, in hop BDPs (Pyrrha, VIII)"),
                    Setting.number("kResume", "1", "K_resume, in hop BDPs (Pyrrha, VIII)"),
                    Setting.size("hopBdp", Setting.AUTO, "rate times round-trip time of the link"),
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
        require(pauseBytes > 0, "kPause * hopBdp must be above zero: " + pauseBytes);
        require(
                resumeBytes > 0 && resumeBytes <= pauseBytes,
                "kResume * hopBdp must be 1.." + pauseBytes + " (kPause): " + resumeBytes);
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
        long hopBdpBytes = settings.whole("hopBdp");
        return new PyrrhaSettings(
                (long) (settings.real("kPause") * hopBdpBytes),
                (long) (settings.real("kResume") * hopBdpBytes),
                settings.integer("iqs"),
                settings.choice(ISOLATION, Queueing.class),
                settings.text("iqMetric").equals(INGRESS),
                settings.flag("hostAware"),
                settings.text("peer").equals(PfcType.NAME));
    }

    /** Whether a queue holds the flows of a set of roots, not of one. */
    public boolean singleTier() {
        return queueing == Queueing.SINGLE_TIER;
    }

    @Override
    public List<SettingProblem> problems(LinkProfile link, long bufferBytes) {
        long incastBytes = pauseBytes + link.pauseRoundTripBytes();
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
