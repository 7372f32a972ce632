package io.losslab.flowcontrol.bifrost;

import io.losslab.flowcontrol.LinkProfile;
import io.losslab.flowcontrol.bifrost.BifrostSettings.Leak;
import io.losslab.flowcontrol.bifrost.BifrostSettings.VirtualIncoming;
import io.losslab.flowcontrol.setting.Setting;
import io.losslab.flowcontrol.setting.SettingProblem;
import io.losslab.flowcontrol.setting.Settings;
import java.util.ArrayList;
import java.util.List;

/** The keys that Bifrost and BifrostX have in common, by the letters of the paper. */
final class BifrostKeys {
    static final String SLOT = "slot";
    static final String QUEUE_BUFFER = "queueBuffer";
    static final String LEAK_PERIOD = "leakPeriod";
    static final String EXTRA_HEADROOM = "extraHeadroom";
    static final String LEAK_TOLERANCE = "leakTolerance";
    static final String LEAK = "leak";
    static final String VIRTUAL_INCOMING = "virtualIncoming";
    static final String RATE = "rate";
    static final String DELAY = "delay";
    static final String UNSAFE = "unsafe";

    private static final int MAX_LEAK_PERIOD = 1_000_000;

    private BifrostKeys() {}

    /** Priorities and slot as a scheme declares them, then what is the same for both. */
    static List<Setting> and(Setting priorities, Setting slot) {
        return List.of(
                slot,
                priorities,
                Setting.size(QUEUE_BUFFER, Setting.AUTO, "H; auto = Delta + 3 Rs T"),
                Setting.integer(LEAK_PERIOD, "1", "k, slots between leak corrections"),
                Setting.size(
                        EXTRA_HEADROOM,
                        Setting.AUTO,
                        "buffer beyond H for leaked frames; auto = k + 2D/T + 2 frames"),
                Setting.size(
                        LEAK_TOLERANCE,
                        Setting.AUTO,
                        "surplus of a slot that does not count as leaked; auto = one frame"),
                Setting.choice(LEAK, Leak.class, "how leaked bytes are repaid"),
                Setting.choice(VIRTUAL_INCOMING, VirtualIncoming.class, "how F is maintained"),
                Setting.rate(RATE, Setting.AUTO, "Rs; auto = the link's"),
                Setting.time(
                        DELAY,
                        Setting.AUTO,
                        "D, one-way; auto = the link's plus half of the pipeline and of a host's"
                                + " reaction time"),
                Setting.flag(UNSAFE, false, "accept H below Delta + 2 Rs T"));
    }

    static List<SettingProblem> contradictions(Settings given) {
        List<SettingProblem> problems = new ArrayList<>();
        if (given.whole(SLOT) == 0) {
            problems.add(SettingProblem.fatal(SLOT, "slot must be greater than 0ns"));
        }
        if (given.has(QUEUE_BUFFER) && given.whole(QUEUE_BUFFER) == 0) {
            problems.add(SettingProblem.fatal(QUEUE_BUFFER, "queueBuffer must be greater than 0B"));
        }
        if (given.has(RATE) && given.whole(RATE) == 0) {
            problems.add(SettingProblem.fatal(RATE, "rate must be above 0bps"));
        }
        long leakPeriod = given.whole(LEAK_PERIOD);
        if (leakPeriod < 1 || leakPeriod > MAX_LEAK_PERIOD) {
            problems.add(
                    new SettingProblem(
                            LEAK_PERIOD,
                            "'leakPeriod': %d is out of range".formatted(leakPeriod),
                            "a whole number from 1 to %d".formatted(MAX_LEAK_PERIOD),
                            true));
        }
        return problems;
    }

    /** Puts what the paper has for a link where something is left open (Bifrost, section VI-A). */
    static Settings resolve(Settings given, LinkProfile link) {
        if (given.isAuto(DELAY) && link.feedbackDelayNanos() == 0) {
            throw new IllegalArgumentException(
                    "Bifrost needs a link with a delay; this one has none");
        }
        Settings placed =
                given.resolve(RATE, link.rateBitsPerSecond())
                        .resolve(DELAY, link.feedbackDelayNanos());
        LinkProfile seen =
                new LinkProfile(placed.whole(RATE), placed.whole(DELAY), link.maxFrameBytes());
        long slotNanos = placed.whole(SLOT);
        return placed.resolve(QUEUE_BUFFER, BifrostSettings.queueBufferBytes(seen, slotNanos))
                .resolve(
                        EXTRA_HEADROOM,
                        BifrostSettings.leakHeadroomBytes(
                                placed.integer(LEAK_PERIOD), seen, slotNanos))
                .resolve(LEAK_TOLERANCE, link.maxFrameBytes());
    }
}
