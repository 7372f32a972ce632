package io.losslab.flowcontrol.pfc;

import io.losslab.flowcontrol.LinkProfile;
import io.losslab.flowcontrol.PauseTimer;
import io.losslab.flowcontrol.setting.Setting;
import io.losslab.flowcontrol.setting.Settings;
import java.util.ArrayList;
import java.util.List;

/**
 * The keys of PFC, and those of them that the schemes built on static thresholds have in common.
 *
 * <p>XOFF and XON of the latter default to OFC's evaluation (OFC, section IV-A).
 */
public final class PfcKeys {
    public static final String XOFF = "xoff";
    public static final String XON = "xon";
    public static final String HEADROOM = "headroom";

    public static final String THRESHOLD = "threshold";
    public static final String STATIC = "static";
    public static final String DYNAMIC = "dynamic";
    public static final String ALPHA = "alpha";
    public static final String RESUME_OFFSET = "resumeOffset";
    public static final String TIMER = "timer";

    private PfcKeys() {}

    /** The common keys, then those of a scheme. */
    public static List<Setting> and(List<Setting> more) {
        List<Setting> all = new ArrayList<>();
        all.add(Setting.priorities("controlled priorities"));
        all.add(Setting.size(XOFF, "75KB", "ingress bytes of a priority that pause it"));
        all.add(Setting.size(XON, "45KB", "ingress bytes at or below which it resumes"));
        all.add(headroom());
        all.add(timer());
        all.addAll(more);
        return List.copyOf(all);
    }

    /** Buffer of each controlled priority. */
    public static Setting headroom() {
        return Setting.size(HEADROOM, Setting.AUTO, "bytes beyond xoff for what follows a pause");
    }

    /** How pauses end. */
    public static Setting timer() {
        return Setting.choice(
                TIMER,
                PauseTimer.class,
                "whether pauses expire and are refreshed, or hold until RESUME");
    }

    /** Puts the headroom that PFC needs on a link where it is left open. */
    public static Settings resolve(Settings given, LinkProfile link) {
        return given.resolve(HEADROOM, PfcSettings.safeHeadroomBytes(link));
    }

    /** How pauses end, as settings have it. */
    public static PauseTimer timer(Settings settings) {
        return settings.choice(TIMER, PauseTimer.class);
    }
}
