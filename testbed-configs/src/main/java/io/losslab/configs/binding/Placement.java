package io.losslab.configs.binding;

import io.losslab.api.topology.Link;
import io.losslab.api.topology.Node;
import io.losslab.api.topology.PortRef;
import io.losslab.api.topology.Topology;
import io.losslab.api.units.DataRate;
import io.losslab.configs.testbed.Cable;
import io.losslab.configs.testbed.CableEnd;
import io.losslab.configs.testbed.Device;
import io.losslab.configs.testbed.DevicePort;
import io.losslab.configs.testbed.NodePlace;
import io.losslab.configs.testbed.Testbed;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;

/** What is placed so far, and where the next link could go. Not thread safe. */
final class Placement {
    /** A cable may be so much longer or shorter than its link, or by a tenth. */
    private static final long DELAY_TOLERANCE_NANOS = 1_000;

    private final Topology topology;
    private final Testbed testbed;
    private final GraphFingerprints fingerprints;
    private final Device[] deviceOf;
    private final Cable[] cableOf;
    private final boolean[] turned;
    private final boolean[] used;
    private final Optional<Random> order;
    private final Map<PortRef, DevicePort> portByHand = new HashMap<>();
    private final Set<String> portsTakenByHand = new HashSet<>();
    private final Map<String, List<Cable>> cablesAt = new HashMap<>();
    private final Set<String> hostDevicesTaken = new HashSet<>();

    /**
     * Nothing is placed yet.
     *
     * @param order number of the order in which choices come that are alike; 0 that of the file
     */
    Placement(Topology topology, Testbed testbed, GraphFingerprints fingerprints, int order) {
        this.topology = topology;
        this.testbed = testbed;
        this.fingerprints = fingerprints;
        this.deviceOf = new Device[topology.nodes().size()];
        this.cableOf = new Cable[topology.links().size()];
        this.turned = new boolean[topology.links().size()];
        this.used = new boolean[testbed.cables().size()];
        this.order = order == 0 ? Optional.empty() : Optional.of(new Random(order));
        for (Cable cable : testbed.cables()) {
            cablesOf(cable.from().device()).add(cable);
            if (!same(cable.from().device(), cable.to().device())) {
                cablesOf(cable.to().device()).add(cable);
            }
        }
    }

    /**
     * A cable for a link.
     *
     * @param cable the cable
     * @param turned whether the link's end {@code a} is the cable's {@code to}
     * @param placesA whether this is what places the node of end {@code a}
     * @param placesB whether this is what places the node of end {@code b}
     */
    record Choice(Cable cable, boolean turned, boolean placesA, boolean placesB) {
        CableEnd endA() {
            return turned ? cable.to() : cable.from();
        }

        CableEnd endB() {
            return turned ? cable.from() : cable.to();
        }
    }

    /** Puts a node where the file says; gives the reason where that cannot be. */
    Optional<String> putByHand(Node node, NodePlace place) {
        if (!fitsKind(node, place.device())) {
            return Optional.of(
                    "%s %s is mapped to %s, which is a %s"
                            .formatted(
                                    node.isHost() ? "host" : "switch",
                                    node.name(),
                                    place.device().name(),
                                    place.device().kind().word()));
        }
        if (node.isHost() && !hostDevicesTaken.add(place.device().name())) {
            return Optional.of(
                    "%s is mapped to %s, which is already in use by another host"
                            .formatted(node.name(), place.device().name()));
        }
        if (!place.ports().isEmpty() && place.ports().size() != node.ports()) {
            return Optional.of(
                    "%s has %d ports, but 'nodes' of the testbed lists %d"
                            .formatted(node.name(), node.ports(), place.ports().size()));
        }
        deviceOf[node.id()] = place.device();
        for (int port = 1; port <= place.ports().size(); port++) {
            DevicePort given = place.ports().get(port - 1);
            portByHand.put(new PortRef(node, port), given);
            if (!portsTakenByHand.add(place.device().name() + "/" + given.label())) {
                return Optional.of(
                        "port %s of %s is mapped to two nodes"
                                .formatted(given.label(), place.device().name()));
            }
        }
        return Optional.empty();
    }

