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
 * @param singleTier one queue per set of matched roots instead of a hierarchy
 * @param perIngress whether an IQ's bytes are compared ingress by ingress
 * @param hostAware whether a NIC stops flows one by one
 * @param pfcPeer whether the neighbour speaks PFC only
 */
public record PyrrhaSettings(
        long pauseBytes,
        long resumeBytes,
        int isolationQueues,
        boolean singleTier,
        boolean perIngress,
        boolean hostAware,
        boolean pfcPeer)
        implements PortSettings {
    /** IQs of a port at most (Pyrrha, VIII). */
    public static final int MAX_ISOLATION_QUEUES = 100;

    static final String SINGLE_TIER = "singleTier";
    static final String INGRESS = "ingress";

    /** Keys, with the values of the paper's section VIII. */
    static final List<Setting> KEYS =
            List.of(
                    Setting.number("kPause", "2", "K_pause, in hop BDPs (Pyrrha, VIII)"),
                    Setting.number("kResume", "1", "K_resume, in hop BDPs (Pyrrha, VIII)"),
                    Setting.size("hopBdp", Setting.AUTO, "rate times round-trip time of the link"),
                    Setting.integer("iqs", "100", "isolation queues per port, 1..100"),
                    Setting.choice(
                            "isolation",
                            List.of("hierarchical", SINGLE_TIER),
                            "queue per root in levels, or per set of roots"),
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
                settings.text("isolation").equals(SINGLE_TIER),
                settings.text("iqMetric").equals(INGRESS),
                settings.flag("hostAware"),
                settings.text("peer").equals(PfcType.NAME));
    }

    @Override
    public List<SettingProblem> problems(LinkProfile link, long bufferBytes) {
        long incastBytes = pauseBytes + link.roundTripBytes();
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
