package io.losslab.analysis.run;

import io.losslab.api.units.DataRate;
import io.losslab.api.units.DataSize;
import io.losslab.api.units.FiberLength;
import io.losslab.api.units.Nanos;
import io.losslab.api.units.UnitFormatException;
import java.math.BigDecimal;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.function.ToDoubleFunction;

/** How values of parameters are compared and ordered: as quantities where they are some. */
public final class ParamValue {
    private static final List<ToDoubleFunction<String>> READERS =
            List.of(
                    text -> new BigDecimal(text).doubleValue(),
                    text -> DataSize.parse(text).bytes(),
                    text -> Nanos.parse(text).nanos(),
                    text -> DataRate.parse(text).bitsPerSecond(),
                    text -> FiberLength.parse(text).millimetres());

    private ParamValue() {}

    /** The number behind a value ({@code 128}, {@code "64KB"}, {@code "10us"}), if there is one. */
    public static OptionalDouble number(Object value) {
        if (value instanceof Number number) {
            return OptionalDouble.of(number.doubleValue());
        }
        String text = String.valueOf(value);
        return READERS.stream()
                .map(reader -> read(reader, text))
                .filter(OptionalDouble::isPresent)
                .findFirst()
                .orElse(OptionalDouble.empty());
    }

    private static OptionalDouble read(ToDoubleFunction<String> reader, String text) {
        try {
            return OptionalDouble.of(reader.applyAsDouble(text));
        } catch (NumberFormatException | UnitFormatException e) {
            return OptionalDouble.empty();
        }
    }

    /**
     * Whether two values are the same quantity or the same text ({@code 128} and {@code "128"}).
     */
    public static boolean same(Object a, Object b) {
        if (String.valueOf(a).equals(String.valueOf(b))) {
            return true;
        }
        OptionalDouble numberA = number(a);
        return numberA.isPresent() && numberA.equals(number(b));
    }

    /** Whether parameters have all the wanted values. */
    public static boolean matches(Map<String, Object> params, Map<String, Object> wanted) {
        return wanted.entrySet().stream()
                .allMatch(
                        want ->
                                params.containsKey(want.getKey())
                                        && same(params.get(want.getKey()), want.getValue()));
    }

    /** Orders quantities by size; texts keep their places behind them. */
    public static Comparator<Object> order() {
        return Comparator.comparingDouble(value -> number(value).orElse(Double.POSITIVE_INFINITY));
    }

    /** An unmodifiable copy that keeps the order; empty for null. */
    static <V> Map<String, V> ordered(Map<String, V> map) {
        return map == null ? Map.of() : Collections.unmodifiableMap(new LinkedHashMap<>(map));
    }

    /** An unmodifiable copy; empty for null. */
    static <T> List<T> listOf(List<T> list) {
        return list == null ? List.of() : List.copyOf(list);
    }
}
