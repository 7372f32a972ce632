package io.losslab.flowcontrol.portfc;

import static io.losslab.flowcontrol.setting.Settings.require;

import io.losslab.flowcontrol.LinkProfile;
import io.losslab.flowcontrol.PortSettings;
import io.losslab.flowcontrol.setting.Setting;
import io.losslab.flowcontrol.setting.SettingProblem;
import io.losslab.flowcontrol.setting.Settings;
import java.util.List;

/**
 * Asymmetric Traffic Engineering of a node (PortFC, Algorithm 5).
 *
 * @param threshold p: share of the faster link's rate that it is to carry, above 0, at most 1
 * @param byCapacity whether the first weight is the faster link's share of both rates; else 1/2
 * @param periodNanos time between measurements
 * @param gain weight of the newest measurement, above 0, at most 1
 * @param floor least weight of the faster link, 0..1
 * @param update when the weight changes
 * @param seed of the flows' draws
 */
public record AteSettings(
        double threshold,
        boolean byCapacity,
        long periodNanos,
        double gain,
        double floor,
        Update update,
        long seed)
        implements PortSettings {
    /** When a period's measurement changes the weight. */
    public enum Update {
        /**
         * Where the faster link carries p of its rate or more (Algorithm 5, line 4): the overflow
         * moves to the other link, and nothing moves it back.
         */
        OVERFLOW,
        /**
         * After every period with traffic, as equation (3) stands by itself: a weight below its
         * equilibrium rises again.
         */
        ALWAYS
    }

    /** Frames that the faster link is to carry in a period, so that single ones do not count. */
    private static final int LEAST_FRAMES = 8;

    /** Keys of the settings. */
    public static final List<Setting> KEYS =
            List.of(
                    Setting.number(
                            "p", "0.9", "share of the faster link's rate to fill (Algorithm 5)"),
                    Setting.choice(
                            "init",
                            List.of("capacity", "half"),
                            "first weight of the faster link: its share of both rates, or 1/2"),
                    Setting.time("period", "10us", "time between measurements"),
                    Setting.number(
                            "gain",
                            "1",
                            "weight of the newest measurement, (0, 1]; 1 measures as equation (3),"
                                    + " less counts an overflow again in later periods"),
                    Setting.number("floor", "0.05", "minimum weight of the faster link"),
                    Setting.choice(
                            "update",
                            Update.class,
                            "when equation (3) applies: only at or above p of the faster link's"
                                    + " rate (Algorithm 5, line 4), or after every period"),
                    Setting.seed("the flows' draws"));

    public AteSettings {
        require(threshold > 0 && threshold <= 1, "p must be above 0, at most 1: " + threshold);
        require(periodNanos > 0, "period must be above zero: " + periodNanos);
        require(gain > 0 && gain <= 1, "gain must be above 0, at most 1: " + gain);
        require(floor >= 0 && floor <= 1, "floor must be 0..1: " + floor);
    }

    /**
     * Reads resolved settings.
     *
     * @throws IllegalArgumentException where a value is missing or out of range
     */
    public static AteSettings of(Settings settings) {
        return new AteSettings(
                settings.real("p"),
                settings.text("init").equals("capacity"),
                settings.whole("period"),
                settings.real("gain"),
                settings.real("floor"),
                settings.choice("update", Update.class),
                settings.seed());
    }

    @Override
    public List<SettingProblem> problems(LinkProfile link, long bufferBytes) {
        return List.of();
    }

    /**
     * What they cannot promise at a node.
     *
     * @param link one of the node's
     * @param other the links at its other ports
     */
    List<SettingProblem> problems(LinkProfile link, List<LinkProfile> other) {
        boolean isFaster =
                other.stream().allMatch(o -> o.rateBitsPerSecond() <= link.rateBitsPerSecond());
        long frames = link.bytesIn(periodNanos) / link.maxFrameBytes();
        if (update == Update.ALWAYS || !isFaster || frames >= LEAST_FRAMES) {
            return List.of();
        }
        return List.of(
                new SettingProblem(
                        "period",
                        "the faster link carries %d whole frames of %,d B in a period of %,d ns: a few packets count as an overflow, and no weight rises again"
                                .formatted(frames, link.maxFrameBytes(), periodNanos),
                        false));
    }
}
