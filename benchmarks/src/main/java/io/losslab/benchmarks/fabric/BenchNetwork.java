package io.losslab.benchmarks.fabric;

import io.losslab.api.frame.FlowHash;
import io.losslab.api.topology.Link;
import io.losslab.api.topology.Node;
import io.losslab.api.topology.Topology;
import io.losslab.flowcontrol.DataPlane;
import io.losslab.flowcontrol.SchemeType;
import io.losslab.flowcontrol.Trait;
import io.losslab.flowcontrol.registry.SchemeTypes;
import io.losslab.flowcontrol.setting.Setting;
import io.losslab.flowcontrol.setting.SettingDefaults;
import io.losslab.flowcontrol.setting.Settings;
import io.losslab.softswitch.fabric.Fabric;
import io.losslab.softswitch.fabric.ShortestPaths;
import io.losslab.softswitch.fabric.buffer.RedMarking;
import io.losslab.softswitch.fabric.host.HostSettings;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.stream.IntStream;

/**
 * A fabric with shortest routes and hosts of one MTU, whose links are given flow control by their
 * groups, at both ends.
 */
final class BenchNetwork {
    /** Traffic class of all traffic; the one that schemes control by default. */
    static final int PRIORITY = 3;

    private final Topology topology;
    private final Fabric fabric;

    /** Makes the network with 8 queues a port. */
    BenchNetwork(Topology topology, int mtuBytes) {
        this(topology, mtuBytes, 8);
    }

    BenchNetwork(Topology topology, int mtuBytes, int queues) {
        this(topology, HostSettings.withMtu(mtuBytes), queues);
    }

    BenchNetwork(Topology topology, HostSettings hosts, int queues) {
        this.topology = topology;
        this.fabric = new Fabric(topology, queues);
        ShortestPaths.install(fabric);
        for (Node host : topology.hosts()) {
            fabric.configureHost(host.id(), hosts);
        }
        for (Node node : topology.switches()) {
            fabric.routes().setEcmp(node.id(), FlowHash.FNV1A, 0x5EED + node.id());
        }
    }

    /** Queues that the devices of a topology need for a scheme. */
    static int queuesFor(SchemeType type, Map<String, String> given, Topology topology) {
        Settings settings = complete(type, given);
        return topology.nodes().stream()
                .mapToInt(node -> type.queues(settings, node.ports()))
                .max()
                .orElse(8);
    }

    private static Settings complete(SchemeType type, Map<String, String> given) {
        return SettingDefaults.complete(type.name(), type.settings(), new Settings(given))
                .resolve(Setting.PRIORITIES, 1 << 3);
    }

    Fabric fabric() {
        return fabric;
    }

    /** PFC with XOFF 75 KB, XON 50 KB and safe headroom on the links of some groups. */
    BenchNetwork withPfc(Set<String> groups) {
        return withPfc(groups, Map.of("xoff", "75000", "xon", "50000"));
    }

    /** PFC on the links of some groups. */
    BenchNetwork withPfc(Set<String> groups, Map<String, String> thresholds) {
        Map<String, String> given = new HashMap<>(thresholds);
        given.put(Setting.PRIORITIES, Integer.toString(1 << PRIORITY));
        return withScheme(SchemeTypes.IN_HARDWARE, given, groups);
    }

    /**
     * Both ends of a registered scheme on the links of some groups.
     *
     * @param given settings that are not the scheme's defaults, in base units
     */
    BenchNetwork withScheme(SchemeType type, Map<String, String> given, Set<String> groups) {
        return withScheme(type, given, groups, node -> true);
    }

    /**
     * Both ends of a registered scheme on the links of some groups, at some devices.
     *
     * @param given settings that are not the scheme's defaults, in base units
     */
    BenchNetwork withScheme(
            SchemeType type, Map<String, String> given, Set<String> groups, Predicate<Node> at) {
        Settings complete = complete(type, given);
        for (Node node : topology.nodes().stream().filter(at).toList()) {
            Map<Integer, Settings> byPort = new TreeMap<>();
            for (int port : portsOf(node, groups)) {
                byPort.put(port, type.resolve(complete, fabric.link(node.id(), port)));
            }
            if (!byPort.isEmpty()) {
                putDownstream(type, node, byPort);
                putEgress(type, node, byPort);
            }
        }
        return this;
    }

    /** ECN marking at the switches' ports of some groups, with draws of its own at each. */
    BenchNetwork withEcn(Set<String> groups, long kminBytes, long kmaxBytes, double pmax) {
        for (Node node : topology.switches()) {
            for (int port : portsOf(node, groups)) {
                int seed = node.id() << 8 | port;
                fabric.setEcn(
                        node.id(), port, new RedMarking(kminBytes, kmaxBytes, pmax, false, seed));
            }
        }
        return this;
    }

    private void putDownstream(SchemeType type, Node node, Map<Integer, Settings> byPort) {
        if (node.isHost() && node.ports() == 1) {
            return;
        }
        byPort.forEach(
                (port, settings) -> {
                    DataPlane asking = fabric.schemes().planeOf(node.id());
                    if (type.downstream(asking, port, settings) != null) {
                        fabric.schemes()
                                .setIngress(
                                        node.id(),
                                        port,
                                        (plane, at) -> type.downstream(plane, at, settings));
                    }
                });
    }

    private void putEgress(SchemeType type, Node node, Map<Integer, Settings> byPort) {
        boolean may = node.isSwitch() || type.has(Trait.RUNS_ON_HOSTS);
        if (may && type.egress(fabric.schemes().planeOf(node.id()), byPort) != null) {
            fabric.schemes()
                    .addEgress(
                            node.id(),
                            List.copyOf(byPort.keySet()),
                            plane -> type.egress(plane, byPort));
        }
    }

    private List<Integer> portsOf(Node node, Set<String> groups) {
        return IntStream.rangeClosed(1, node.ports())
                .filter(port -> isIn(topology.linkAt(node, port), groups))
                .boxed()
                .toList();
    }

    private boolean isIn(Link link, Set<String> groups) {
        return groups.stream().anyMatch(group -> topology.group(group).contains(link));
    }
}
