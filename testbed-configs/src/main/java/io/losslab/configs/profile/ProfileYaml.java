package io.losslab.configs.profile;

import io.losslab.flowcontrol.registry.SchemeTypes;
import io.losslab.flowcontrol.setting.Setting;
import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.Map;

/** Writes profile files. */
public final class ProfileYaml {
    /** Digits of a figure that is no whole number. */
    private static final int DIGITS = 9;

    private ProfileYaml() {}

    /** Text that {@link ProfileReader} reads back. */
    public static String text(Profile profile) {
        StringBuilder yaml = new StringBuilder();
        line(yaml, ProfileSections.NAME.name(), quoted(profile.name()));
        line(yaml, ProfileSections.DEVICE.name(), quoted(profile.device()));
        line(yaml, ProfileSections.FROM.name(), quoted(profile.from()));
        line(yaml, ProfileSections.TO.name(), quoted(profile.to()));
        line(yaml, ProfileSections.CLASS.name(), String.valueOf(profile.trafficClass()));
        line(yaml, ProfileSections.FROM_SPEED.name(), profile.fromSpeed().toString());
        line(yaml, ProfileSections.TO_SPEED.name(), profile.toSpeed().toString());
        Map<String, String> pfc = profile.pfc().printed(SchemeTypes.IN_HARDWARE.settings());
        if (!pfc.isEmpty()) {
            yaml.append(ProfileSections.PFC_SETTINGS.name()).append(":\n");
            for (Setting key : SchemeTypes.IN_HARDWARE.settings()) {
                if (pfc.containsKey(key.key())) {
                    line(yaml, "  " + key.key(), pfc.get(key.key()));
                }
            }
        }
        profile.sharedBuffer()
                .ifPresent(
                        size -> line(yaml, ProfileSections.SHARED_BUFFER.name(), size.toString()));
        profile.pauseReaction()
                .ifPresent(
                        time -> line(yaml, ProfileSections.PAUSE_REACTION.name(), time.toString()));
        if (!profile.measurements().isEmpty()) {
            yaml.append(ProfileSections.MEASUREMENTS.name()).append(":\n");
            profile.measurements().forEach(each -> yaml.append(measurement(each)));
        }
        if (!profile.notDetermined().isEmpty()) {
            yaml.append(ProfileSections.NOT_DETERMINED.name()).append(":\n");
            profile.notDetermined().forEach(each -> yaml.append(missing(each)));
        }
        return yaml.toString();
    }

    private static void line(StringBuilder yaml, String key, String value) {
        yaml.append(key).append(": ").append(value).append('\n');
    }

    private static String measurement(Measurement each) {
        String frame =
                each.frameBytes() == 0
                        ? ""
                        : ", %s: %dB".formatted(ProfileSections.FRAME.name(), each.frameBytes());
        return "  - {%s: %s%s, %s: %s, %s: %s, %s: %s, %s: %d}%n"
                .formatted(
                        ProfileSections.WHAT.name(),
                        each.what(),
                        frame,
                        ProfileSections.LEAST.name(),
                        number(each.least(), RoundingMode.FLOOR),
                        ProfileSections.MOST.name(),
                        number(each.most(), RoundingMode.CEILING),
                        ProfileSections.UNIT.name(),
                        each.unit(),
                        ProfileSections.SAMPLES.name(),
                        each.samples());
    }

    /** A figure, rounded so that a range never becomes narrower. */
    static String number(double value, RoundingMode mode) {
        boolean whole = value == Math.rint(value) && Math.abs(value) < Long.MAX_VALUE;
        return whole
                ? String.valueOf((long) value)
                : BigDecimal.valueOf(value)
                        .round(new MathContext(DIGITS, mode))
                        .stripTrailingZeros()
                        .toPlainString();
    }

    private static String missing(NotDetermined each) {
        return "  - {%s: %s, %s: %s}%n"
                .formatted(
                        ProfileSections.WHAT.name(),
                        each.what(),
                        ProfileSections.BECAUSE.name(),
                        quoted(each.because()));
    }

    private static String quoted(String text) {
        return "'" + text.replace("'", "''") + "'";
    }
}
