package io.losslab.configs.traffic;

import io.losslab.api.topology.Node;
import io.losslab.api.units.DataRate;
import io.losslab.api.units.DataSize;
import io.losslab.api.units.Nanos;
import io.losslab.configs.language.Fields;
import io.losslab.configs.language.Key;
import io.losslab.configs.yaml.YamlValue;
import io.losslab.traffic.schedule.AllToAll;
import io.losslab.traffic.schedule.Burst;
import io.losslab.traffic.schedule.MixtureOfExperts;
import io.losslab.traffic.schedule.ParameterServer;
import io.losslab.traffic.schedule.PeriodicIncast;
import io.losslab.traffic.schedule.Permutation;
import io.losslab.traffic.schedule.PoissonArrivals;
import io.losslab.traffic.schedule.QueueStress;
import io.losslab.traffic.schedule.Rounds;
import io.losslab.traffic.schedule.SplitBurst;
import io.losslab.traffic.schedule.Workload;
import io.losslab.traffic.size.MessageSizes;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/** Reads what the flows of one group do, by its kind. Not thread safe. */
final class PatternReader {
    private final Fields map;
    private final SizesReader sizes;
    private final Optional<HostSelection> hosts;
    private final ProgramReader programs;

    PatternReader(
            Fields map, SizesReader sizes, Optional<HostSelection> hosts, ProgramReader programs) {
        this.map = map;
        this.sizes = sizes;
        this.hosts = hosts;
        this.programs = programs;
    }

    /** What they do; empty where a key of the group is wrong, which is reported. */
    Optional<TrafficPattern> read(TrafficKind kind) {
        if (!map.isSound()) {
            return Optional.empty();
        }
        return switch (kind) {
            case BANDWIDTH -> Optional.of(bandwidth());
            case LATENCY -> Optional.of(latency());
            case LONG_LIVED -> Optional.of(longLived());
            case POISSON -> poisson();
            case INCAST -> incast();
            case BURST -> burst();
            case ALL_TO_ALL ->
                    map.has(TrafficSections.EXCHANGES)
                            ? programs.exchange()
                            : rounds(AllToAll::new);
            case PERMUTATION -> rounds(Permutation::new);
            case PARAMETER_SERVER -> parameterServer();
            case MOE -> mixtureOfExperts();
            case QUEUE_STRESS -> queueStress();
            case RING -> Optional.of(programs.ring());
            case TREE -> Optional.of(programs.tree());
            case PIPELINE -> Optional.of(programs.pipeline());
            case TRACE -> programs.trace();
        };
    }

    private TrafficPattern bandwidth() {
        return new TrafficPattern.Bandwidth(
                map.value(TrafficSections.MESSAGE_SIZE),
                whole(TrafficSections.FLOWS),
                whole(TrafficSections.TX_DEPTH),
                map.get(TrafficSections.ITERATIONS).orElse(0L));
    }

    private TrafficPattern latency() {
        return new TrafficPattern.Latency(
                map.value(TrafficSections.MESSAGE_SIZE),
                whole(TrafficSections.FLOWS),
                map.get(TrafficSections.ITERATIONS).orElse(0L),
                map.value(TrafficSections.GAP));
    }

    private TrafficPattern longLived() {
        return new TrafficPattern.Bandwidth(
                map.value(TrafficSections.LONG_LIVED_SIZE),
                whole(TrafficSections.FLOWS),
                whole(TrafficSections.LONG_LIVED_DEPTH),
                0);
    }

    private Optional<TrafficPattern> poisson() {
        double load = map.value(TrafficSections.LOAD);
        long capacity = map.get(TrafficSections.CAPACITY).map(DataRate::bitsPerSecond).orElse(0L);
        double interShare = map.get(TrafficSections.INTER_SHARE).orElse(PoissonArrivals.ANY_SITE);
        return drawn(bytes -> new PoissonArrivals(bytes, load, capacity, interShare), sites());
    }

