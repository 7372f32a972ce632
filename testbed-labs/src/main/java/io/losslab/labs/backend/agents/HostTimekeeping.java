package io.losslab.labs.backend.agents;

import io.losslab.analysis.summary.Check;
import io.losslab.analysis.summary.TimeChecks;
import io.losslab.proto.v1.AgentStatistics;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.ToDoubleFunction;

/** How well the agents of a lab kept time, by what they counted. Times are the lab's. */
public final class HostTimekeeping {
    private static final double TAIL = 0.99;

    /**
     * What a host did.
     *
     * @param lateP99Nanos 99th percentile of how late frames left at most
     * @param lateWorstNanos the same, at worst
     * @param reactionP99Nanos 99th percentile of how long pauses took until they were in force
     * @param reactionWorstNanos the same, at worst
     * @param pauses how many came
     * @param withoutCoreMillis how long its agent had no core, by the wall clock; below 0 if
     *     unknown
     */
    private record Host(
            String name,
            double lateP99Nanos,
            double lateWorstNanos,
            double reactionP99Nanos,
            double reactionWorstNanos,
            long pauses,
            double withoutCoreMillis) {}

    private final List<Host> hosts;
    private final long scale;
    private final String advice;

    /**
     * Of hosts by their names.
     *
     * @param hosts what they have counted since their run began
     * @param scale wall nanoseconds that a nanosecond of the lab lasts
     * @param advice what helps where they were late
     */
    HostTimekeeping(Map<String, AgentStatistics> hosts, long scale, String advice) {
        this.scale = scale;
        this.advice = advice;
        this.hosts = hosts.entrySet().stream().map(it -> host(it.getKey(), it.getValue())).toList();
    }

    /** Whether there are none. */
    boolean isEmpty() {
        return hosts.isEmpty();
    }

    /** Whether frames left in time. */
    public Check departures(long boundNanos) {
        return check(
                TimeChecks.DEPARTURES,
                "frames left late",
                Host::lateP99Nanos,
                Host::lateWorstNanos,
                boundNanos);
    }

    /** Whether pauses were in force in time. */
    public Check pauses(long boundNanos) {
        if (hosts.stream().allMatch(it -> it.pauses() == 0)) {
            return Check.passed(TimeChecks.PAUSES, "no host was paused");
        }
        return check(
                TimeChecks.PAUSES,
                "pauses were in force late",
                Host::reactionP99Nanos,
                Host::reactionWorstNanos,
                boundNanos);
    }

    /** How late the worst host was, over what is allowed: 1 is just allowed. */
    public double latenessOf(long boundNanos, long pauseBoundNanos) {
        return hosts.stream()
                .mapToDouble(
                        host ->
                                Math.max(
                                        host.lateP99Nanos() / boundNanos,
                                        host.reactionP99Nanos() / pauseBoundNanos))
                .max()
                .orElse(0);
    }

    private Check check(
            String name,
            String fault,
            ToDoubleFunction<Host> tail,
            ToDoubleFunction<Host> worst,
            long boundNanos) {
        Optional<Host> latest = hosts.stream().max(Comparator.comparingDouble(tail));
        if (latest.isEmpty()) {
            return Check.passed(name, "");
        }
        Host host = latest.get();
        double p99 = tail.applyAsDouble(host);
        String figures =
                String.format(
                        Locale.ROOT,
                        "p99 %,.0f ns%s, worst %,.0f ns%s",
                        p99,
                        scale == 1 ? "" : " of lab time",
                        worst.applyAsDouble(host),
                        withoutCore(host));
        return p99 <= boundNanos
                ? Check.passed(name, "%s: %s".formatted(host.name(), figures))
                : Check.failed(
                        name,
                        String.format(
                                Locale.ROOT,
                                "%s at %s: %s; p99 of at most %,d ns allowed: %s",
                                fault,
                                host.name(),
                                figures,
                                boundNanos,
                                advice));
    }

    private static String withoutCore(Host host) {
        return host.withoutCoreMillis() < 0
                ? ""
                : String.format(
                        Locale.ROOT,
                        "; its agent had no core for %,.1f ms of wall time",
                        host.withoutCoreMillis());
    }

    private Host host(String name, AgentStatistics seen) {
        Map<Long, Long> late = counts(seen.getLateUpToNsList(), seen.getLateCountList());
        Map<Long, Long> reactions =
                counts(seen.getReactionUpToNsList(), seen.getReactionCountList());
        return new Host(
                name,
                percentile(late),
                last(late),
                percentile(reactions) / scale,
                last(reactions) / scale,
                all(reactions),
                seen.getWithoutCoreNs() < 0
                        ? seen.getWithoutCoreNs()
                        : seen.getWithoutCoreNs() / 1e6);
    }

    /** How often each bound was reached, ascending. */
    private static Map<Long, Long> counts(List<Long> bounds, List<Long> counts) {
        Map<Long, Long> all = new TreeMap<>();
        for (int i = 0; i < bounds.size(); i++) {
            all.merge(bounds.get(i), counts.get(i), Long::sum);
        }
        return all;
    }

    private static long all(Map<Long, Long> counts) {
        return counts.values().stream().mapToLong(Long::longValue).sum();
    }

    private static double percentile(Map<Long, Long> counts) {
        long all = all(counts);
        long below = 0;
        for (Map.Entry<Long, Long> count : counts.entrySet()) {
            below += count.getValue();
            if (below >= TAIL * all) {
                return count.getKey();
            }
        }
        return 0;
    }

    private static double last(Map<Long, Long> counts) {
        return counts.keySet().stream().mapToLong(Long::longValue).max().orElse(0);
    }
}
