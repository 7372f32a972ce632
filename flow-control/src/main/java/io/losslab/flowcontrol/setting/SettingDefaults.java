package io.losslab.flowcontrol.setting;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Completes given settings by the defaults of their keys, in base units. */
public final class SettingDefaults {
    private SettingDefaults() {}

    /**
     * Adds a value for every key that is not given.
     *
     * @param owner name of what is set, for messages
     * @throws IllegalArgumentException on a key that {@code keys} does not name, or a word that is
     *     none of its choices
     */
    public static Settings complete(String owner, List<Setting> keys, Settings given) {
        Map<String, String> values = new LinkedHashMap<>();
        for (Setting key : keys) {
            values.put(key.key(), key.defaultInBaseUnits());
        }
        for (Map.Entry<String, String> entry : given.values().entrySet()) {
            if (!values.containsKey(entry.getKey())) {
                throw new IllegalArgumentException(
                        "%s has no setting '%s'; it has %s"
                                .formatted(owner, entry.getKey(), values.keySet()));
            }
            values.put(entry.getKey(), entry.getValue());
        }
        for (Setting key : keys) {
            if (key.required() && values.get(key.key()).isEmpty()) {
                throw new IllegalArgumentException(
                        "%s lacks the setting '%s'".formatted(owner, key.key()));
            }
            checkChoice(owner, key, values.get(key.key()));
        }
        return new Settings(values);
    }

    private static void checkChoice(String owner, Setting key, String value) {
        boolean word =
                key.kind() == Setting.Kind.CHOICE
                        && !key.choices().contains(value)
                        && !value.equals(key.otherwise());
        boolean flag = key.kind() == Setting.Kind.FLAG && !List.of("true", "false").contains(value);
        if (word || flag) {
            throw new IllegalArgumentException(
                    "%s: %s must be one of %s: %s"
                            .formatted(
                                    owner,
                                    key.key(),
                                    flag ? "[true, false]" : key.choices(),
                                    value));
        }
    }
}
