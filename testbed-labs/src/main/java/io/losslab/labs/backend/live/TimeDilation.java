package io.losslab.labs.backend.live;

import io.losslab.api.topology.Link;
import io.losslab.api.topology.Topology;
import java.util.Locale;
import java.util.OptionalLong;

/**
 * By which factor a lab is slower than what it stands for: rates are divided by it, delays and all
 * times of the schemes are multiplied; sizes stay, and so do bandwidth-delay products and
 * thresholds.
 *
 * @param factor seconds of wall-clock time per second of lab time, 1..1,000,000
 */
public record TimeDilation(long factor) {
    private static final long MOST = 1_000_000;
    private static final long FASTEST_BITS_PER_SECOND = 100_000_000;

    /** Wall-clock time within which an agent runs again on a machine with all cores busy. */
    private static final long AGENT_REACTION_NANOS = 10_000_000;

    public TimeDilation {
        if (factor < 1 || factor > MOST) {
            throw new IllegalArgumentException("time dilation must be 1..1000000, got " + factor);
        }
    }

    /** The user's; otherwise {@link #of(Topology)}. */
    static TimeDilation of(OptionalLong given, Topology topology) {
        return given.isPresent() ? new TimeDilation(given.getAsLong()) : of(topology);
    }

    /** One by which the fastest link of a topology gets no more than 100 Mb/s. */
    public static TimeDilation of(Topology topology) {
        long fastest = fastest(topology);
        return new TimeDilation(
                Math.max(1, (fastest + FASTEST_BITS_PER_SECOND - 1) / FASTEST_BITS_PER_SECOND));
    }

    /** Slower by a factor, or faster where that is below 1; within the limits. */
    TimeDilation times(double by) {
        return new TimeDilation((long) Math.max(1, Math.min(MOST, Math.ceil(factor * by))));
    }

    /** Time of the lab for which an agent may go on sending after a pause has come. */
    public long pauseReactionNanos() {
        return Math.max(1, AGENT_REACTION_NANOS / factor);
    }

    /** What was scaled, as text. */
    public String describe(Topology topology) {
        return String.format(
                Locale.ROOT,
                "slowed down by a factor of %,d: rates are divided by it, delays and the schemes'"
                        + " timers multiplied by it, sizes unchanged; the fastest link, %.0f Gb/s,"
                        + " carries real frames at %.1f Mb/s; pause reaction time of hosts is %.2f"
                        + " us unless the file sets it; all results are in lab time",
                factor,
                fastest(topology) / 1e9,
                fastest(topology) / 1e6 / factor,
                pauseReactionNanos() / 1e3);
    }

    private static long fastest(Topology topology) {
        return topology.links().stream()
                .map(Link::rate)
                .mapToLong(rate -> rate.bitsPerSecond())
                .max()
                .orElse(FASTEST_BITS_PER_SECOND);
    }
}
