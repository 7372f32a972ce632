package io.losslab.orchestrator.backend.live;

import io.losslab.analysis.summary.Check;
import io.losslab.proto.v1.AgentStatistics;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
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
     * @param scale wall nanoseconds that a nanosecond of the lab lasts
     */
    HostTimekeeping(Map<String, AgentStatistics> hosts, long scale) {
        this.scale = scale;
        this.hosts = hosts.entrySet().stream().map(it -> host(it.getKey(), it.getValue())).toList();
    }

    /** Whether frames left in time. */
    Check departures(long boundNanos) {
        return check(
                "hosts sent in time",
                "frames left late",
                Host::lateP99Nanos,
                Host::lateWorstNanos,
                boundNanos);
    }

    /** Whether pauses were in force in time. */
    Check pauses(long boundNanos) {
        if (hosts.stream().allMatch(it -> it.pauses() == 0)) {
            return Check.passed("hosts paused in time", "no host was paused");
        }
        return check(
                "hosts paused in time",
                "pauses were in force late",
                Host::reactionP99Nanos,
                Host::reactionWorstNanos,
                boundNanos);
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
                                "%s at %s: %s; p99 of at most %,d ns allowed: use a scale larger"
                                        + " than %,d",
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

    private Host host(String name, AgentStatistics seen) {
        List<Long> late = seen.getLateUpToNsList();
        List<Long> reactions = seen.getReactionUpToNsList();
        return new Host(
                name,
                percentile(late, seen.getLateCountList()),
                last(late),
                percentile(reactions, seen.getReactionCountList()) / scale,
                last(reactions) / scale,
                seen.getReactionCountList().stream().mapToLong(Long::longValue).sum(),
                seen.getWithoutCoreNs() / 1e6);
    }

    private static double percentile(List<Long> bounds, List<Long> counts) {
        long all = counts.stream().mapToLong(Long::longValue).sum();
        long below = 0;
        for (int i = 0; i < bounds.size(); i++) {
            below += counts.get(i);
            if (below >= TAIL * all) {
                return bounds.get(i);
            }
        }
        return 0;
    }

    private static double last(List<Long> bounds) {
        return bounds.isEmpty() ? 0 : bounds.get(bounds.size() - 1);
    }
}
