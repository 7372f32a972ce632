package io.losslab.flowcontrol.hardware;

import io.losslab.flowcontrol.setting.Setting;
import io.losslab.flowcontrol.setting.Settings;
import java.util.List;
import java.util.Locale;

/**
 * A setting as a leaf of a switch's management tree. Words are written in upper case there, as
 * {@code UNTIL_RESUME}.
 *
 * @param name of the leaf, with its unit
 * @param setting a size, a number or a choice
 */
public record HardwareLeaf(String name, Setting setting) {
    private static final String ZERO = "0";

    /** Value of the leaf; where the settings lack it, zero or the first word. */
    public String read(Settings settings) {
        String value = settings.values().get(setting.key());
        if (setting.kind() != Setting.Kind.CHOICE) {
            return value == null ? ZERO : value;
        }
        return upperCase(value == null ? setting.choices().get(0) : value);
    }

    /**
     * Settings in which the leaf has another value.
     *
     * @throws IllegalArgumentException where it is none of the words
     */
    public Settings write(Settings settings, String value) {
        if (setting.kind() != Setting.Kind.CHOICE) {
            return settings.with(setting.key(), value);
        }
        for (String word : setting.choices()) {
            if (upperCase(word).equals(value)) {
                return settings.with(setting.key(), word);
            }
        }
        List<String> words = setting.choices().stream().map(HardwareLeaf::upperCase).toList();
        throw new IllegalArgumentException("needs one of %s, not %s".formatted(words, value));
    }

    private static String upperCase(String camelCase) {
        return camelCase.replaceAll("([A-Z])", "_$1").toUpperCase(Locale.ROOT);
    }
}
