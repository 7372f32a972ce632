package io.losslab.collectors;

import java.util.List;
import java.util.stream.Collectors;

/**
 * The columns of one results file. Every column is a whole number, a truth value or a text out of
 * few; the first one, {@code cell}, is the same in all rows of a cell and is not stored with them.
 *
 * @param file name of the results file without its ending
 * @param columns all but {@code cell}, in the file's order
 */
record RowSchema(String file, List<Column> columns) {
    static final RowSchema FLOWS =
            new RowSchema(
                    "flows",
                    List.of(
                            Column.text("group"),
                            Column.text("src"),
                            Column.text("dst"),
                            Column.text("kind"),
                            Column.number("flow", "INTEGER"),
                            Column.number("bytes", "BIGINT"),
                            Column.number("start_ns", "BIGINT"),
                            Column.number("end_ns", "BIGINT"),
                            Column.number("fct_ns", "BIGINT"),
                            Column.number("ideal_ns", "BIGINT"),
                            Column.number("retransmits", "INTEGER")));
    static final RowSchema COUNTERS =
            new RowSchema(
                    "counters",
                    List.of(
                            Column.number("time_ns", "BIGINT"),
                            Column.text("device"),
                            Column.number("port", "INTEGER"),
                            Column.number("queue", "INTEGER"),
                            Column.text("counter"),
                            Column.number("value", "BIGINT")));
    static final RowSchema EVENTS =
            new RowSchema(
                    "events",
                    List.of(
                            Column.number("time_ns", "BIGINT"),
                            Column.text("device"),
                            Column.number("port", "INTEGER"),
                            Column.number("queue", "INTEGER"),
                            Column.text("kind"),
                            Column.text("cause")));
    static final RowSchema PAUSES =
            new RowSchema(
                    "pauses",
                    List.of(
                            Column.text("group"),
                            Column.number("flow", "INTEGER"),
                            Column.text("device"),
                            Column.number("port", "INTEGER"),
                            Column.number("queue", "INTEGER"),
                            Column.text("root_device"),
                            Column.number("root_port", "INTEGER"),
                            Column.number("crosses_root", "BOOLEAN"),
                            Column.number("paused_ns", "BIGINT")));
    static final RowSchema ITERATIONS =
            new RowSchema(
                    "iterations",
                    List.of(
                            Column.text("group"),
                            Column.text("host"),
                            Column.number("rank", "INTEGER"),
                            Column.number("ranks", "INTEGER"),
                            Column.number("iteration", "BIGINT"),
                            Column.number("start_ns", "BIGINT"),
                            Column.number("end_ns", "BIGINT"),
                            Column.number("bus_bytes", "BIGINT")));
    static final List<RowSchema> ALL = List.of(FLOWS, COUNTERS, EVENTS, PAUSES, ITERATIONS);

    /** A query without rows that has this file's columns, {@code cell} included. */
    String emptySelect() {
        return columns.stream()
                .map(column -> "NULL::" + column.sqlType() + " AS " + column.quoted())
                .collect(
                        Collectors.joining(", ", "SELECT NULL::INTEGER AS cell, ", " WHERE false"));
    }

    /**
     * One column.
     *
     * @param name as in the file
     * @param sqlType in the file
     * @param isText kept as an index into the buffer's words
     */
    record Column(String name, String sqlType, boolean isText) {
        static Column text(String name) {
            return new Column(name, "VARCHAR", true);
        }

        static Column number(String name, String sqlType) {
            return new Column(name, sqlType, false);
        }

        String quoted() {
            return '"' + name + '"';
        }
    }
}
