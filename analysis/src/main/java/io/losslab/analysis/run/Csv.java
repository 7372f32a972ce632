package io.losslab.analysis.run;

import java.util.List;
import java.util.stream.Collectors;

/** Tables as RFC 4180 has them. */
public final class Csv {
    private Csv() {}

    /**
     * Rows below a heading.
     *
     * @param rows whose values are texts, numbers, and nulls, which become empty fields
     */
    public static String text(List<String> heading, List<? extends List<?>> rows) {
        StringBuilder text = new StringBuilder(line(heading));
        rows.forEach(row -> text.append(line(row)));
        return text.toString();
    }

    private static String line(List<?> values) {
        return values.stream()
                .map(value -> value == null ? "" : field(value.toString()))
                .collect(Collectors.joining(",", "", "\r\n"));
    }

    private static String field(String text) {
        boolean plain = text.chars().noneMatch(c -> c == ',' || c == '"' || c < ' ');
        return plain ? text : '"' + text.replace("\"", "\"\"") + '"';
    }
}
