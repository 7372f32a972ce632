package io.losslab.configs.scheme;

import io.losslab.configs.yaml.Keys;
import io.losslab.configs.yaml.YamlMap;
import io.losslab.configs.yaml.YamlValue;
import io.losslab.flowcontrol.PriorityMask;
import io.losslab.flowcontrol.Setting;
import io.losslab.flowcontrol.Settings;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Reads settings by their kinds, in base units; what the file leaves out gets its default. */
public final class SettingsReader {
    private SettingsReader() {}

    /** The keys of a named thing. */
    public static Keys keys(NamedSettings named) {
        return new Keys(named.name(), keys(named, true), keys(named, false));
    }

    private static List<String> keys(NamedSettings named, boolean required) {
        return named.settings().stream()
                .filter(setting -> setting.required() == required)
                .map(Setting::key)
                .toList();
    }

    /** Reads all settings of a mapping; empty where one is wrong, which was reported. */
    public static Optional<Settings> read(YamlMap map, List<Setting> settings) {
        Map<String, String> values = new LinkedHashMap<>();
        boolean right = true;
        for (Setting setting : settings) {
            Optional<YamlValue> written = map.get(setting.key());
            if (written.isPresent()) {
                Optional<String> value = value(written.get(), setting);
                value.ifPresent(text -> values.put(setting.key(), text));
                right &= value.isPresent();
            } else {
                values.put(setting.key(), setting.defaultInBaseUnits());
                right &= !setting.required();
            }
        }
        return right ? Optional.of(new Settings(values)) : Optional.empty();
    }

    /**
     * Reads {@code {name: {settings}}}, one of some names; empty where it is wrong, which was
     * reported.
     *
     * @param what is chosen, for messages: {@code a recovery}
     */
    public static Optional<NamedChoice> choice(
            YamlValue value, String what, List<NamedSettings> choices) {
        Keys names = new Keys(what, List.of(), choices.stream().map(NamedSettings::name).toList());
        Optional<YamlMap> map = value.map(names);
        if (map.isEmpty()) {
            return Optional.empty();
        }
        List<YamlValue.Entry> entries = value.entries();
        if (entries.size() != 1) {
            value.error(
                    "%s is one name with its settings, here are %d".formatted(what, entries.size()),
                    "one of " + String.join(", ", names.all()),
                    "");
            return Optional.empty();
        }
        return choices.stream()
                .filter(choice -> choice.name().equals(entries.get(0).key()))
                .findFirst()
                .flatMap(choice -> chosen(entries.get(0).value(), choice));
    }

    private static Optional<NamedChoice> chosen(YamlValue value, NamedSettings choice) {
        return value.map(keys(choice))
                .flatMap(map -> read(map, choice.settings()))
                .map(settings -> new NamedChoice(choice, settings));
    }

    private static Optional<String> value(YamlValue value, Setting setting) {
        boolean mayBeAuto = setting.otherwise().equals(Setting.AUTO);
        if (mayBeAuto
                && value.isScalar()
                && value.text().filter(Setting.AUTO::equals).isPresent()) {
            return Optional.of(Setting.AUTO);
        }
        return switch (setting.kind()) {
            case SIZE -> value.size().map(size -> Long.toString(size.bytes()));
            case TIME -> value.time().map(time -> Long.toString(time.nanos()));
            case RATE -> value.rate().map(rate -> Long.toString(rate.bitsPerSecond()));
            case PRIORITIES -> priorities(value).map(mask -> Long.toString(mask));
            case NUMBER -> value.ratio().map(number -> Double.toString(number));
            case INTEGER -> value.integer(0, Long.MAX_VALUE).map(number -> Long.toString(number));
            case CHOICE -> value.choice(setting.choices());
            case FLAG -> value.flag().map(flag -> Boolean.toString(flag));
        };
    }

    /** A list of priorities; a whole number is their bit mask. */
    private static Optional<Long> priorities(YamlValue value) {
        if (value.isScalar()) {
            return value.integer(1, (1 << PriorityMask.COUNT) - 1);
        }
        List<YamlValue> items = value.items();
        if (items.isEmpty() && value.isList()) {
            value.error("no priority is named", "priorities 0 to 7", "");
        }
        long mask = 0;
        for (YamlValue item : items) {
            mask |= item.integer(0, PriorityMask.COUNT - 1).map(bit -> 1L << bit).orElse(0L);
        }
        return mask == 0 ? Optional.empty() : Optional.of(mask);
    }
}
