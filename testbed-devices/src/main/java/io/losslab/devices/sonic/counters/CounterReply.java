package io.losslab.devices.sonic.counters;

import java.util.List;

/**
 * What {@code sonic-db-cli} prints for a {@link CounterScript}: a line with the switch's time, and
 * then a line a port, a word a column.
 */
final class CounterReply {
    /** Of a counter that the switch does not have. */
    static final long NOT_THERE = Long.MIN_VALUE;

    private static final String ABSENT = "-";
    private static final String TIME = "\\d{1,10} \\d{1,6}";
    private static final long MICROS_PER_SECOND = 1_000_000;

    private final long switchMicros;

    /** By port and column. */
    private final long[][] values;

    private CounterReply(long switchMicros, long[][] values) {
        this.switchMicros = switchMicros;
        this.values = values;
    }

    /**
     * Reads one.
     *
     * @throws IllegalArgumentException where it is no such reply; says what was printed
     */
    static CounterReply read(String text, int ports, int columns) {
        List<String> lines = text.lines().toList();
        if (lines.size() != 1 + ports) {
            throw new IllegalArgumentException(
                    "sonic-db-cli printed %d lines for %d ports".formatted(lines.size(), ports));
        }
        long micros = micros(lines.get(0));
        long[][] table = new long[ports][columns];
        for (int port = 0; port < ports; port++) {
            String line = lines.get(1 + port);
            String[] words = line.split(" ", -1);
            if (words.length != columns) {
                throw new IllegalArgumentException("sonic-db-cli printed '%s'".formatted(line));
            }
            for (int column = 0; column < columns; column++) {
                table[port][column] = value(words[column]);
            }
        }
        return new CounterReply(micros, table);
    }

    /** Time of the switch since 1970. */
    long switchMicros() {
        return switchMicros;
    }

    /** Values of a port by column. */
    long[] values(int port) {
        return values[port];
    }

    /** Seconds and microseconds: TIME of Redis. */
    private static long micros(String line) {
        if (!line.matches(TIME)) {
            throw new IllegalArgumentException(
                    "sonic-db-cli printed '%s' in place of the time".formatted(line));
        }
        String[] words = line.split(" ", -1);
        return Long.parseLong(words[0]) * MICROS_PER_SECOND + Long.parseLong(words[1]);
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
