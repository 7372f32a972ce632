package io.losslab.devices.sonic.counters;

import io.losslab.devices.ssh.ShellWords;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * How often SONiC copies what its chip counts to COUNTERS_DB: {@code counterpoll} sets it, in
 * {@code FLEX_COUNTER_TABLE}.
 */
final class PollIntervals {
    /** In milliseconds where the table says nothing. Source: flex counters of sonic-swss. */
    private static final Map<String, Integer> DEFAULTS = new LinkedHashMap<>();

    static {
        DEFAULTS.put("PORT", 1_000);
        DEFAULTS.put("QUEUE", 10_000);
        DEFAULTS.put("PG_DROP", 10_000);
        DEFAULTS.put("QUEUE_WATERMARK", 60_000);
        DEFAULTS.put("PG_WATERMARK", 60_000);
    }

    /** Prints the interval of each group in milliseconds, or {@code -}. */
    static final String COMMAND =
            "sonic-db-cli CONFIG_DB EVAL %s 0 %s"
                    .formatted(
                            ShellWords.quoted(
                                    "local said = {} for i, group in ipairs(ARGV) do said[i] ="
                                            + " redis.call('HGET', 'FLEX_COUNTER_TABLE|' .. group,"
                                            + " 'POLL_INTERVAL') or '-' end"
                                            + " return table.concat(said, ' ')"),
                            String.join(" ", DEFAULTS.keySet()));

    private PollIntervals() {}

    /** After so long a group of counters has been copied where the table says nothing. */
    static long usualNanos(String group) {
        return withCopying(DEFAULTS.get(group));
    }

    /**
     * After so long all has been copied.
     *
     * @param printed by the command
     * @throws IllegalArgumentException where it is something else
     */
    static long longestNanos(String printed) {
        String[] words = printed.strip().split(" ", -1);
        if (words.length != DEFAULTS.size()) {
            throw new IllegalArgumentException("not the intervals of counters: " + printed.strip());
        }
        long longest = 0;
        int i = 0;
        for (int usual : DEFAULTS.values()) {
            String word = words[i++];
            longest = Math.max(longest, word.equals("-") ? usual : Long.parseLong(word));
        }
        return withCopying(longest);
    }

    /** A tenth more. */
    private static long withCopying(long millis) {
        return TimeUnit.MILLISECONDS.toNanos(millis * 11 / 10);
    }
}
