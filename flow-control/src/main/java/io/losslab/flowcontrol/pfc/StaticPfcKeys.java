package io.losslab.flowcontrol.pfc;

import io.losslab.flowcontrol.LinkProfile;
import io.losslab.flowcontrol.Setting;
import io.losslab.flowcontrol.SettingProblem;
import io.losslab.flowcontrol.Settings;
import io.losslab.flowcontrol.pause.PauseTimer;
import java.util.ArrayList;
import java.util.List;

/**
 * The keys that PFC with static thresholds and the schemes built on it have in common.
 *
 * <p>XOFF and XON default to OFC's evaluation (OFC, section IV-A).
 */
public final class StaticPfcKeys {
    public static final String XOFF = "xoff";
    public static final String XON = "xon";
    public static final String HEADROOM = "headroom";

    private static final String PRIORITIES = "priorities";
    private static final String TIMER = "timer";
    private static final String UNTIL_RESUME = "untilResume";

    private StaticPfcKeys() {}

    /** The common keys, then those of a scheme. */
    public static List<Setting> and(List<Setting> more) {
        List<Setting> all = new ArrayList<>();
        all.add(
                Setting.integer(
                        PRIORITIES, "8", "controlled priorities, bit i = priority i; 8 = 3 alone"));
        all.add(Setting.size(XOFF, "75KB", "ingress bytes of a priority that pause it"));
        all.add(Setting.size(XON, "45KB", "ingress bytes at or below which it resumes"));
        all.add(Setting.size(HEADROOM, Setting.AUTO, "bytes beyond xoff for what follows a pause"));
        all.add(
                Setting.choice(
                        TIMER,
                        List.of("quanta", UNTIL_RESUME),
                        "whether a pause runs out and is sent again"));
        all.addAll(more);
        return List.copyOf(all);
    }

    /** Puts the headroom that PFC needs on a link where it is left open. */
    public static Settings resolve(Settings given, LinkProfile link) {
        return given.resolve(HEADROOM, PfcSettings.safeHeadroomBytes(link));
    }

    /**
     * PFC as resolved settings have it.
     *
     * @throws IllegalArgumentException where they cannot be
     */
    public static PfcSettings read(Settings settings) {
        return PfcSettings.ofStatic(
                        (int) settings.whole(PRIORITIES),
                        settings.whole(XOFF),
                        settings.whole(XON),
                        settings.whole(HEADROOM))
                .withTimer(
                        settings.text(TIMER).equals(UNTIL_RESUME)
                                ? PauseTimer.UNTIL_RESUME
                                : PauseTimer.QUANTA);
    }

    /** What the common settings cannot promise at a port of a device with so much memory. */
    public static List<SettingProblem> problems(
            PfcSettings pfc, LinkProfile link, long bufferBytes) {
        List<SettingProblem> problems = new ArrayList<>(pfc.problems(link));
        if (pfc.reservedBytes() > bufferBytes) {
            problems.add(
                    new SettingProblem(
                            XOFF,
                            "xoff and headroom, %,d B in all, exceed the %,d B of buffer there is"
                                    .formatted(pfc.reservedBytes(), bufferBytes),
                            true));
        }
        return problems;
    }
}
