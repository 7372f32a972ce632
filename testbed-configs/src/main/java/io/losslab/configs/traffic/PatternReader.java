package io.losslab.configs.traffic;

import io.losslab.api.topology.Node;
import io.losslab.api.units.DataRate;
import io.losslab.api.units.DataSize;
import io.losslab.api.units.Nanos;
import io.losslab.configs.yaml.YamlMap;
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
    /** perftest's default of ib_write_bw. */
    private static final int DEFAULT_TX_DEPTH = 128;

    private static final int MAX_FLOWS = 100_000;
    private static final double MAX_LOAD = 2;
    private static final DataSize LONG_LIVED_MESSAGE = new DataSize(1_000_000);
    private static final int LONG_LIVED_DEPTH = 8;
    private static final int MOE_TOKENS = 256;
    private static final DataSize MOE_TOKEN = new DataSize(4_096);
    private static final int MOE_TOP_EXPERTS = 2;
    private static final int STRESS_FLOWS = 40;

    private final YamlMap map;
    private final SizesReader sizes;
    private final Optional<HostSelection> hosts;

    /** A value was wrong and reported; what is built with its stand-in must not be used. */
    private boolean failed;

    PatternReader(YamlMap map, SizesReader sizes, Optional<HostSelection> hosts) {
        this.map = map;
        this.sizes = sizes;
        this.hosts = hosts;
    }

    Optional<TrafficPattern> read(TrafficKind kind) {
        Optional<TrafficPattern> pattern =
                switch (kind) {
                    case BANDWIDTH -> bandwidth();
                    case LATENCY -> latency();
                    case LONG_LIVED -> longLived();
                    case POISSON -> poisson();
                    case INCAST -> incast();
                    case BURST -> burst();
                    case ALL_TO_ALL -> rounds(AllToAll::new);
                    case PERMUTATION -> rounds(Permutation::new);
                    case PARAMETER_SERVER -> parameterServer();
                    case MOE -> mixtureOfExperts();
                    case QUEUE_STRESS -> queueStress();
                };
        return failed ? Optional.empty() : pattern;
    }

    private Optional<TrafficPattern> bandwidth() {
        int flows = integer("flows", 1, MAX_FLOWS, 1);
        int txDepth = integer("txDepth", 1, 1 << 20, DEFAULT_TX_DEPTH);
        long iterations = iterations();
        return size().map(size -> new TrafficPattern.Bandwidth(size, flows, txDepth, iterations));
    }

    private Optional<TrafficPattern> latency() {
        int flows = integer("flows", 1, MAX_FLOWS, 1);
        long iterations = iterations();
        Nanos gap = new Nanos(nanos("gap", 0));
        return size().map(size -> new TrafficPattern.Latency(size, flows, iterations, gap));
    }

    private Optional<TrafficPattern> longLived() {
        int flows = integer("flows", 1, MAX_FLOWS, 1);
        int txDepth = integer("txDepth", 1, 1 << 20, LONG_LIVED_DEPTH);
        Optional<DataSize> size = map.has("size") ? size() : Optional.of(LONG_LIVED_MESSAGE);
        return size.map(bytes -> new TrafficPattern.Bandwidth(bytes, flows, txDepth, 0));
    }

    private Optional<TrafficPattern> poisson() {
        double load = load();
        long capacity =
                map.has("capacity")
                        ? value("capacity", YamlValue::rate, new DataRate(1)).bitsPerSecond()
                        : 0;
        List<List<Node>> sites = sites();
        if (map.has("sites") != map.has("interShare")) {
            map.self().error("'sites' and 'interShare' go together");
            failed = true;
        }
        double interShare =
                map.has("interShare") ? share("interShare", 0, 1) : PoissonArrivals.ANY_SITE;
        return drawn(bytes -> new PoissonArrivals(bytes, load, capacity, interShare), sites);
    }

    private Optional<TrafficPattern> incast() {
        if (map.has("period") == map.has("load")) {
            map.self().error("incast traffic has one of 'period' and 'load'");
            return Optional.empty();
        }
        int degree = integer("degree", 1, MAX_FLOWS, 0);
        int perSender = integer("perSender", 1, MAX_FLOWS, 1);
        long period = map.has("period") ? nanos("period", 1) : 0;
        double load = map.has("load") ? load() : 0;
        long count = map.has("count") ? integer("count", 1, MAX_FLOWS, 1) : Long.MAX_VALUE;
        long window = nanos("window", 0);
        return drawn(
                bytes -> new PeriodicIncast(bytes, degree, perSender, period, load, count, window),
                List.of());
    }

    private Optional<TrafficPattern> burst() {
        if (map.has("window") && map.has("stagger")) {
            map.getOrSelf("stagger").error("burst traffic has one of 'window' and 'stagger'");
            return Optional.empty();
        }
        int flows = integer("flows", 1, MAX_FLOWS, 1);
        long window = nanos("window", 0);
        long stagger = nanos("stagger", 0);
        if (!map.has("racks")) {
            return drawn(bytes -> new Burst(bytes, flows, window, stagger), List.of());
        }
        if (map.has("stagger")) {
            map.getOrSelf("stagger").error("burst traffic between racks is not staggered");
            return Optional.empty();
        }
        List<SplitBurst.Way> ways = ways();
        return drawn(bytes -> new SplitBurst(bytes, flows, window, ways), List.of());
    }

    /** Pairs of racks, from and to. */
    private List<SplitBurst.Way> ways() {
        List<SplitBurst.Way> ways = new ArrayList<>();
        for (YamlValue pair : map.getOrSelf("racks").items()) {
            List<Long> racks = new ArrayList<>();
            pair.items().forEach(rack -> rack.integer(0, MAX_FLOWS).ifPresent(racks::add));
            if (racks.size() == 2 && !racks.get(0).equals(racks.get(1))) {
                ways.add(new SplitBurst.Way(racks.get(0).intValue(), racks.get(1).intValue()));
            } else {
                pair.error("this is no way from a rack to another", "such as [0, 3]", "");
                failed = true;
            }
        }
        return ways;
    }

    private Optional<TrafficPattern> rounds(RoundsWorkload workload) {
        Rounds rounds = new Rounds(map.has("period") ? nanos("period", 1) : 0, nanos("window", 0));
        return drawn(bytes -> workload.of(bytes, rounds), List.of());
    }

    private Optional<TrafficPattern> parameterServer() {
        int rounds = integer("rounds", 1, 1_000, 1);
        return drawn(bytes -> new ParameterServer(bytes, rounds), List.of());
    }

    private Optional<TrafficPattern> mixtureOfExperts() {
        int tokens = integer("tokens", 1, 1 << 20, MOE_TOKENS);
        int topExperts = integer("topExperts", 1, 64, MOE_TOP_EXPERTS);
        double zipf = map.has("zipf") ? value("zipf", YamlValue::ratio, 1.0) : 1;
        if (zipf < 0) {
            map.getOrSelf("zipf")
                    .error("'zipf' is negative", "0 for equally hot experts, or more", "");
            failed = true;
        }
        DataSize tokenSize =
                map.has("tokenSize") ? value("tokenSize", SizesReader::size, MOE_TOKEN) : MOE_TOKEN;
        long period = map.has("period") ? nanos("period", 1) : 0;
        return failed
                ? Optional.empty()
                : Optional.of(
                        new TrafficPattern.Scheduled(
                                new MixtureOfExperts(tokens, tokenSize, topExperts, zipf, period),
                                List.of()));
    }

    private Optional<TrafficPattern> queueStress() {
        int m = integer("m", 2, 1 << 16, 2);
        int perSender = integer("perSender", 1, MAX_FLOWS, STRESS_FLOWS);
        return drawn(bytes -> new QueueStress(bytes, m, perSender), List.of());
    }

    /** A workload whose messages have sizes; empty where these or something before was wrong. */
    private Optional<TrafficPattern> drawn(
            Function<MessageSizes, Workload> workload, List<List<Node>> sites) {
        Optional<MessageSizes> bytes = sizes.sizes(map);
        return failed
                ? Optional.empty()
                : bytes.map(known -> new TrafficPattern.Scheduled(workload.apply(known), sites));
    }

    private List<List<Node>> sites() {
        List<List<Node>> sites = new ArrayList<>();
        if (!map.has("sites") || hosts.isEmpty()) {
            return sites;
        }
        for (YamlValue site : map.getOrSelf("sites").items()) {
            sites.add(hosts.get().read(site, "sites"));
        }
        if (sites.size() < 2) {
            map.getOrSelf("sites")
                    .error(
                            "there is one site at most",
                            "hosts of each site, [\"a-*\", \"b-*\"]",
                            "");
            failed = true;
        }
        return sites;
    }

    private Optional<DataSize> size() {
        return map.get("size").flatMap(SizesReader::size);
    }

    private long iterations() {
        return map.has("iterations")
                ? value("iterations", found -> found.integer(1, Long.MAX_VALUE), 1L)
                : 0;
    }

    private double load() {
        return share("load", Double.MIN_VALUE, MAX_LOAD);
    }

    /** A share in a range, as a fraction. */
    private double share(String key, double least, double most) {
        double share = value(key, YamlValue::ratio, most);
        if (share < least || share > most) {
            map.getOrSelf(key)
                    .error(
                            "'%s' is out of range".formatted(key),
                            "%s to %.0f%%".formatted(least > 0 ? "above 0%" : "0%", 100 * most),
                            "");
            failed = true;
        }
        return share;
    }

    private int integer(String key, long least, long most, int otherwise) {
        return map.has(key)
                ? value(key, found -> found.integer(least, most).map(Long::intValue), (int) least)
                : otherwise;
    }

    /** A time of at least so much; zero where the key is absent. */
    private long nanos(String key, long least) {
        if (!map.has(key)) {
            return 0;
        }
        long nanos = value(key, YamlValue::time, new Nanos(least)).nanos();
        if (nanos < least) {
            map.getOrSelf(key).error("'%s' must be above 0ns".formatted(key));
            failed = true;
        }
        return Math.max(nanos, least);
    }

    /** The value of a key that is there; a stand-in where it is wrong, which was reported. */
    private <T> T value(String key, Function<YamlValue, Optional<T>> read, T standIn) {
        Optional<T> value = map.get(key).flatMap(read);
        failed |= value.isEmpty();
        return value.orElse(standIn);
    }

    /** A workload that repeats. */
    private interface RoundsWorkload {
        Workload of(MessageSizes sizes, Rounds rounds);
    }
}
