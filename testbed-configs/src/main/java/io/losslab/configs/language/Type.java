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
import java.util.stream.Stream;

/**
 * What the value of a key may be.
 *
 * @param <T> what it is read as
 * @param form for people: {@code a size above 0B}
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

    private static final String DECIMAL = "[0-9]+(\\.[0-9]+)?([eE][0-9]+)?\\s*";
    private static final String PERCENT = "[+-]?[0-9]+(\\.[0-9]+)?\\s*%";

    /** A number of bytes. */
    public static final Type<DataSize> SIZE = quantity("size", DataSize.units(), YamlValue::size);

    /** A number of bytes above zero. */
    public static final Type<DataSize> SIZE_ABOVE_ZERO =
            SIZE.where(size -> size.bytes() > 0, "above 0B");

    public static final Type<Nanos> TIME = quantity("time", Nanos.units(), YamlValue::time);

    /** A time above zero. */
    public static final Type<Nanos> TIME_ABOVE_ZERO =
            TIME.where(time -> time.nanos() > 0, "above 0ns");

    /** Bits a second, above zero. */
    public static final Type<DataRate> RATE = quantity("rate", DataRate.units(), YamlValue::rate);

    /** Length of a fibre. */
    public static final Type<FiberLength> LENGTH =
            quantity("length", FiberLength.units(), YamlValue::length);

    public static final Type<Boolean> FLAG =
            of("`true` or `false`", json("type", "boolean"), YamlValue::flag);

    /** A text that is not empty, blanks at its ends removed. */
    public static final Type<String> WORD =
            of("text", json("type", "string", "minLength", 1), YamlValue::word);

    /** A text of any length. */
    public static final Type<String> TEXT =
            of(
                    "text",
                    json("type", "string", "minLength", 1),
                    value -> value.text().map(String::strip));

    /** A single value of any type, as written. */
    public static final Type<String> SCALAR =
            of(
                    "a value",
                    json("type", List.of("string", "number", "boolean")),
                    value -> value.text().map(String::strip));

    /** A name that may look like a number. */
    public static final Type<String> LABEL =
            of("a name", json("type", List.of("string", "integer")), YamlValue::word);

    private static <T> Type<T> of(
            String form, Map<String, Object> schema, Function<YamlValue, Optional<T>> reader) {
        return new Type<>(form, schema, reader, Type::plain);
    }

    private static <T> Type<T> quantity(
            String form, Collection<String> units, Function<YamlValue, Optional<T>> reader) {
        String pattern = DECIMAL + "(" + String.join("|", units) + ")";
        return of(form, json("type", "string", "pattern", "^" + pattern + "$"), reader);
    }

    /** A text of a form of its own. */
    public static Type<String> pattern(String form, String pattern) {
        return of(form, json("type", "string", "pattern", "^" + pattern + "$"), YamlValue::word);
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
                json("type", "string", "pattern", "^" + pattern + "$"),
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
            value.error("'%s' is no %s".formatted(text, what), expected, "");
        }
        return parsed;
    }

    /** A whole number, both ends included. */
    public static Type<Long> whole(long least, long most) {
        return of(
                most == Long.MAX_VALUE ? "whole number from " + least : least + " to " + most,
                most == Long.MAX_VALUE
                        ? json("type", "integer", "minimum", least)
                        : json("type", "integer", "minimum", least, "maximum", most),
                value -> value.integer(least, most));
    }

    /** A number or a percentage, both ends included, read as a fraction. */
    public static Type<Double> ratio(double least, double most) {
        boolean bounded = most < Double.POSITIVE_INFINITY;
        String form =
                "number or percentage"
                        + (bounded
                                ? ", %s to %s".formatted(percent(least), percent(most))
                                : ", at least " + percent(least));
        Map<String, Object> number =
                bounded
                        ? json("type", "number", "minimum", least, "maximum", most)
                        : json("type", "number", "minimum", least);
        return of(
                form,
                anyOf(number, json("type", "string", "pattern", "^" + PERCENT + "$")),
                value ->
                        value.ratio()
                                .filter(
                                        ratio ->
                                                holds(
                                                        value,
                                                        ratio >= least && ratio <= most,
                                                        form)));
    }

    /** A number or a percentage, read as a fraction. */
    public static Type<Double> ratio() {
        return of(
                "number or percentage",
                anyOf(
                        json("type", "number"),
                        json("type", "string", "pattern", "^" + PERCENT + "$")),
                YamlValue::ratio);
    }

    /** One of some words. */
    public static Type<String> words(List<String> words) {
        return of(
                Stream.of(words)
                        .flatMap(List::stream)
                        .collect(Collectors.joining("`, `", "`", "`")),
                json("enum", words),
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

    /** One of some whole numbers. */
    public static Type<Integer> numbers(Integer... numbers) {
        List<String> words = Stream.of(numbers).map(String::valueOf).toList();
        return of(
                String.join(", ", words),
                json("enum", List.of(numbers)),
                value -> value.choice(words).map(Integer::valueOf));
    }

    /** A list; items that are wrong are reported and left out. */
    public static <T> Type<List<T>> listOf(Type<T> item) {
        return of(
                "list: " + item.form,
                json("type", "array", "items", item.schema),
                value -> value.isList() ? Optional.of(item.all(value.items())) : wrong(value));
    }

    /** A list of so many items. */
    public static <T> Type<List<T>> listOf(Type<T> item, int least, int most) {
        Map<String, Object> schema = json("type", "array", "items", item.schema, "minItems", least);
        if (most < Integer.MAX_VALUE) {
            schema.put("maxItems", most);
        }
        Type<List<T>> any = listOf(item);
        String form = any.form + ", " + range(least, most) + " of them";
        return of(
                form,
                schema,
                value ->
                        any.reader
                                .apply(value)
                                .filter(list -> fits(value, list.size(), least, most)));
    }

    private static boolean fits(YamlValue value, int size, int least, int most) {
        boolean fits = size >= least && size <= most || size < value.items().size();
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
                anyOf(item.schema, listOf(item, 1, most).schema),
                value -> Optional.of(item.all(value.itemsOrOne())));
    }

    /** A mapping with keys of the user's choice. */
    public static Type<List<YamlValue.Entry>> mapOf(Type<?> item) {
        return of(
                "mapping of names, each: " + item.form,
                json("type", "object", "additionalProperties", item.schema),
                value -> value.isMap() ? Optional.of(value.entries()) : wrongMap(value));
    }

    /** A mapping with keys of the user's choice that have a form. */
    public static Type<List<YamlValue.Entry>> mapOf(String keyPattern, Type<?> item) {
        return mapOf(item).and("propertyNames", json("pattern", keyPattern));
    }

    /** Either of two types; the reader of the key asks which. */
    public static Type<YamlValue> either(Type<?> one, Type<?> other) {
        return raw(one.form + ", or " + other.form, anyOf(one.schema, other.schema));
    }

    /** A value that another file's schema describes. */
    public static Type<YamlValue> file(String form, String schema) {
        return raw(form, json(REFERENCE, schema));
    }

    static <T> Type<T> section(
            Object section, String form, Function<YamlValue, Optional<T>> reader) {
        return of(form, json(REFERENCE, section), reader);
    }

    /** The same type with an own form for people. */
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
     * @param words of it, for people: {@code above 0B}
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

    private static Type<YamlValue> raw(String form, Map<String, Object> schema) {
        return of(form, schema, Optional::of);
    }

    private List<T> all(List<YamlValue> items) {
        return items.stream().flatMap(item -> reader.apply(item).stream()).toList();
    }

    private static boolean holds(YamlValue value, boolean condition, String words) {
        if (!condition) {
            value.error("'%s' must be %s".formatted(value.name(), words));
        }
        return condition;
    }

    private static <T> Optional<T> wrong(YamlValue value) {
        value.reportWrongForm("the value", "a list");
        return Optional.empty();
    }

    private static <T> Optional<T> wrongMap(YamlValue value) {
        value.reportWrongForm("the value", "a mapping");
        return Optional.empty();
    }

    private static Object plain(Object value) {
        return value instanceof Number || value instanceof Boolean ? value : value.toString();
    }

    private static String percent(double share) {
        return share == 0 ? "0" : "%.0f%%".formatted(100 * share);
    }

    private static Map<String, Object> anyOf(Map<String, Object> one, Map<String, Object> other) {
        List<Object> all = new ArrayList<>();
        for (Map<String, Object> alternative : List.of(one, other)) {
            boolean nested = alternative.size() == 1 && alternative.get("anyOf") instanceof List<?>;
            if (nested) {
                all.addAll((List<?>) alternative.get("anyOf"));
            } else {
                all.add(alternative);
            }
        }
        return json("anyOf", all);
    }

    /** A JSON object of names and values in turn, in this order. */
    static Map<String, Object> json(Object... namesAndValues) {
        Map<String, Object> object = new LinkedHashMap<>();
        for (int i = 0; i < namesAndValues.length; i += 2) {
            object.put((String) namesAndValues[i], namesAndValues[i + 1]);
        }
        return object;
    }
}
