package io.losslab.labs.backend.physical;

import io.losslab.api.frame.ClassMap;
import io.losslab.api.rpc.ChannelSecurity;
import io.losslab.api.rpc.DeviceAddress;
import io.losslab.api.topology.Link;
import io.losslab.api.topology.Node;
import io.losslab.api.topology.PortRef;
import io.losslab.api.topology.Topology;
import io.losslab.api.units.Nanos;
import io.losslab.configs.testbed.Cable;
import io.losslab.configs.testbed.CableEnd;
import io.losslab.configs.testbed.Device;
import io.losslab.configs.testbed.DevicePort;
import io.losslab.configs.testbed.NodePlace;
import io.losslab.configs.testbed.Service;
import io.losslab.configs.testbed.Testbed;
import io.losslab.devices.registry.DeviceKinds;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.function.Predicate;

/** Testbeds that a topology fits, with names, ports and cables in any order. */
final class ShuffledTestbed {
    private final Topology topology;
    private final Random random;
    private final boolean oneSwitch;
    private final Predicate<Link> plugged;
    private final boolean shortCables;
    private final Map<String, String> deviceByNode = new HashMap<>();
    private final Map<PortRef, DevicePort> ports = new HashMap<>();

    private ShuffledTestbed(
            Topology topology,
            Random random,
            boolean oneSwitch,
            Predicate<Link> plugged,
            boolean shortCables) {
        this.topology = topology;
        this.random = random;
        this.oneSwitch = oneSwitch;
        this.plugged = plugged;
        this.shortCables = shortCables;
    }

    /** A device a node. */
    static Testbed of(Topology topology, Random random) {
        return new ShuffledTestbed(topology, random, false, link -> true, false).build(false);
    }

    /** All switches on one device. */
    static Testbed ofOneSwitch(Topology topology, Random random) {
        return new ShuffledTestbed(topology, random, true, link -> true, false).build(false);
    }

    /** A device a node, and no cable for one link. */
    static Testbed without(Topology topology, Link missing, Random random) {
        return new ShuffledTestbed(topology, random, false, link -> !link.equals(missing), false)
                .build(false);
    }

    /** The same, with every node placed by hand. */
    static Testbed placedWithout(Topology topology, Link missing, Random random) {
        return new ShuffledTestbed(topology, random, false, link -> !link.equals(missing), false)
                .build(true);
    }

    /** A device a node, placed by hand, and no cable longer than a metre. */
    static Testbed shortened(Topology topology, Random random) {
        return new ShuffledTestbed(topology, random, false, link -> true, true).build(true);
    }

    private Testbed build(boolean byHand) {
        Map<String, List<PortRef>> portsByDevice = new LinkedHashMap<>();
        List<Node> nodes = new ArrayList<>(topology.nodes());
        Collections.shuffle(nodes, random);
        for (Node node : nodes) {
            String device = node.isSwitch() && oneSwitch ? "all" : "device" + portsByDevice.size();
            deviceByNode.put(node.name(), device);
            List<PortRef> refs = portsByDevice.computeIfAbsent(device, any -> new ArrayList<>());
            for (int port = 1; port <= node.ports(); port++) {
                refs.add(new PortRef(node, port));
            }
        }
        Map<String, Device> devices = new LinkedHashMap<>();
        portsByDevice.forEach((name, refs) -> devices.put(name, device(name, refs)));
        List<Link> links = new ArrayList<>(topology.links());
        Collections.shuffle(links, random);
        List<Cable> cables = new ArrayList<>();
        for (Link link : links) {
            if (plugged.test(link)) {
                cables.add(cable(cables.size(), devices, link));
            }
        }
        List<NodePlace> places =
                nodes.stream()
                        .map(
                                node ->
                                        new NodePlace(
                                                node.name(),
                                                devices.get(deviceByNode.get(node.name())),
                                                List.of()))
                        .toList();
        return new Testbed(
                "shuffled",
                "shuffled.yaml",
                "",
                List.copyOf(devices.values()),
                cables,
                byHand ? places : List.of(),
                ClassMap.STANDARD,
                Optional.empty());
    }

    private Device device(String name, List<PortRef> refs) {
        Collections.shuffle(refs, random);
        List<DevicePort> all = new ArrayList<>();
        for (PortRef ref : refs) {
            int number = all.size() + 1;
            DevicePort port =
                    new DevicePort(
                            "p" + number,
                            number,
                            "p" + number,
                            topology.linkAt(ref.node(), ref.port()).rate());
            ports.put(ref, port);
            all.add(port);
        }
        boolean host = refs.get(0).node().isHost();
        DeviceAddress address = new DeviceAddress("127.0.0.1", 1);
        return new Device(
                name,
                host ? DeviceKinds.HOST : DeviceKinds.SOFTWARE_SWITCH,
                1,
                host
                        ? Map.of(Service.HOST_AGENT, address)
                        : Map.of(Service.P4RUNTIME, address, Service.SWITCH_CONTROL, address),
                all,
                ChannelSecurity.plaintext(),
                1,
                Device.DEFAULT_DEADLINE,
                Optional.empty(),
                Optional.empty());
    }

    private Cable cable(int id, Map<String, Device> devices, Link link) {
        CableEnd a = end(devices, link.a());
        CableEnd b = end(devices, link.b());
        Optional<Nanos> delay = Optional.of(shortCables ? new Nanos(5) : link.delay());
        return random.nextBoolean() ? new Cable(id, a, b, delay) : new Cable(id, b, a, delay);
    }

    private CableEnd end(Map<String, Device> devices, PortRef port) {
        return new CableEnd(devices.get(deviceByNode.get(port.node().name())), ports.get(port));
    }
}
