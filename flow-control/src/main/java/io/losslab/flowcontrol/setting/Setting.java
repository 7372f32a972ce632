package io.losslab.flowcontrol.setting;

import io.losslab.api.units.DataRate;
import io.losslab.api.units.DataSize;
import io.losslab.api.units.Nanos;
import java.util.List;
import java.util.Locale;
import java.util.function.LongFunction;
import java.util.function.ToLongFunction;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * One key of a scheme's settings: what an experiment file may say, and what stands if it does not.
 *
 * @param key lowerCamelCase, the paper's term
 * @param kind of its value
 * @param choices of a CHOICE; else empty
 * @param otherwise the value as written where the file gives none; {@link #AUTO} where the link,
 *     the traffic or other settings decide; {@link #REQUIRED} where the file must give one
 * @param meaning one line for users, with unit and source
 */
public record Setting(
        String key, Kind kind, List<String> choices, String otherwise, String meaning) {
    /** Stands for a value that follows from elsewhere. */
    public static final String AUTO = "auto";

    /** Key of the priorities that a scheme controls. */
    public static final String PRIORITIES = "priorities";

    /** Key of the seed of a scheme's random draws. */
    public static final String SEED = "seed";

    /** Stands for the default of a key that has none. */
    public static final String REQUIRED = "";

    /** What a value is, and how it is written. */
    public enum Kind {
        /** Bytes; a size in files. */
        SIZE(text -> DataSize.parse(text).bytes(), bytes -> new DataSize(bytes).toString()),
        /** Nanoseconds; a time in files. */
        TIME(text -> Nanos.parse(text).nanos(), nanos -> new Nanos(nanos).toString()),
        /** Bits a second; a rate in files. */
        RATE(text -> DataRate.parse(text).bitsPerSecond(), rate -> new DataRate(rate).toString()),
        /** Priorities, bit i = priority i; a list of 0 to 7 in files. */
        PRIORITIES(PriorityMask::parse, PriorityMask::print),
        /** A real number. */
        NUMBER,
        /** A whole number. */
        INTEGER,
        /** One of a few words. */
        CHOICE,
        /** true or false. */
        FLAG;

        /** Null where values are written as they travel. */
        @SuppressWarnings("ImmutableEnumChecker") // a method of a unit: it keeps nothing
        private final ToLongFunction<String> parse;

        @SuppressWarnings("ImmutableEnumChecker") // a method of a unit: it keeps nothing
        private final LongFunction<String> print;

        Kind() {
            this(null, null);
        }

        Kind(ToLongFunction<String> parse, LongFunction<String> print) {
            this.parse = parse;
            this.print = print;
        }

        /**
         * A value in base units.
         *
         * @param written as in files, or in base units already
         * @throws IllegalArgumentException where it is none of this kind
         */
        public String inBaseUnits(String written) {
            boolean already = parse == null || BASE_UNITS.matcher(written).matches();
            return already ? written : Long.toString(parse.applyAsLong(written));
        }

        /** A value as files write it. */
        public String print(String inBaseUnits) {
            boolean number = print != null && BASE_UNITS.matcher(inBaseUnits).matches();
            return number ? print.apply(Long.parseLong(inBaseUnits)) : inBaseUnits;
        }
    }

    private static final Pattern BASE_UNITS = Pattern.compile("[0-9]+");

    public Setting {
        choices = List.copyOf(choices);
    }

    public static Setting size(String key, String otherwise, String meaning) {
        return new Setting(key, Kind.SIZE, List.of(), otherwise, meaning);
    }

    public static Setting time(String key, String otherwise, String meaning) {
        return new Setting(key, Kind.TIME, List.of(), otherwise, meaning);
    }

    public static Setting rate(String key, String otherwise, String meaning) {
        return new Setting(key, Kind.RATE, List.of(), otherwise, meaning);
    }

    /** The priorities that a scheme controls; the traffic's where the file gives none. */
    public static Setting priorities(String meaning) {
        return priorities(AUTO, meaning + "; auto = the traffic's");
    }

    public static Setting priorities(String otherwise, String meaning) {
        return new Setting(PRIORITIES, Kind.PRIORITIES, List.of(), otherwise, meaning);
    }

    /** The seed of random draws; that of the cell where the file gives none. */
    public static Setting seed(String of) {
        return integer(SEED, AUTO, "seed of " + of + "; the cell's own by default");
    }

    public static Setting number(String key, String otherwise, String meaning) {
        return new Setting(key, Kind.NUMBER, List.of(), otherwise, meaning);
    }

    public static Setting integer(String key, String otherwise, String meaning) {
        return new Setting(key, Kind.INTEGER, List.of(), otherwise, meaning);
    }

    public static Setting flag(String key, boolean otherwise, String meaning) {
        return new Setting(key, Kind.FLAG, List.of(), Boolean.toString(otherwise), meaning);
    }

    /** A choice; the first stands where the file gives none. */
    public static <E extends Enum<E>> Setting choice(String key, Class<E> choices, String meaning) {
        return choice(key, words(choices), meaning);
    }

    /** A choice of which files write the words. */
    static <E extends Enum<E>> List<String> words(Class<E> choices) {
        return Stream.of(choices.getEnumConstants()).map(Setting::word).toList();
    }

    /** A choice as files write it: {@code UNTIL_RESUME} is {@code untilResume}. */
    public static String word(Enum<?> choice) {
        String[] parts = choice.name().toLowerCase(Locale.ROOT).split("_");
        return parts[0]
                + Stream.of(parts)
                        .skip(1)
                        .map(
                                part ->
                                        part.substring(0, 1).toUpperCase(Locale.ROOT)
                                                + part.substring(1))
                        .collect(Collectors.joining());
    }

    /** A choice; the first word stands where the file gives none. */
    public static Setting choice(String key, List<String> words, String meaning) {
        return new Setting(key, Kind.CHOICE, words, words.get(0), meaning);
    }

    /** Whether files must give a value. */
    public boolean required() {
        return otherwise.equals(REQUIRED);
    }

    /** The default in base units, {@link #AUTO} or {@link #REQUIRED}. */
    public String defaultInBaseUnits() {
        return required() || otherwise.equals(AUTO) ? otherwise : kind.inBaseUnits(otherwise);
    }
}
