package io.losslab.configs.language;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Pieces of JSON Schema, as maps in the order of their keywords. */
final class Fragments {
    private static final String DECIMAL = "[0-9]+(\\.[0-9]+)?([eE][0-9]+)?\\s*";
    private static final String PERCENT = "[0-9]+(\\.[0-9]+)?\\s*%";

    private Fragments() {}

    /** A JSON object of names and values in turn. */
    static Map<String, Object> json(Object... namesAndValues) {
        Map<String, Object> object = new LinkedHashMap<>();
        for (int i = 0; i < namesAndValues.length; i += 2) {
            object.put((String) namesAndValues[i], namesAndValues[i + 1]);
        }
        return object;
    }

    /** One or the other; alternatives of either become alternatives of the whole. */
    static Map<String, Object> anyOf(Map<String, Object> one, Map<String, Object> other) {
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

    /** A text that is not empty. */
    static Map<String, Object> text() {
        return json("type", "string", "minLength", 1);
    }

    /** A text of a form. */
    static Map<String, Object> text(String pattern) {
        return json("type", "string", "pattern", "^" + pattern + "$");
    }

    /** A number with one of some units. */
    static Map<String, Object> quantity(Iterable<String> units) {
        return text(DECIMAL + "(" + String.join("|", units) + ")");
    }

    /** A whole number. */
    static Map<String, Object> whole(long least, long most) {
        Map<String, Object> whole = json("type", "integer", "minimum", least);
        if (most < Long.MAX_VALUE) {
            whole.put("maximum", most);
        }
        return whole;
    }

    /** A number or a percentage. */
    static Map<String, Object> ratio() {
        return anyOf(json("type", "number"), text("[+-]?" + PERCENT));
    }

    /**
     * A number or a percentage, not negative.
     *
     * @param above whether {@code least} is out of range
     */
    static Map<String, Object> ratio(boolean above, double least, double most) {
        Map<String, Object> number =
                json("type", "number", above ? "exclusiveMinimum" : "minimum", least);
        if (most < Double.POSITIVE_INFINITY) {
            number.put("maximum", most);
        }
        return anyOf(number, text(PERCENT));
    }

    /** A list. */
    static Map<String, Object> list(Map<String, Object> item) {
        return json("type", "array", "items", item);
    }

    /** A list of so many. */
    static Map<String, Object> list(Map<String, Object> item, int least, int most) {
        Map<String, Object> list = list(item);
        list.put("minItems", least);
        if (most < Integer.MAX_VALUE) {
            list.put("maxItems", most);
        }
        return list;
    }
}
