package io.losslab.labs.probe;

import io.losslab.api.topology.Node;
import io.losslab.api.topology.PortRef;
import io.losslab.api.topology.Topology;
import io.losslab.devices.failure.CommandFailure;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * Where a probe takes place.
 *
 * @param device the switch
 * @param from host that sends
 * @param to host that receives, and stops the switch's port
 * @param also another host that sends, by another port of the switch
 */
record ProbeSite(Node device, End from, End to, Optional<End> also) {
    /**
     * A host and its first port at the switch.
     *
     * @param port of the host, from 1
     */
    record End(Node host, int port) {}

    /**
     * Finds the place in a topology. Names that are not given are those of the first switch with
     * two hosts, and of its first hosts.
     *
     * @throws CommandFailure where there is none, or a name is wrong
     */
    static ProbeSite find(
            Topology topology,
            Optional<String> device,
            Optional<String> from,
            Optional<String> to,
            Optional<String> also) {
        Node node =
                device.map(name -> switchNamed(topology, name)).orElseGet(() -> first(topology));
        List<End> ends = ends(topology, node);
        End sender = from.map(name -> end(node, ends, name)).orElseGet(() -> other(node, ends, to));
        Optional<String> senderName = Optional.of(sender.host().name());
        End receiver =
                to.map(name -> end(node, ends, name))
                        .orElseGet(() -> other(node, ends, senderName));
        Optional<End> third = also.map(name -> end(node, ends, name));
        if (sender.equals(receiver)
                || third.isPresent() && List.of(sender, receiver).contains(third.get())) {
            throw CommandFailure.usage(
                    "a probe needs different hosts, and %s is given twice"
                            .formatted(third.orElse(sender).host().name()),
                    "use --from, --to, and --also");
        }
        return new ProbeSite(node, sender, receiver, third);
    }

    private static Node switchNamed(Topology topology, String name) {
        return topology.switches().stream()
                .filter(node -> node.name().equals(name))
                .findFirst()
                .orElseThrow(
                        () ->
                                CommandFailure.usage(
                                        "there is no switch '%s'".formatted(name),
                                        "there are " + names(topology.switches())));
    }

    private static Node first(Topology topology) {
        return topology.switches().stream()
                .filter(node -> ends(topology, node).size() >= 2)
                .findFirst()
                .orElseThrow(
                        () ->
                                CommandFailure.usage(
                                        "no switch has cables to two hosts",
                                        "a probe needs a host that sends and one that receives"));
    }

    private static End other(Node device, List<End> ends, Optional<String> taken) {
        return ends.stream()
                .filter(end -> taken.filter(end.host().name()::equals).isEmpty())
                .findFirst()
                .orElseThrow(
                        () ->
                                CommandFailure.usage(
                                        "%s has cables to only %d hosts"
                                                .formatted(device.name(), ends.size()),
                                        "a probe needs a host that sends and one that receives"));
    }

    private static End end(Node device, List<End> ends, String name) {
        return ends.stream()
                .filter(end -> end.host().name().equals(name))
                .findFirst()
                .orElseThrow(
                        () ->
                                CommandFailure.usage(
                                        "%s has no cable to a host '%s'"
                                                .formatted(device.name(), name),
                                        "it has cables to "
                                                + names(ends.stream().map(End::host).toList())));
    }

    /** The hosts at a switch, each by its first port there. */
    private static List<End> ends(Topology topology, Node device) {
        List<End> ends = new ArrayList<>();
        for (int port = 1; port <= device.ports(); port++) {
            PortRef peer = topology.linkAt(device, port).peerOf(device);
            boolean known = ends.stream().anyMatch(end -> end.host().equals(peer.node()));
            if (peer.node().isHost() && !known) {
                ends.add(new End(peer.node(), peer.port()));
            }
        }
        return ends;
    }

    private static String names(List<Node> nodes) {
        return nodes.stream().map(Node::name).collect(Collectors.joining(", "));
    }
}
