package io.losslab.devices.sonic.counters;

import io.losslab.devices.ssh.ShellWords;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * How often SONiC copies what its chip counts to COUNTERS_DB: {@code counterpoll} sets it, in
 * {@code FLEX_COUNTER_TABLE}. Rows of a group that is switched off stay there as they were.
 *
 * @param millis by group; none where it is switched off
 */
record PollIntervals(Map<String, Integer> millis) {
    /**
     * In milliseconds where the table says nothing. Source: flexcounterorch.cpp and portsorch.cpp
     * of sonic-swss.
     */
    private static final Map<String, Integer> DEFAULTS = new LinkedHashMap<>();

    static {
        DEFAULTS.put("PORT", 1_000);
        DEFAULTS.put("QUEUE", 10_000);
        DEFAULTS.put("WRED_ECN_QUEUE", 10_000);
        DEFAULTS.put("PG_DROP", 10_000);
        DEFAULTS.put("QUEUE_WATERMARK", 60_000);
        DEFAULTS.put("PG_WATERMARK", 60_000);
    }

    private static final String OFF = "off";

    /** Prints the interval of each group in milliseconds, {@code -}, or that it is off. */
    static final String COMMAND =
            "sonic-db-cli CONFIG_DB EVAL %s 0 %s"
                    .formatted(
                            ShellWords.quoted(
                                    "local said = {} for i, group in ipairs(ARGV) do local row ="
                                            + " 'FLEX_COUNTER_TABLE|' .. group said[i] ="
                                            + " redis.call('HGET', row, 'POLL_INTERVAL') or '-'"
                                            + " if redis.call('HGET', row, 'FLEX_COUNTER_STATUS')"
                                            + " ~= 'enable' then said[i] = 'off' end end"
                                            + " return table.concat(said, ' ')"),
                            String.join(" ", DEFAULTS.keySet()));

    /** After so long a group of counters has been copied where the table says nothing. */
    static long usualNanos(String group) {
        return withCopying(DEFAULTS.get(group));
    }

    /**
     * Reads what the command printed.
     *
     * @throws IllegalArgumentException where it is something else
     */
    static PollIntervals read(String printed) {
        String[] words = printed.strip().split(" ", -1);
        if (words.length != DEFAULTS.size()) {
            throw new IllegalArgumentException("not the intervals of counters: " + printed.strip());
        }
        Map<String, Integer> millis = new LinkedHashMap<>();
        int i = 0;
        for (Map.Entry<String, Integer> usual : DEFAULTS.entrySet()) {
            String word = words[i++];
            if (!word.equals(OFF)) {
                millis.put(
                        usual.getKey(),
                        word.equals("-") ? usual.getValue() : Integer.valueOf(word));
            }
        }
        return new PollIntervals(millis);
    }

    boolean polls(CounterColumn column) {
        return millis.containsKey(column.group());
    }

    /** Groups that are not copied. */
    List<String> off() {
        return DEFAULTS.keySet().stream().filter(group -> !millis.containsKey(group)).toList();
    }

    /** After so long all has been copied that is. */
    long longestNanos() {
        return withCopying(millis.values().stream().mapToLong(each -> each).max().orElse(0));
    }

    /** A tenth more. */
    private static long withCopying(long millis) {
        return TimeUnit.MILLISECONDS.toNanos(millis * 11 / 10);
    }
}