    /** Where a link could go now; of choices that differ in nothing only one. */
    List<Choice> choices(Link link) {
        Device deviceA = deviceOf[link.a().node().id()];
        Device deviceB = deviceOf[link.b().node().id()];
        List<Cable> cables =
                deviceA != null
                        ? cablesOf(deviceA)
                        : deviceB != null ? cablesOf(deviceB) : testbed.cables();
        List<Choice> choices = new ArrayList<>();
        for (Cable cable : cables) {
            if (!used[cable.id()] && suits(link, cable)) {
                for (boolean reversed : new boolean[] {false, true}) {
                    Choice choice = new Choice(cable, reversed, deviceA == null, deviceB == null);
                    if (isPossible(link, choice)) {
                        choices.add(choice);
                    }
                }
            }
        }
        order.ifPresent(random -> Collections.shuffle(choices, random));
        choices.sort(Comparator.comparingInt(choice -> -likeness(link, choice)));
        return distinct(link, choices);
    }

    void take(Link link, Choice choice) {
        used[choice.cable().id()] = true;
        cableOf[link.id()] = choice.cable();
        turned[link.id()] = choice.turned();
        if (choice.placesA()) {
            settle(link.a().node(), choice.endA().device());
        }
        if (choice.placesB()) {
            settle(link.b().node(), choice.endB().device());
        }
    }

    void giveBack(Link link, Choice choice) {
        used[choice.cable().id()] = false;
        cableOf[link.id()] = null;
        if (choice.placesA()) {
            unsettle(link.a().node());
        }
        if (choice.placesB()) {
            unsettle(link.b().node());
        }
    }

    /** Says what a link without choices lacks. */
    String whyNone(Link link) {
        Device deviceA = deviceOf[link.a().node().id()];
        Device deviceB = deviceOf[link.b().node().id()];
        String what = "link %s (%s, %s)".formatted(link, link.rate(), link.delay());
        if (deviceA != null && deviceB != null) {
            return "%s: no free cable with this rate and delay between %s and %s%s"
                    .formatted(
                            what, deviceA.name(), deviceB.name(), others(link, deviceA, deviceB));
        }
        if (deviceA == null && deviceB == null) {
            return what + ": no free cable with this rate and delay";
        }
        Device known = deviceA != null ? deviceA : deviceB;
        Node other = (deviceA != null ? link.b() : link.a()).node();
        return "%s: no free cable with this rate and delay from %s to a %s with room for %s"
                .formatted(
                        what, known.name(), other.isHost() ? "free host" : "switch", other.name());
    }

    Binding binding() {
        List<Boolean> reversed = new ArrayList<>();
        for (boolean each : turned) {
            reversed.add(each);
        }
        return new Binding(topology, testbed, List.of(deviceOf), List.of(cableOf), reversed);
    }

    private String others(Link link, Device a, Device b) {
        List<String> between = new ArrayList<>();
        for (Cable cable : cablesOf(a)) {
            boolean joins =
                    same(cable.from().device(), a) && same(cable.to().device(), b)
                            || same(cable.to().device(), a) && same(cable.from().device(), b);
            if (joins) {
                between.add(
                        "%s is %s"
                                .formatted(
                                        cable,
                                        used[cable.id()]
                                                ? "taken"
                                                : suits(link, cable)
                                                        ? "at other ports"
                                                        : "of %s%s"
                                                                .formatted(
                                                                        cable.speed(),
                                                                        cable.delay()
                                                                                .map(
                                                                                        d ->
                                                                                                " and "
                                                                                                        + d)
                                                                                .orElse(""))));
            }
        }
        return between.isEmpty() ? "" : ": " + String.join(", ", between);
    }

    private static boolean suits(Link link, Cable cable) {
        if (!cable.speed().equals(link.rate())) {
            return false;
        }
        long wanted = link.delay().nanos();
        long tolerance = Math.max(DELAY_TOLERANCE_NANOS, wanted / 10);
        return cable.delay().isEmpty()
                || Math.abs(cable.delay().get().nanos() - wanted) <= tolerance;
    }

