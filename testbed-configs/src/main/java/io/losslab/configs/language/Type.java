package io.losslab.configs.language;

import io.losslab.api.units.DataRate;
import io.losslab.api.units.DataSize;
import io.losslab.api.units.FiberLength;
import io.losslab.api.units.Nanos;
import io.losslab.configs.yaml.YamlValue;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/**
 * What the value of a key may be.
 *
 * @param <T> what it is read as
 * @param form for users: {@code a size above 0B}
 * @param schema JSON Schema of a value without {@code ${parameters}}; a reference to a section has
 *     the section itself under {@link #REFERENCE}
 * @param reader gives what a value says; empty where it is wrong, which it reports
 * @param printer prints what a reader gave, as JSON has it: a number, a boolean or a text
 */
public record Type<T>(
        String form,
        Map<String, Object> schema,
        Function<YamlValue, Optional<T>> reader,
        Function<T, Object> printer) {
    static final String REFERENCE = "$ref";

    /** A number of bytes. */
    public static final Type<DataSize> SIZE = quantity("size", DataSize.units(), YamlValue::size);

    /** A number of bytes above zero. */
    public static final Type<DataSize> SIZE_ABOVE_ZERO =
            SIZE.where(size -> size.bytes() > 0, "greater than 0B");

    public static final Type<Nanos> TIME = quantity("time", Nanos.units(), YamlValue::time);

    /** A time above zero. */
    public static final Type<Nanos> TIME_ABOVE_ZERO =
            TIME.where(time -> time.nanos() > 0, "greater than 0ns");

    /** Bits a second, above zero. */
    public static final Type<DataRate> RATE = quantity("rate", DataRate.units(), YamlValue::rate);

    /** Length of a fibre. */
    public static final Type<FiberLength> LENGTH =
            quantity("length", FiberLength.units(), YamlValue::length);

    public static final Type<Boolean> FLAG =
            of("`true` or `false`", Fragments.json("type", "boolean"), YamlValue::flag);

    /** A text that is not empty, blanks at its ends removed. */
    public static final Type<String> WORD = of("text", Fragments.text(), YamlValue::word);

    /** A text of any length. */
    public static final Type<String> TEXT =
            of("text", Fragments.text(), value -> value.text().map(String::strip));

    /** A single value of any type, as written. */
    public static final Type<String> SCALAR =
            of(
                    "a value",
                    Fragments.json("type", List.of("string", "number", "boolean")),
                    value -> value.text().map(String::strip));

    /** A number with a unit or a percentage; which, its reader asks for. */
    public static final Type<YamlValue> QUANTITY =
            raw(
                    "size, rate, time, percentage or number",
                    Fragments.anyOf(
                            Fragments.json("type", "number"), Fragments.quantity(allUnits())));

    /** Anything. */
    public static final Type<YamlValue> ANY = raw("any value", Fragments.json());

    /** A name that may look like a number. */
    public static final Type<String> LABEL =
            of("a name", Fragments.json("type", List.of("string", "integer")), YamlValue::word);

    /** A type whose values print as they are. */
    static <T> Type<T> of(
            String form, Map<String, Object> schema, Function<YamlValue, Optional<T>> reader) {
        return new Type<>(form, schema, reader, Type::plain);
    }

    private static List<String> allUnits() {
        List<String> units = new ArrayList<>(DataSize.units());
        units.addAll(DataRate.units());
        units.addAll(Nanos.units());
        units.add("%");
        return units;
    }

    private static <T> Type<T> quantity(
            String form, Collection<String> units, Function<YamlValue, Optional<T>> reader) {
        return of(form, Fragments.quantity(units), reader);
    }

    /** A text of a form of its own. */
    public static Type<String> pattern(String form, String pattern) {
        return of(form, Fragments.text(pattern), YamlValue::word);
    }

    /**
     * A text of a form, with examples for who writes another.
     *
     * @param what it names, for messages: {@code metric}
     */
    public static Type<String> name(String what, String pattern, List<String> examples) {
        return of(
                what + ", such as `" + examples.get(0) + "`",
                Fragments.text("(" + pattern + ")"),
                value -> value.word().filter(word -> isName(value, word, what, pattern, examples)));
    }

    private static boolean isName(
            YamlValue value, String word, String what, String pattern, List<String> examples) {
        boolean matches = word.matches(pattern);
        if (!matches) {
            value.unknown("there is no %s '%s'".formatted(what, word), word, examples);
        }
        return matches;
    }

    /**
     * A text that stands for something else.
     *
     * @param what it is, for messages: {@code address}
     * @param parse empty where the text is none
     */
    public static <T> Type<T> parsed(
            String form,
            String pattern,
            String what,
            String expected,
            Function<String, Optional<T>> parse) {
        return of(
                form,
                Fragments.text(pattern),
                value -> value.word().flatMap(text -> parsed(value, text, what, expected, parse)));
    }

    private static <T> Optional<T> parsed(
            YamlValue value,
            String text,
            String what,
            String expected,
            Function<String, Optional<T>> parse) {
        Optional<T> parsed = parse.apply(text);
        if (parsed.isEmpty()) {
            value.error("'%s' is not a valid %s".formatted(text, what), expected, "");
        }
        return parsed;
    }

    /** One of some words. */
    public static Type<String> words(List<String> words) {
        return of(
                words.stream().collect(Collectors.joining("`, `", "`", "`")),
                Fragments.json("enum", words),
                value -> value.choice(words));
    }

    /** One of some words. */
    public static Type<String> words(String... words) {
        return words(List.of(words));
    }

    /** One of some values, each written by a word of its own. */
    public static <T> Type<T> choice(List<T> values, Function<T, String> word) {
        Type<String> words = words(values.stream().map(word).toList());
        return new Type<>(
                words.form,
                words.schema,
                value ->
                        words.reader
                                .apply(value)
                                .flatMap(
                                        name ->
                                                values.stream()
                                                        .filter(one -> word.apply(one).equals(name))
                                                        .findFirst()),
                word::apply);
    }

    /** A list. */
    public static <T> Type<List<T>> listOf(Type<T> item) {
        return of(
                "list of " + item.form,
                Fragments.list(item.schema),
                value -> item.all(value.items()).filter(list -> value.isList()));
    }

    /** A list of so many items. */
    public static <T> Type<List<T>> listOf(Type<T> item, int least, int most) {
        Type<List<T>> any = listOf(item);
        String form = any.form + " (" + range(least, most) + ")";
        return of(
                form,
                Fragments.list(item.schema, least, most),
                value ->
                        any.reader
                                .apply(value)
                                .filter(list -> fits(value, list.size(), least, most)));
    }

    private static boolean fits(YamlValue value, int size, int least, int most) {
        boolean fits = size >= least && size <= most;
        if (!fits) {
            String message = "'%s' lists %d".formatted(value.name(), size);
            value.error(message, range(least, most) + " of them", "");
        }
        return fits;
    }

    private static String range(int least, int most) {
        if (most == Integer.MAX_VALUE) {
            return "at least " + least;
        }
        return least == most ? String.valueOf(least) : least + " to " + most;
    }

    /** A value, or a list of such. */
    public static <T> Type<List<T>> oneOrMore(Type<T> item) {
        return oneOrMore(item, Integer.MAX_VALUE);
    }

    /** A value, or a list of so many at most. */
    public static <T> Type<List<T>> oneOrMore(Type<T> item, int most) {
        return of(
                item.form + ", or a list",
                Fragments.anyOf(item.schema, Fragments.list(item.schema, 1, most)),
                value ->
                        item.all(value.itemsOrOne())
                                .filter(list -> fits(value, list.size(), 1, most)));
    }

    /** A value, or a list of such, as they stand, for a reader of their own. */
    public static Type<YamlValue> rawOneOrMore(Type<?> item) {
        Type<?> read = oneOrMore(item);
        return of(
                read.form,
                read.schema,
                value ->
                        Optional.of(value)
                                .filter(
                                        any ->
                                                fits(
                                                        any,
                                                        any.itemsOrOne().size(),
                                                        1,
                                                        Integer.MAX_VALUE)));
    }

    /** A mapping with keys of the user's choice. */
    public static Type<List<YamlValue.Entry>> mapOf(Type<?> item) {
        return of(
                "mapping of names to " + item.form,
                Fragments.json("type", "object", "additionalProperties", item.schema),
                value -> Optional.of(value.entries()).filter(entries -> value.isMap()));
    }

    /** A mapping with keys of the user's choice that have a form. */
    public static Type<List<YamlValue.Entry>> mapOf(String keyPattern, Type<?> item) {
        return mapOf(item).and("propertyNames", Fragments.json("pattern", "^" + keyPattern + "$"));
    }

    /** Either of two types; the reader of the key asks which. */
    public static Type<YamlValue> either(Type<?> one, Type<?> other) {
        return raw(one.form + ", or " + other.form, Fragments.anyOf(one.schema, other.schema));
    }

    /** A list of some form, or a single value that says the same. */
    public static <T> Type<T> listOr(Type<T> list, Type<T> single) {
        return new Type<>(
                list.form + ", or " + single.form,
                Fragments.anyOf(list.schema, single.schema),
                value -> (value.isList() ? list : single).reader.apply(value),
                list.printer);
    }

    /** A value that another file's schema describes. */
    public static Type<YamlValue> file(String form, String schema) {
        return raw(form, Fragments.json(REFERENCE, schema));
    }

    static <T> Type<T> section(
            Object section, String form, Function<YamlValue, Optional<T>> reader) {
        return of(form, Fragments.json(REFERENCE, section), reader);
    }

    /** The same values, kept as something else. */
    public <U> Type<U> as(Function<T, U> kept, Function<U, Object> print) {
        return new Type<>(form, schema, value -> reader.apply(value).map(kept), print);
    }

    /** The same type, or a word that stands for a value of its own. */
    public Type<T> or(String word, T meant) {
        return new Type<>(
                form + " or `" + word + "`",
                Fragments.anyOf(schema, Fragments.json("enum", List.of(word))),
                value ->
                        value.isScalar() && value.text().filter(word::equals).isPresent()
                                ? Optional.of(meant)
                                : reader.apply(value),
                printer);
    }

    /** The same type with an own form for users. */
    public Type<T> called(String newForm) {
        return new Type<>(newForm, schema, reader, printer);
    }

    /** The same type, its schema tightened by one more word. */
    public Type<T> and(String keyword, Object value) {
        Map<String, Object> tighter = new LinkedHashMap<>(schema);
        tighter.put(keyword, value);
        return new Type<>(form, tighter, reader, printer);
    }

    /** The same values as they stand, for a reader of their own. */
    public Type<YamlValue> raw() {
        return raw(form, schema);
    }

    /**
     * The same type with a condition that JSON Schema cannot say.
     *
     * @param words of it, for users: {@code above 0B}
     */
    public Type<T> where(Predicate<T> condition, String words) {
        return new Type<>(
                form + " " + words,
                schema,
                value ->
                        reader.apply(value)
                                .filter(read -> holds(value, condition.test(read), words)),
                printer);
    }

    /**
     * The same type with a warning of values that may not be meant so.
     *
     * @param warning what to tell users of a value; empty where it is clear
     */
    public Type<T> warning(Function<T, Optional<String>> warning) {
        return new Type<>(
                form,
                schema,
                value -> {
                    Optional<T> read = reader.apply(value);
                    read.flatMap(warning).ifPresent(value::warning);
                    return read;
                },
                printer);
    }

    private static Type<YamlValue> raw(String form, Map<String, Object> schema) {
        return of(form, schema, Optional::of);
    }

    /** What all items say; empty where one is wrong. */
    private Optional<List<T>> all(List<YamlValue> items) {
        List<T> all = items.stream().flatMap(item -> reader.apply(item).stream()).toList();
        return all.size() == items.size() ? Optional.of(all) : Optional.empty();
    }

    private static boolean holds(YamlValue value, boolean condition, String words) {
        if (!condition) {
            value.error("'%s' must be %s".formatted(value.name(), words));
        }
        return condition;
    }

    private static Object plain(Object value) {
        return value instanceof Number || value instanceof Boolean ? value : value.toString();
    }
}
