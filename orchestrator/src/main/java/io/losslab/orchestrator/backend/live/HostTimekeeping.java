package io.losslab.orchestrator.backend.live;

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
final class HostTimekeeping {
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

    /**
     * Of hosts by their names.
     *
     * @param before what they had counted already; empty where that is to count, too
     * @param hosts what they have counted since they were started
     * @param scale wall nanoseconds that a nanosecond of the lab lasts
     */
    HostTimekeeping(
            Map<String, AgentStatistics> before, Map<String, AgentStatistics> hosts, long scale) {
        this.scale = scale;
        this.hosts =
                hosts.entrySet().stream()
                        .map(
                                it ->
                                        host(
                                                it.getKey(),
                                                before.getOrDefault(
                                                        it.getKey(),
                                                        AgentStatistics.getDefaultInstance()),
                                                it.getValue()))
                        .toList();
    }

    /** Whether frames left in time. */
    Check departures(long boundNanos) {
        return check(
                TimeChecks.DEPARTURES,
                "frames left late",
                Host::lateP99Nanos,
                Host::lateWorstNanos,
                boundNanos);
    }

    /** Whether pauses were in force in time. */
    Check pauses(long boundNanos) {
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
    double latenessOf(long boundNanos, long pauseBoundNanos) {
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
                        "p99 %,.0f ns of lab time, worst %,.0f ns%s",
                        p99,
                        worst.applyAsDouble(host),
                        withoutCore(host));
        return p99 <= boundNanos
                ? Check.passed(name, "%s: %s".formatted(host.name(), figures))
                : Check.failed(
                        name,
                        String.format(
                                Locale.ROOT,
                                "%s at %s: %s; p99 of at most %,d ns allowed: use a time"
                                        + " dilation larger than %,d",
                                fault,
                                host.name(),
                                figures,
                                boundNanos,
                                scale));
    }

    private static String withoutCore(Host host) {
        return host.withoutCoreMillis() < 0
                ? ""
                : String.format(
                        Locale.ROOT,
                        "; its agent had no core for %,.1f ms of wall time",
                        host.withoutCoreMillis());
    }

    private Host host(String name, AgentStatistics before, AgentStatistics seen) {
        Map<Long, Long> late =
                since(
                        before.getLateUpToNsList(),
                        before.getLateCountList(),
                        seen.getLateUpToNsList(),
                        seen.getLateCountList());
        Map<Long, Long> reactions =
                since(
                        before.getReactionUpToNsList(),
                        before.getReactionCountList(),
                        seen.getReactionUpToNsList(),
                        seen.getReactionCountList());
        return new Host(
                name,
                percentile(late),
                last(late),
                percentile(reactions) / scale,
                last(reactions) / scale,
                all(reactions),
                seen.getWithoutCoreNs() < 0
                        ? seen.getWithoutCoreNs()
                        : (seen.getWithoutCoreNs() - before.getWithoutCoreNs()) / 1e6);
    }

    /** How often each bound was reached since; bounds ascend, as an agent lists them. */
    private static Map<Long, Long> since(
            List<Long> boundsBefore,
            List<Long> countsBefore,
            List<Long> bounds,
            List<Long> counts) {
        Map<Long, Long> since = new TreeMap<>();
        for (int i = 0; i < bounds.size(); i++) {
            since.merge(bounds.get(i), counts.get(i), Long::sum);
        }
        for (int i = 0; i < boundsBefore.size(); i++) {
            since.merge(boundsBefore.get(i), -countsBefore.get(i), Long::sum);
        }
        since.values().removeIf(count -> count <= 0);
        return since;
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
