package io.losslab.labs.backend.agents;

import io.losslab.analysis.summary.Check;
import io.losslab.api.frame.RoceFrame;
import io.losslab.api.topology.Link;
import io.losslab.api.topology.Node;
import io.losslab.api.topology.Topology;
import io.losslab.driver.host.HostAgentClient;
import io.losslab.proto.v1.AgentStatistics;
import io.losslab.proto.v1.HostConfig;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Whether the agents of a lab sent and paused in time, by what they measured themselves. Simulated
 * hosts among them do not count. For one thread.
 */
public final class AgentPunctuality {
    private static final int LATE_FRAMES = 10;

    private final Topology topology;
    private final Map<String, HostAgentClient> agents;

    /**
     * Of agents by their hosts' names in messages.
     *
     * @param topology of the lab
     */
    public AgentPunctuality(Topology topology, Map<String, HostAgentClient> agents) {
        this.topology = topology;
        this.agents = Map.copyOf(agents);
    }

    /**
     * What they did since their run began.
     *
     * @param scale wall nanoseconds that a nanosecond of the lab lasts
     * @param advice what helps where they were late
     */
    public HostTimekeeping read(long scale, String advice) {
        return new HostTimekeeping(statistics(), scale, advice);
    }

    /**
     * The checks on what they did; none where no agent has real ports.
     *
     * @param hosts of {@link #read}
     */
    public List<Check> checks(HostTimekeeping hosts) {
        if (hosts.isEmpty()) {
            return List.of();
        }
        return List.of(hosts.departures(boundNanos()), hosts.pauses(pauseBoundNanos()));
    }

    /** How late the worst host was, over what is allowed: 1 is just allowed. */
    public double latenessOf(HostTimekeeping hosts) {
        return hosts.latenessOf(boundNanos(), pauseBoundNanos());
    }

    /**
     * How late frames may be: as long as the shortest link to a host takes, or ten frames at its
     * rate, whichever is longer. More would show in the completion times.
     */
    public long boundNanos() {
        int mtuBytes = mostOf(HostConfig::getMtuBytes).intValue();
        return topology.hosts().stream()
                .flatMap(this::linksAt)
                .mapToLong(link -> Math.max(link.delay().nanos(), framesNanos(link, mtuBytes)))
                .min()
                .orElse(0);
    }

    private Stream<Link> linksAt(Node host) {
        return IntStream.rangeClosed(1, host.ports()).mapToObj(port -> topology.linkAt(host, port));
    }

    /** How long hosts may take to obey: the headroom of switches allows for it. */
    private long pauseBoundNanos() {
        return Math.max(boundNanos(), mostOf(HostConfig::getPauseReactionNs).longValue());
    }

    private Number mostOf(Function<HostConfig, Number> setting) {
        return agents.values().stream()
                .map(HostAgentClient::configuration)
                .map(setting)
                .max(Comparator.comparingLong(Number::longValue))
                .orElse(0);
    }

    private static long framesNanos(Link link, int mtuBytes) {
        long bits = 8L * LATE_FRAMES * RoceFrame.maxFrameBytes(mtuBytes);
        return bits * 1_000_000_000L / link.rate().bitsPerSecond();
    }

    private Map<String, AgentStatistics> statistics() {
        Map<String, AgentStatistics> statistics = new LinkedHashMap<>();
        agents.forEach(
                (name, agent) -> {
                    if (agent.describe().getTimeScale() > 0) {
                        statistics.put(name, agent.statistics());
                    }
                });
        return statistics;
    }
}