    private boolean isPossible(Link link, Choice choice) {
        return fits(link.a(), choice.endA(), choice.placesA())
                && fits(link.b(), choice.endB(), choice.placesB())
                && (!choice.placesA() || hasRoom(link.a().node(), choice.endA().device()))
                && (!choice.placesB() || hasRoom(link.b().node(), choice.endB().device()));
    }

    private boolean fits(PortRef port, CableEnd end, boolean places) {
        Device device = deviceOf[port.node().id()];
        if (!places && !same(device, end.device())) {
            return false;
        }
        if (places && !isFree(port.node(), end.device())) {
            return false;
        }
        DevicePort given = portByHand.get(port);
        String label = end.device().name() + "/" + end.port().label();
        return given == null
                ? !portsTakenByHand.contains(label)
                : given.label().equals(end.port().label());
    }

    private boolean isFree(Node node, Device device) {
        return fitsKind(node, device)
                && !(node.isHost() && hostDevicesTaken.contains(device.name()));
    }

    private static boolean fitsKind(Node node, Device device) {
        return node.isSwitch() == device.kind().isSwitch();
    }

    /** Whether a device has cables for all links of a node, and those to placed neighbours. */
    private boolean hasRoom(Node node, Device device) {
        Map<DataRate, Integer> needed = new HashMap<>();
        Map<String, Integer> neededTo = new HashMap<>();
        for (int port = 1; port <= node.ports(); port++) {
            Link link = topology.linkAt(node, port);
            needed.merge(link.rate(), 1, Integer::sum);
            Device neighbour = deviceOf[link.peerOf(node).node().id()];
            if (neighbour != null) {
                neededTo.merge(neighbour.name() + " " + link.rate(), 1, Integer::sum);
            }
        }
        for (Cable cable : cablesOf(device)) {
            if (!used[cable.id()]) {
                boolean loopBack = same(cable.from().device(), cable.to().device());
                CableEnd far = same(cable.from().device(), device) ? cable.to() : cable.from();
                needed.merge(cable.speed(), loopBack ? -2 : -1, Integer::sum);
                neededTo.merge(far.device().name() + " " + cable.speed(), -1, Integer::sum);
            }
        }
        return needed.values().stream().allMatch(count -> count <= 0)
                && neededTo.values().stream().allMatch(count -> count <= 0);
    }

    /** Names and numbers that are alike go first: users mean them to. Then equal fingerprints. */
    private int likeness(Link link, Choice choice) {
        return likeness(link.a(), choice.endA()) + likeness(link.b(), choice.endB());
    }

    private int likeness(PortRef port, CableEnd end) {
        return (port.node().name().equals(end.device().name()) ? 4 : 0)
                + (fingerprints.alike(port.node().id(), end.device()) ? 2 : 0)
                + (port.port() == end.port().number() ? 1 : 0);
    }

    private List<Choice> distinct(Link link, List<Choice> choices) {
        if (portByHand.containsKey(link.a()) || portByHand.containsKey(link.b())) {
            return choices;
        }
        Set<String> seen = new LinkedHashSet<>();
        return choices.stream()
                .filter(
                        choice ->
                                seen.add(
                                        choice.endA().device().name()
                                                + " "
                                                + choice.endB().device().name()
                                                + " "
                                                + choice.cable().delay()))
                .toList();
    }

    private void settle(Node node, Device device) {
        deviceOf[node.id()] = device;
        if (node.isHost()) {
            hostDevicesTaken.add(device.name());
        }
    }

    private void unsettle(Node node) {
        if (node.isHost()) {
            hostDevicesTaken.remove(deviceOf[node.id()].name());
        }
        deviceOf[node.id()] = null;
    }

    private List<Cable> cablesOf(Device device) {
        return cablesAt.computeIfAbsent(device.name(), name -> new ArrayList<>());
    }

    private static boolean same(Device a, Device b) {
        return a.name().equals(b.name());
    }
}
