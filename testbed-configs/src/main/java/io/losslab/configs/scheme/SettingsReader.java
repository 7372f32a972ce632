package io.losslab.configs.scheme;

import io.losslab.configs.language.Fields;
import io.losslab.configs.language.Key;
import io.losslab.configs.language.Numbers;
import io.losslab.configs.language.Section;
import io.losslab.configs.language.Type;
import io.losslab.configs.yaml.YamlValue;
import io.losslab.flowcontrol.setting.PriorityMask;
import io.losslab.flowcontrol.setting.Setting;
import io.losslab.flowcontrol.setting.SettingProblem;
import io.losslab.flowcontrol.setting.Settings;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * Settings as keys of files: declared by their kinds, read in base units; what the file leaves out
 * gets its default.
 */
public final class SettingsReader {
    private SettingsReader() {}

    /** The keys of a named thing. */
    public static Section section(NamedSettings named) {
        List<Key<?>> keys = new ArrayList<>();
        named.settings().forEach(setting -> keys.add(key(setting)));
        return Section.of(named.name(), named.name(), named.title() + ".", keys);
    }

    /**
     * A choice of one name with its settings.
     *
     * @param name of the section
     * @param title what is chosen, for messages: {@code a recovery}
     */
    public static Section choice(
            String name, String title, String meaning, List<NamedSettings> choices) {
        List<Key<?>> keys = new ArrayList<>();
        choices.forEach(named -> keys.add(section(named).key()));
        return Section.of(name, title, meaning, keys).withOneOf(keys.toArray(Key<?>[]::new));
    }

    /** All settings of a mapping; empty where one is wrong, which was reported. */
    public static Optional<Settings> read(Fields map) {
        if (!map.isSound()) {
            return Optional.empty();
        }
        Map<String, String> values = new LinkedHashMap<>();
        map.section().keys().forEach(key -> values.put(key.name(), text(map, key)));
        return Optional.of(new Settings(values));
    }

    /**
     * What a choice's mapping chose; empty where it is wrong, which was reported.
     *
     * @param check throws IllegalArgumentException on values out of range; its message begins with
     *     their key
     */
    public static Optional<NamedChoice> read(
            Fields map, List<NamedSettings> choices, Consumer<NamedChoice> check) {
        if (!map.isComplete() || map.hasUnknownKeys()) {
            return Optional.empty();
        }
        return choices.stream().flatMap(named -> chosen(map, named, check).stream()).findFirst();
    }

    /**
     * Reports problems at the keys of a mapping that they blame.
     *
     * @param where the settings are, for the messages; may be empty
     */
    public static void report(Fields map, List<SettingProblem> problems, String where) {
        for (SettingProblem problem : problems) {
            YamlValue blamed = map.blame(problem.field());
            String message = problem.message() + where;
            if (problem.fatal()) {
                blamed.error(message, problem.expected(), "");
            } else {
                blamed.warning(message);
            }
        }
    }

    private static Optional<NamedChoice> chosen(
            Fields map, NamedSettings named, Consumer<NamedChoice> check) {
        return map.section().keys().stream()
                .filter(key -> key.name().equals(named.name()) && map.has(key))
                .findFirst()
                .flatMap(key -> section(named).read(map.blame(key)))
                .flatMap(
                        keys ->
                                read(keys)
                                        .map(settings -> new NamedChoice(named, settings))
                                        .filter(choice -> isRight(choice, keys, check)));
    }

    private static boolean isRight(NamedChoice choice, Fields keys, Consumer<NamedChoice> check) {
        report(keys, choice.chosen().contradictions().apply(choice.settings()), "");
        try {
            check.accept(choice);
            return true;
        } catch (IllegalArgumentException e) {
            keys.section().names().stream()
                    .filter(key -> e.getMessage().startsWith(key + " "))
                    .findFirst()
                    .map(keys::blame)
                    .orElse(keys.self())
                    .error(e.getMessage());
            return false;
        }
    }

    private static <T> String text(Fields map, Key<T> key) {
        return map.value(key).toString();
    }

    private static Key<String> key(Setting setting) {
        Type<String> plain = type(setting);
        Type<String> type =
                setting.otherwise().equals(Setting.AUTO)
                        ? plain.or(Setting.AUTO, Setting.AUTO)
                        : plain;
        String meaning = setting.meaning();
        return setting.required()
                ? Key.required(setting.key(), type, meaning)
                : Key.optional(setting.key(), type, meaning)
                        .otherwise(setting.defaultInBaseUnits());
    }

    /** Values in base units. */
    private static Type<String> type(Setting setting) {
        Function<String, Object> print = setting.kind()::print;
        return switch (setting.kind()) {
            case SIZE -> Type.SIZE.as(size -> Long.toString(size.bytes()), print);
            case TIME -> Type.TIME.as(time -> Long.toString(time.nanos()), print);
            case RATE -> Type.RATE.as(rate -> Long.toString(rate.bitsPerSecond()), print);
            case PRIORITIES ->
                    Type.listOr(
                            Type.listOf(
                                            Numbers.whole(0, PriorityMask.COUNT - 1),
                                            1,
                                            PriorityMask.COUNT)
                                    .called("list of priorities 0 to 7")
                                    .as(SettingsReader::mask, print),
                            Numbers.whole(1, (1 << PriorityMask.COUNT) - 1)
                                    .called("their bit mask")
                                    .warning(SettingsReader::mistakable)
                                    .as(Object::toString, print));
            case NUMBER -> Numbers.ratio().as(Object::toString, print);
            case INTEGER -> Numbers.whole(0, Long.MAX_VALUE).as(Object::toString, print);
            case CHOICE -> Type.words(setting.choices());
            case FLAG -> Type.FLAG.as(Object::toString, print);
        };
    }

    /** A mask that is the number of a priority, too. */
    private static Optional<String> mistakable(long mask) {
        return mask >= PriorityMask.COUNT
                ? Optional.empty()
                : Optional.of(
                        "priorities: %d is a bit mask and enables priorities %s; write [%d] for priority %d"
                                .formatted(mask, PriorityMask.print(mask), mask, mask));
    }

    private static String mask(List<Long> priorities) {
        long mask = 0;
        for (long priority : priorities) {
            mask |= 1L << priority;
        }
        return Long.toString(mask);
    }
}
