package io.losslab.configs.traffic;

import io.losslab.api.topology.Node;
import io.losslab.api.units.DataSize;
import io.losslab.api.units.Nanos;
import io.losslab.configs.language.Fields;
import io.losslab.configs.language.Key;
import io.losslab.configs.library.TraceFiles;
import io.losslab.configs.library.WorkloadFiles;
import io.losslab.configs.network.Network;
import io.losslab.configs.network.Routing;
import io.losslab.configs.yaml.YamlValue;
import io.losslab.traffic.program.Matching;
import io.losslab.traffic.program.ProgramException;
import io.losslab.traffic.schedule.Endpoints;
import io.losslab.traffic.schedule.Span;
import io.losslab.traffic.schedule.Workload;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/** Reads traffic groups for a network. Not thread safe. */
public final class TrafficReader {
    /** More flows in a group than this are refused. */
    private static final double MAX_FLOWS = 2_000_000;

    /** Of messages whose number the file does not give, as the last windows are cut off. */
    private static final double TOLERATED_LATE = 0.05;

    private final Optional<Network> network;
    private final SizesReader sizes;
    private final TraceFiles traces;
    private final Nanos duration;

    /** Traffic groups by every name that they are reported under alone. */
    private final Map<String, String> owners = new HashMap<>();

    private final Set<String> pools = new HashSet<>();

    /**
     * Makes a reader.
     *
     * @param network empty where it could not be read: hosts are not checked then
     * @param sizes finds the distributions that are named
     * @param duration of the experiment
     */
    public TrafficReader(Optional<Network> network, WorkloadFiles sizes, Nanos duration) {
        this.network = network;
        this.sizes = new SizesReader(sizes);
        this.traces = sizes.traces();
        this.duration = duration;
    }

    public List<TrafficGroup> read(YamlValue groups) {
        List<TrafficGroup> traffic = new ArrayList<>();
        for (YamlValue value : groups.items()) {
            TrafficSections.GROUP.read(value).flatMap(this::group).ifPresent(traffic::add);
        }
        return traffic;
    }

    /**
     * Classes that a list of groups uses, bit i for class i; wrong values are not reported here.
     */
    public static int classes(List<TrafficGroup> traffic) {
        int mask = 0;
        for (TrafficGroup group : traffic) {
            mask |= group.classes().mask();
        }
        return mask == 0 ? 1 << TrafficSections.CLASS.standard().orElseThrow() : mask;
    }

    private Optional<TrafficGroup> group(Fields map) {
        Optional<String> name = name(map);
        Optional<TrafficKind> kind = map.get(TrafficSections.KIND);
        Optional<HostSelection> hosts = network.map(n -> new HostSelection(n.topology()));
        List<Node> named = hosts.map(all -> all.read(map, TrafficSections.FROM)).orElse(List.of());
        List<Node> to =
                map.has(TrafficSections.TO)
                        ? hosts.map(all -> all.read(map, TrafficSections.TO)).orElse(List.of())
                        : named;
        List<Node> from = senders(named, to);
        boolean joined = network.isPresent() && joined(map, from, to);
        ProgramReader programs = new ProgramReader(map, traces, from.size());
        Optional<TrafficPattern> pattern =
                kind.flatMap(known -> new PatternReader(map, sizes, hosts, programs).read(known));
        Optional<ClassShares> classes = ClassesReader.read(map);
        boolean answered = pattern.map(TrafficReader::answered).orElse(false);
        Optional<FlowWay> way =
                network.flatMap(n -> new WayReader(n).read(map, from, to, answered));
        Optional<List<DataSize>> bins = bins(map);
        Optional<String> pool = pool(map);
        Nanos start = map.value(TrafficSections.START);
        Nanos stop = map.get(TrafficSections.STOP).orElse(duration);
        boolean ordered = ordered(map, start, stop);
        if (!joined || pattern.isEmpty() || way.isEmpty() || !ordered) {
            return Optional.empty();
        }
        if (!possible(map, pattern.get(), way.get(), from, to, start, stop)) {
            return Optional.empty();
        }
        if (name.isEmpty() || classes.isEmpty() || bins.isEmpty()) {
            return Optional.empty();
        }
        TrafficGroup group =
                new TrafficGroup(
                        name.get(),
                        kind.get(),
                        pattern.get(),
                        from,
                        to,
                        way.get(),
                        classes.get(),
                        start,
                        stop,
                        bins.get(),
                        pool);
        group.ownNames().stream()
                .filter(reported -> !reported.equals(group.name()))
                .forEach(reported -> claim(map, reported, group.name()));
        return Optional.of(group);
    }

