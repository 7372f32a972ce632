package io.losslab.devices.sonic.counters;

import java.util.List;

/** What {@code sonic-db-cli} prints for a {@link CounterScript}: a line a port, a word a column. */
final class CounterReply {
    /** Of a counter that the switch does not have. */
    static final long NOT_THERE = Long.MIN_VALUE;

    private static final String ABSENT = "-";

    private CounterReply() {}

    /**
     * Values by port and column.
     *
     * @throws IllegalArgumentException where it is no such reply; says what was printed
     */
    static long[][] read(String text, int ports, int columns) {
        List<String> lines = text.lines().toList();
        if (lines.size() != ports) {
            throw new IllegalArgumentException(
                    "sonic-db-cli printed %d lines for %d ports".formatted(lines.size(), ports));
        }
        long[][] table = new long[ports][columns];
        for (int port = 0; port < ports; port++) {
            String[] words = lines.get(port).split(" ", -1);
            if (words.length != columns) {
                throw new IllegalArgumentException(
                        "sonic-db-cli printed '%s'".formatted(lines.get(port)));
            }
            for (int column = 0; column < columns; column++) {
                table[port][column] = value(words[column]);
            }
        }
        return table;
    }

    private static long value(String word) {
        if (word.equals(ABSENT)) {
            return NOT_THERE;
        }
        try {
            return Long.parseUnsignedLong(word);
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException(
                    "sonic-db-cli printed '%s' in place of a counter".formatted(word), e);
        }
    }
}