    private Optional<TrafficPattern> incast() {
        int degree = map.get(TrafficSections.DEGREE).orElse(0L).intValue();
        int perSender = whole(TrafficSections.PER_SENDER);
        long period = nanos(TrafficSections.INCAST_PERIOD);
        double load = map.get(TrafficSections.INCAST_LOAD).orElse(0.0);
        long count = map.get(TrafficSections.COUNT).orElse(Long.MAX_VALUE);
        long window = nanos(TrafficSections.WINDOW);
        return drawn(
                bytes -> new PeriodicIncast(bytes, degree, perSender, period, load, count, window),
                List.of());
    }

    private Optional<TrafficPattern> burst() {
        int flows = whole(TrafficSections.BURST_FLOWS);
        long window = nanos(TrafficSections.WINDOW);
        if (!map.has(TrafficSections.RACKS)) {
            long stagger = nanos(TrafficSections.STAGGER);
            return drawn(bytes -> new Burst(bytes, flows, window, stagger), List.of());
        }
        List<SplitBurst.Way> ways =
                map.value(TrafficSections.RACKS).stream()
                        .map(
                                pair ->
                                        new SplitBurst.Way(
                                                pair.get(0).intValue(), pair.get(1).intValue()))
                        .toList();
        return drawn(bytes -> new SplitBurst(bytes, flows, window, ways), List.of());
    }

    private Optional<TrafficPattern> rounds(RoundsWorkload workload) {
        Rounds rounds = new Rounds(nanos(TrafficSections.PERIOD), nanos(TrafficSections.WINDOW));
        return drawn(bytes -> workload.of(bytes, rounds), List.of());
    }

    private Optional<TrafficPattern> parameterServer() {
        int rounds = whole(TrafficSections.ROUNDS);
        return drawn(bytes -> new ParameterServer(bytes, rounds), List.of());
    }

    private Optional<TrafficPattern> mixtureOfExperts() {
        int tokens = whole(TrafficSections.TOKENS);
        DataSize tokenSize = map.value(TrafficSections.TOKEN_SIZE);
        DataSize most = new DataSize(tokens * tokenSize.bytes());
        if (most.compareTo(MessageSizes.MOST) > 0) {
            map.blame(
                            map.has(TrafficSections.TOKENS)
                                    ? TrafficSections.TOKENS
                                    : TrafficSections.TOKEN_SIZE)
                    .error(
                            "all tokens of a sender to one expert are a message of " + most,
                            "at most 2GiB",
                            "");
            return Optional.empty();
        }
        return Optional.of(
                new TrafficPattern.Scheduled(
                        new MixtureOfExperts(
                                tokens,
                                tokenSize,
                                whole(TrafficSections.TOP_EXPERTS),
                                map.value(TrafficSections.ZIPF),
                                nanos(TrafficSections.PERIOD)),
                        List.of()));
    }

    private Optional<TrafficPattern> queueStress() {
        int m = whole(TrafficSections.M);
        int perSender = whole(TrafficSections.STRESS_PER_SENDER);
        return drawn(bytes -> new QueueStress(bytes, m, perSender), List.of());
    }

    /** A workload whose messages have sizes; empty where these are wrong. */
    private Optional<TrafficPattern> drawn(
            Function<MessageSizes, Workload> workload, List<List<Node>> sites) {
        return sizes.sizes(map)
                .map(known -> new TrafficPattern.Scheduled(workload.apply(known), sites));
    }

    private List<List<Node>> sites() {
        List<List<Node>> sites = new ArrayList<>();
        for (YamlValue site : map.get(TrafficSections.SITES).orElse(List.of())) {
            hosts.ifPresent(all -> sites.add(all.read(site, TrafficSections.SITES.name())));
        }
        return sites;
    }

    private int whole(Key<Long> key) {
        return map.value(key).intValue();
    }

    /** A time; zero where the key is absent. */
    private long nanos(Key<Nanos> key) {
        return map.get(key).map(Nanos::nanos).orElse(0L);
    }

    /** A workload that repeats. */
    private interface RoundsWorkload {
        Workload of(MessageSizes sizes, Rounds rounds);
    }
}