    /** Senders without the only receiver, unless no other is left. */
    private static List<Node> senders(List<Node> from, List<Node> to) {
        return from.size() > 1 && to.size() == 1
                ? from.stream().filter(node -> !node.equals(to.get(0))).toList()
                : from;
    }

    private Optional<String> name(Fields map) {
        Optional<String> name = map.get(TrafficSections.NAME);
        name.ifPresent(own -> claim(map, own, own));
        return name;
    }

    private Optional<String> pool(Fields map) {
        Optional<String> pool = map.get(TrafficSections.POOL);
        pool.ifPresent(pools::add);
        if (pool.isPresent() && owners.containsKey(pool.get())) {
            map.blame(TrafficSections.POOL).error(owned(pool.get(), owners.get(pool.get())));
        }
        return pool;
    }

    /** Takes a name for the messages of one group; reports where others have it. */
    private void claim(Fields map, String reported, String group) {
        String owner = owners.putIfAbsent(reported, group);
        if (owner == null && !pools.contains(reported)) {
            return;
        }
        String taken =
                owner == null ? "'%s' is a pool".formatted(reported) : owned(reported, owner);
        map.blame(TrafficSections.NAME)
                .error(
                        !reported.equals(group)
                                ? "'%s' is reported as '%s', but %s"
                                        .formatted(group, reported, taken)
                                : group.equals(owner)
                                        ? "duplicate traffic group '%s'".formatted(group)
                                        : taken);
    }

    private static String owned(String reported, String owner) {
        return reported.equals(owner)
                ? "'%s' is the name of a traffic group".formatted(owner)
                : "messages of traffic group '%s' are reported as '%s'".formatted(owner, reported);
    }

    /** Whether there are senders and receivers, none alone with itself, and ways between them. */
    private boolean joined(Fields map, List<Node> from, List<Node> to) {
        if (from.isEmpty() || to.isEmpty()) {
            return false;
        }
        if (to.size() == 1 && from.contains(to.get(0))) {
            map.blame(map.has(TrafficSections.TO) ? TrafficSections.TO : TrafficSections.FROM)
                    .error("host '%s' is both sender and receiver".formatted(to.get(0).name()));
            return false;
        }
        Routing routing = network.orElseThrow().routing();
        Optional<String> fault = fault(routing, from, to);
        if (fault.isEmpty() && !from.equals(to)) {
            fault = fault(routing, to, from);
        }
        fault.ifPresent(
                map.blame(map.has(TrafficSections.TO) ? TrafficSections.TO : TrafficSections.FROM)
                        ::error);
        return fault.isEmpty();
    }

    private static Optional<String> fault(Routing routing, List<Node> from, List<Node> to) {
        return to.stream().flatMap(receiver -> routing.fault(from, receiver).stream()).findFirst();
    }

    /** Whether a workload fits its hosts, and its flows the memory. */
    private boolean possible(
            Fields map,
            TrafficPattern pattern,
            FlowWay way,
            List<Node> from,
            List<Node> to,
            Nanos start,
            Nanos stop) {
        if (pattern instanceof TrafficPattern.Programmed programmed) {
            return possible(map, programmed, way, from, to);
        }
        if (!(pattern instanceof TrafficPattern.Scheduled scheduled)) {
            return true;
        }
        Optional<String> unsited = siteProblem(scheduled.sites(), from, to);
        if (unsited.isPresent()) {
            map.blame(TrafficSections.SITES).error(unsited.get());
            return false;
        }
        Workload workload = scheduled.workload();
        Endpoints ends =
                GroupEndpoints.of(network.orElseThrow().topology(), from, to, scheduled.sites());
        Optional<String> problem = workload.problem(ends);
        problem.ifPresent(map.self()::error);
        if (way.choice() == FlowWay.Choice.PATH && answered(pattern)) {
            map.blame(TrafficSections.PATH)
                    .error("'path' is one-directional, but this traffic flows in both directions");
            return false;
        }
        if (problem.isPresent()) {
            return false;
        }
        Span span = new Span(start.nanos(), stop.nanos());
        double flows = workload.expectedFlows(ends, span);
        warnOfLateMessages(map, flows, workload.plannedFlows(ends, span), stop);
        if (flows > MAX_FLOWS) {
            map.self()
                    .error(
                            String.format(
                                    java.util.Locale.ROOT,
                                    "this results in about %,.0f flows",
                                    flows),
                            "at most 2,000,000; reduce the load or the time, or use longer"
                                    + " messages",
                            "");
        }
        return flows <= MAX_FLOWS;
    }

