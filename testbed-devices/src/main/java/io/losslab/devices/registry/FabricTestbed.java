package io.losslab.devices.registry;

import io.losslab.api.frame.ClassMap;
import io.losslab.api.rpc.ChannelSecurity;
import io.losslab.api.rpc.DeviceAddress;
import io.losslab.api.topology.Link;
import io.losslab.api.topology.Node;
import io.losslab.api.topology.PortRef;
import io.losslab.api.topology.Topology;
import io.losslab.configs.testbed.Cable;
import io.losslab.configs.testbed.CableEnd;
import io.losslab.configs.testbed.Device;
import io.losslab.configs.testbed.DevicePort;
import io.losslab.configs.testbed.NodePlace;
import io.losslab.configs.testbed.Service;
import io.losslab.configs.testbed.Testbed;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.UnaryOperator;

/** The testbed that a virtual fabric is: a device a node, a cable a link, all behind one server. */
public final class FabricTestbed {
    /** A fabric may be busy with a slice of virtual time when it is asked. */
    private static final Duration DEADLINE = Duration.ofSeconds(60);

    private FabricTestbed() {}

    /**
     * Describes a fabric.
     *
     * @param address of its server, the virtual clock included
     */
    public static Testbed of(Topology topology, DeviceAddress address, ChannelSecurity security) {
        return of(
                topology,
                node -> address,
                security,
                Optional.of(new Testbed.Clock(address, security)),
                device -> device);
    }

    /**
     * Describes a fabric whose hosts have servers of their own.
     *
     * @param addresses of each node's server
     * @param clock empty: the wall's time
     */
    public static Testbed of(
            Topology topology,
            Function<Node, DeviceAddress> addresses,
            ChannelSecurity security,
            Optional<Testbed.Clock> clock) {
        return of(topology, addresses, security, clock, device -> device);
    }

    /**
     * Describes a fabric whose devices stand for others.
     *
     * @param addresses of each node's server
     * @param clock empty: the wall's time
     * @param standsFor what a device stands for: with the same ports in the same order
     */
    public static Testbed of(
            Topology topology,
            Function<Node, DeviceAddress> addresses,
            ChannelSecurity security,
            Optional<Testbed.Clock> clock,
            UnaryOperator<Device> standsFor) {
        Map<String, Device> devices = new LinkedHashMap<>();
        for (Node node : topology.nodes()) {
            devices.put(
                    node.name(),
                    standsFor.apply(device(topology, node, addresses.apply(node), security)));
        }
        List<Cable> cables = new ArrayList<>();
        for (Link link : topology.links()) {
            cables.add(
                    new Cable(
                            link.id(),
                            end(devices, link.a()),
                            end(devices, link.b()),
                            Optional.of(link.delay())));
        }
        List<NodePlace> places =
                topology.nodes().stream()
                        .map(
                                node ->
                                        new NodePlace(
                                                node.name(),
                                                devices.get(node.name()),
                                                devices.get(node.name()).ports()))
                        .toList();
        return new Testbed(
                topology.name(),
                topology.name(),
                "",
                List.copyOf(devices.values()),
                cables,
                places,
                ClassMap.STANDARD,
                clock);
    }

    private static Device device(
            Topology topology, Node node, DeviceAddress address, ChannelSecurity security) {
        Map<Service, DeviceAddress> addresses = new LinkedHashMap<>();
        if (node.isHost()) {
            addresses.put(Service.HOST_AGENT, address);
        } else {
            addresses.put(Service.P4RUNTIME, address);
            addresses.put(Service.SWITCH_CONTROL, address);
            addresses.put(Service.COPROCESSOR, address);
            addresses.put(Service.GNMI, address);
        }
        List<DevicePort> ports = new ArrayList<>();
        for (int port = 1; port <= node.ports(); port++) {
            String label = String.valueOf(port);
            ports.add(
                    new DevicePort(
                            label, port, "Ethernet" + port, topology.linkAt(node, port).rate()));
        }
        return new Device(
                node.name(),
                node.isHost() ? DeviceKinds.HOST : DeviceKinds.SOFTWARE_SWITCH,
                node.deviceId(),
                addresses,
                ports,
                security,
                1,
                DEADLINE,
                node.isHost() ? Optional.of(node.ipv4()) : Optional.empty(),
                Optional.empty());
    }

    private static CableEnd end(Map<String, Device> devices, PortRef port) {
        Device device = devices.get(port.node().name());
        return new CableEnd(device, device.ports().get(port.port() - 1));
    }
}
