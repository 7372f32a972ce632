package io.losslab.configs.binding;

import io.losslab.api.topology.Link;
import io.losslab.api.topology.Node;
import io.losslab.api.topology.PortRef;
import io.losslab.api.topology.Topology;
import io.losslab.configs.testbed.Cable;
import io.losslab.configs.testbed.CableEnd;
import io.losslab.configs.testbed.Device;
import io.losslab.configs.testbed.Testbed;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A topology laid over a testbed. Several logical switches may stand on one device; each port of a
 * node is a port of its device. Immutable.
 */
public final class Binding {
    private final Topology topology;
    private final Testbed testbed;
    private final List<Device> deviceByNode;
    private final List<Cable> cableByLink;
    private final Map<PortRef, CableEnd> ends = new HashMap<>();
    private final Map<String, PortRef> logicalByEnd = new HashMap<>();
    private final Map<String, List<Node>> nodesByDevice = new LinkedHashMap<>();
    private final boolean direct;

    /**
     * Makes a binding.
     *
     * @param deviceByNode in node id order
     * @param cableByLink in link id order
     * @param reversed links whose end {@code a} is their cable's {@code to}, in link id order
     */
    Binding(
            Topology topology,
            Testbed testbed,
            List<Device> deviceByNode,
            List<Cable> cableByLink,
            List<Boolean> reversed) {
        this.topology = topology;
        this.testbed = testbed;
        this.deviceByNode = List.copyOf(deviceByNode);
        this.cableByLink = List.copyOf(cableByLink);
        for (Node node : topology.nodes()) {
            nodesByDevice.computeIfAbsent(device(node).name(), name -> new ArrayList<>()).add(node);
        }
        for (Link link : topology.links()) {
            Cable cable = cableByLink.get(link.id());
            boolean turned = reversed.get(link.id());
            plug(link.a(), turned ? cable.to() : cable.from());
            plug(link.b(), turned ? cable.from() : cable.to());
        }
        this.direct = isDirect();
    }

    /** A topology over the testbed of its own fabric, where nothing is to be searched. */
    public static Binding ofFabric(Topology topology, Testbed fabric) {
        return new Binding(
                topology,
                fabric,
                fabric.devices(),
                fabric.cables(),
                Collections.nCopies(topology.links().size(), false));
    }

    private void plug(PortRef port, CableEnd end) {
        ends.put(port, end);
        logicalByEnd.put(key(end.device(), end.port().number()), port);
    }

    public Topology topology() {
        return topology;
    }

    public Testbed testbed() {
        return testbed;
    }

    /** The device that is, or holds, a node. */
    public Device device(Node node) {
        return deviceByNode.get(node.id());
    }

    /** The cable of a link. */
    public Cable cable(Link link) {
        return cableByLink.get(link.id());
    }

    /** Nodes that stand on a device, in id order; empty for a device that is not used. */
    public List<Node> nodesOn(Device device) {
        return nodesByDevice.getOrDefault(device.name(), List.of());
    }

    /** Devices that are used, in the order of their first nodes. */
    public List<Device> devices() {
        return nodesByDevice.values().stream().map(nodes -> device(nodes.get(0))).toList();
    }

    /** Where a port of a node is on its device. */
    public CableEnd end(PortRef port) {
        return ends.get(port);
    }

    /** The number of a node's port on its device. */
    public int devicePort(Node node, int port) {
        return direct ? port : ends.get(new PortRef(node, port)).port().number();
    }

    /** The node's port that a device's port stands for; empty where it stands for none. */
    public Optional<PortRef> logical(Device device, int devicePort) {
        return Optional.ofNullable(logicalByEnd.get(key(device, devicePort)));
    }

    /**
     * The node's port that a port stands for, of the device that is known by an id. Only devices
     * that refer to each other have ids of their own: those behind one server.
     */
    public Optional<PortRef> logicalOf(long deviceId, int devicePort) {
        return devices().stream()
                .filter(device -> device.id() == deviceId)
                .findFirst()
                .flatMap(device -> logical(device, devicePort));
    }

    /** Whether ids and port numbers are the topology's own, so that nothing is translated. */
    public boolean direct() {
        return direct;
    }

    private boolean isDirect() {
        return topology.nodes().stream()
                        .allMatch(
                                node ->
                                        device(node).id() == node.deviceId()
                                                && nodesOn(device(node)).size() == 1)
                && ends.entrySet().stream()
                        .allMatch(
                                entry -> entry.getKey().port() == entry.getValue().port().number());
    }

    private static String key(Device device, int number) {
        return device.name() + "/" + number;
    }
}