    /** Why a host's site is not known: it is in none, or in two. Empty where there are no sites. */
    private static Optional<String> siteProblem(
            List<List<Node>> sites, List<Node> from, List<Node> to) {
        if (sites.isEmpty()) {
            return Optional.empty();
        }
        Set<Node> sited = new HashSet<>();
        for (Node node : sites.stream().flatMap(List::stream).toList()) {
            if (!sited.add(node)) {
                return Optional.of("host '%s' is in two sites".formatted(node.name()));
            }
        }
        return Stream.concat(from.stream(), to.stream())
                .filter(node -> !sited.contains(node))
                .findFirst()
                .map(node -> "host '%s' is in no site".formatted(node.name()));
    }

    /** Whether the receivers of a group send to its senders, too. */
    private static boolean answered(TrafficPattern pattern) {
        return pattern instanceof TrafficPattern.Scheduled scheduled
                && scheduled.workload().stages().size() > 1;
    }

    private static void warnOfLateMessages(Fields map, double flows, double planned, Nanos stop) {
        double tolerated = map.has(TrafficSections.BURST_FLOWS) ? 0 : TOLERATED_LATE * planned;
        if (planned - flows > tolerated) {
            Key<Nanos> late =
                    map.has(TrafficSections.WINDOW)
                            ? TrafficSections.WINDOW
                            : TrafficSections.STAGGER;
            map.blame(late)
                    .warning(
                            String.format(
                                    java.util.Locale.ROOT,
                                    "about %,.0f of %,.0f messages are sent: the others would start"
                                            + " at %s or later, when the traffic stops",
                                    flows,
                                    planned,
                                    stop));
        }
    }

    /** Whether a program fits its hosts and the memory, and can come to its end. */
    private static boolean possible(
            Fields map,
            TrafficPattern.Programmed programmed,
            FlowWay way,
            List<Node> from,
            List<Node> to) {
        if (!from.equals(to)) {
            map.blame(TrafficSections.TO)
                    .error(
                            "each host sends and receives here, and 'to' names others than 'from'",
                            "no 'to'",
                            "");
            return false;
        }
        if (way.choice() == FlowWay.Choice.PATH) {
            map.blame(TrafficSections.PATH)
                    .error("'path' is one-directional, but this traffic flows in both directions");
            return false;
        }
        Optional<String> problem = programmed.source().problem(from.size());
        if (problem.isPresent()) {
            map.self().error(problem.get());
            return false;
        }
        double operations = programmed.source().expectedOperations(from.size());
        if (Math.max(operations, operations / 2 * programmed.iterations()) > MAX_FLOWS) {
            map.self()
                    .error(
                            String.format(
                                    java.util.Locale.ROOT,
                                    "this results in about %,.0f operations in each of %,d"
                                            + " iterations",
                                    operations,
                                    programmed.iterations()),
                            "at most 2,000,000, and as many messages in all iterations; use fewer"
                                    + " iterations, or longer chunks",
                            "");
            return false;
        }
        try {
            Matching.of(programmed.source().program(from.size()));
            return true;
        } catch (ProgramException e) {
            map.blame(map.knows(TrafficSections.FILE) ? TrafficSections.FILE : TrafficSections.KIND)
                    .error(e.getMessage());
            return false;
        }
    }

    private static Optional<List<DataSize>> bins(Fields map) {
        if (!map.has(TrafficSections.BINS)) {
            return Optional.of(List.of());
        }
        Optional<List<DataSize>> bins = map.get(TrafficSections.BINS);
        boolean ascending = true;
        long last = 0;
        for (DataSize limit : bins.orElse(List.of())) {
            ascending &= limit.bytes() > last;
            last = limit.bytes();
        }
        if (!ascending) {
            map.blame(TrafficSections.BINS)
                    .error("the bins are not in ascending order", "such as [10KB, 100KB, 1MB]", "");
            return Optional.empty();
        }
        return bins;
    }

    private boolean ordered(Fields map, Nanos start, Nanos stop) {
        if (start.compareTo(duration) >= 0) {
            map.blame(TrafficSections.START)
                    .error(
                            "start %s is not before the duration's end %s"
                                    .formatted(start, duration));
        } else if (stop.compareTo(start) <= 0) {
            map.blame(TrafficSections.STOP)
                    .error("stop %s is not after start %s".formatted(stop, start));
        } else if (stop.compareTo(duration) > 0) {
            map.blame(TrafficSections.STOP)
                    .error("stop %s is after the duration's end %s".formatted(stop, duration));
        } else {
            return true;
        }
        return false;
    }
}
