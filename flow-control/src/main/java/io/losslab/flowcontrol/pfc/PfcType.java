package io.losslab.flowcontrol.pfc;

import static io.losslab.flowcontrol.pfc.PfcKeys.ALPHA;
import static io.losslab.flowcontrol.pfc.PfcKeys.DYNAMIC;
import static io.losslab.flowcontrol.pfc.PfcKeys.RESUME_OFFSET;
import static io.losslab.flowcontrol.pfc.PfcKeys.STATIC;
import static io.losslab.flowcontrol.pfc.PfcKeys.THRESHOLD;
import static io.losslab.flowcontrol.pfc.PfcKeys.XOFF;
import static io.losslab.flowcontrol.pfc.PfcKeys.XON;

import io.losslab.api.units.DataSize;
import io.losslab.flowcontrol.DataPlane;
import io.losslab.flowcontrol.IngressScheme;
import io.losslab.flowcontrol.LinkProfile;
import io.losslab.flowcontrol.Promise;
import io.losslab.flowcontrol.Trait;
import io.losslab.flowcontrol.TypedScheme;
import io.losslab.flowcontrol.hardware.HardwareLeaf;
import io.losslab.flowcontrol.hardware.HardwareScheme;
import io.losslab.flowcontrol.setting.Setting;
import io.losslab.flowcontrol.setting.SettingProblem;
import io.losslab.flowcontrol.setting.Settings;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * {@code pfc}: Priority-based Flow Control. Its threshold is dynamic where {@code alpha} is given
 * and {@code xoff} is not; keys of the other kind of threshold are no part of resolved settings.
 */
public final class PfcType implements HardwareScheme, TypedScheme<PfcSettings>, TimedPauses {
    /** Key of its rule, and its name on devices that have it in hardware. */
    public static final String NAME = "pfc";

    private static final List<HardwareLeaf> LEAVES =
            List.of(
                    new HardwareLeaf(
                            "mode",
                            new Setting(
                                    THRESHOLD,
                                    Setting.Kind.CHOICE,
                                    List.of(STATIC, DYNAMIC),
                                    Setting.AUTO,
                                    "auto = dynamic if alpha is given and xoff is not")),
                    new HardwareLeaf(
                            "xoff-bytes",
                            Setting.size(
                                    XOFF,
                                    Setting.AUTO,
                                    "static: ingress bytes that pause; must be given")),
                    new HardwareLeaf(
                            "xon-bytes",
                            Setting.size(
                                    XON,
                                    Setting.AUTO,
                                    "static: ingress bytes that resume; auto = xoff")),
                    new HardwareLeaf(
                            "alpha",
                            Setting.number(
                                    ALPHA,
                                    Setting.AUTO,
                                    "dynamic: XOFF = alpha x free shared buffer; must be given")),
                    new HardwareLeaf(
                            "resume-offset-bytes",
                            Setting.size(
                                    RESUME_OFFSET,
                                    Setting.AUTO,
                                    "dynamic: XON = XOFF - resumeOffset; auto = 3KiB")),
                    new HardwareLeaf("headroom-bytes", PfcKeys.headroom()),
                    new HardwareLeaf("pause-timer", PfcKeys.timer()));

    private static final List<String> OF_STATIC = List.of(XOFF, XON);
    private static final List<String> OF_DYNAMIC = List.of(ALPHA, RESUME_OFFSET);

    /** XON below XOFF under a dynamic threshold, where the file does not say. */
    private static final long DEFAULT_RESUME_OFFSET_BYTES = 3 * 1024;

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public String title() {
        return "Priority flow control (IEEE 802.1Qbb), static or dynamic threshold";
    }

    @Override
    public List<Setting> settings() {
        List<Setting> all = new ArrayList<>();
        all.add(Setting.priorities("controlled priorities"));
        LEAVES.forEach(leaf -> all.add(leaf.setting()));
        return all;
    }

    @Override
    public List<HardwareLeaf> leaves() {
        return LEAVES;
    }

    @Override
    public Set<Trait> traits() {
        return Set.of(Trait.OWNS_INGRESS_BUFFER, Trait.RUNS_ON_RELAYS, Trait.CAN_DEADLOCK);
    }

    @Override
    public List<SettingProblem> contradictions(Settings given) {
        List<SettingProblem> problems = new ArrayList<>();
        boolean dynamic = isDynamic(given);
        for (String key : dynamic ? OF_STATIC : OF_DYNAMIC) {
            if (given.has(key)) {
                problems.add(
                        SettingProblem.fatal(
                                key,
                                "'%s' requires a %s threshold, but this one is %s"
                                        .formatted(
                                                key,
                                                dynamic ? STATIC : DYNAMIC,
                                                dynamic ? DYNAMIC : STATIC)));
            }
        }
        String needed = dynamic ? ALPHA : XOFF;
        if (!given.has(needed)) {
            problems.add(
                    SettingProblem.fatal(
                            "",
                            "a %s threshold lacks the key '%s'"
                                    .formatted(dynamic ? DYNAMIC : STATIC, needed)));
        } else if (dynamic && given.real(ALPHA) <= 0) {
            problems.add(
                    new SettingProblem(
                            ALPHA,
                            "'alpha': %s is not greater than zero".formatted(given.text(ALPHA)),
                            "a number greater than zero",
                            true));
        } else if (!dynamic) {
            addLevels(given, problems);
        }
        return problems;
    }

    private static void addLevels(Settings given, List<SettingProblem> problems) {
        long xoff = given.whole(XOFF);
        long xon = given.has(XON) ? given.whole(XON) : xoff;
        if (xoff == 0) {
            problems.add(SettingProblem.fatal(XOFF, "xoff must be greater than 0B"));
        } else if (xon > xoff) {
            problems.add(
                    new SettingProblem(
                            XON,
                            "xon %,d B is %,d B above xoff".formatted(xon, xon - xoff),
                            "at most xoff, " + new DataSize(xoff),
                            true));
        }
    }

    @Override
    public Settings resolve(Settings given, LinkProfile link) {
        Settings resolved = PfcKeys.resolve(given, link);
        return isDynamic(given)
                ? resolved.with(THRESHOLD, DYNAMIC)
                        .without(XOFF, XON)
                        .resolve(RESUME_OFFSET, DEFAULT_RESUME_OFFSET_BYTES)
                : resolved.with(THRESHOLD, STATIC)
                        .without(ALPHA, RESUME_OFFSET)
                        .resolve(XON, given.whole(XOFF));
    }

    private static boolean isDynamic(Settings given) {
        return given.has(THRESHOLD)
                ? given.text(THRESHOLD).equals(DYNAMIC)
                : given.has(ALPHA) && !given.has(XOFF);
    }

    @Override
    public PfcSettings read(Settings settings) {
        return PfcSettings.of(settings);
    }

    @Override
    public IngressScheme downstream(DataPlane plane, int port, PfcSettings settings) {
        return new Pfc(plane, port, settings);
    }

    @Override
    public int priorities(Settings settings, int ofTraffic) {
        return settings.priorities();
    }

    @Override
    public Set<Promise> promises(Settings settings, LinkProfile link) {
        return PfcSettings.of(settings).promisesNoThroughputLoss(link)
                ? Set.of(Promise.NO_DROPS, Promise.NO_THROUGHPUT_LOSS)
                : Set.of(Promise.NO_DROPS);
    }
}
