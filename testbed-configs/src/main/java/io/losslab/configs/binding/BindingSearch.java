package io.losslab.configs.binding;

import io.losslab.api.topology.Link;
import io.losslab.api.topology.Node;
import io.losslab.api.topology.Topology;
import io.losslab.configs.testbed.Device;
import io.losslab.configs.testbed.NodePlace;
import io.losslab.configs.testbed.Testbed;
import io.losslab.configs.yaml.Spelling;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * Lays a topology over a testbed: link by link, each on a free cable of its speed and about its
 * delay, going back where a link finds none. What the testbed file places itself stays there.
 *
 * <p>Hosts take a device each; switches may share one. Cables that differ in nothing are tried
 * once. A choice early on that leaves no way can take for ever to be taken back, so after {@value
 * #STEPS_AN_ATTEMPT} tries the search begins anew in another order, {@value #ATTEMPTS} times.
 */
public final class BindingSearch {
    static final int STEPS_AN_ATTEMPT = 20_000;
    static final int ATTEMPTS = 20;

    private final Topology topology;
    private final Testbed testbed;
    private final Placement placement;
    private final List<Link> order;
    private int steps;
    private int deepest = -1;
    private String obstacle = "";

    private BindingSearch(
            Topology topology, Testbed testbed, Placement placement, List<Link> order) {
        this.topology = topology;
        this.testbed = testbed;
        this.placement = placement;
        this.order = order;
    }

    /**
     * Finds a binding.
     *
     * @throws BindingException that names the node or link that finds no place, and why
     */
    public static Binding find(Topology topology, Testbed testbed) {
        GraphFingerprints fingerprints = new GraphFingerprints(topology, testbed);
        List<Link> order = new LinkOrder(topology, placedNodes(testbed)).links();
        BindingSearch search;
        int attempt = 0;
        do {
            Placement placement = new Placement(topology, testbed, fingerprints, attempt);
            search = new BindingSearch(topology, testbed, placement, order);
            search.checkCounts();
            search.placeByHand();
            if (search.place(0)) {
                return placement.binding();
            }
            attempt++;
        } while (search.gaveUp() && attempt < ATTEMPTS);
        throw search.failure();
    }

    /** Whether there may be ways that were not tried. */
    private boolean gaveUp() {
        return steps > STEPS_AN_ATTEMPT;
    }

    private static Set<String> placedNodes(Testbed testbed) {
        Set<String> placed = new TreeSet<>();
        testbed.places().forEach(place -> placed.add(place.node()));
        return placed;
    }

    private void checkCounts() {
        List<Device> hostDevices =
                testbed.devices().stream().filter(d -> !d.kind().isSwitch()).toList();
        List<Node> hosts = topology.hosts();
        if (hosts.size() > hostDevices.size()) {
            throw refused(
                    "no device for host %s: %s has %d hosts, but the testbed has only %d devices of kind host"
                            .formatted(
                                    hosts.get(hostDevices.size()).name(),
                                    topology.name(),
                                    hosts.size(),
                                    hostDevices.size()));
        }
        if (hostDevices.size() == testbed.devices().size() && !topology.switches().isEmpty()) {
            throw refused(
                    "no device for switch %s: the testbed has no switch"
                            .formatted(topology.switches().get(0).name()));
        }
    }

    private void placeByHand() {
        List<String> names = topology.nodes().stream().map(Node::name).toList();
        for (NodePlace place : testbed.places()) {
            Node node =
                    topology.node(place.node())
                            .orElseThrow(
                                    () ->
                                            new BindingException(
                                                    "%s: 'nodes' maps '%s', which is not a node of topology %s"
                                                            .formatted(
                                                                    testbed.file(),
                                                                    place.node(),
                                                                    topology.name()),
                                                    "its nodes are %s; %s"
                                                            .formatted(
                                                                    String.join(", ", names),
                                                                    Spelling.didYouMean(
                                                                            place.node(), names))));
            placement
                    .putByHand(node, place)
                    .ifPresent(
                            reason -> {
                                throw refused(reason);
                            });
        }
    }

    /** Places the links from a position on; undoes what it placed where that fails. */
    private boolean place(int position) {
        if (position == order.size()) {
            return true;
        }
        Link link = order.get(position);
        boolean any = false;
        for (Placement.Choice choice : placement.choices(link)) {
            if (++steps > STEPS_AN_ATTEMPT) {
                return false;
            }
            any = true;
            placement.take(link, choice);
            if (place(position + 1)) {
                return true;
            }
            placement.giveBack(link, choice);
        }
        if (!any && position > deepest) {
            deepest = position;
            obstacle = placement.whyNone(link);
        }
        return false;
    }

    private BindingException failure() {
        String limit =
                gaveUp()
                        ? " (search stopped after %,d attempts; a mapping may still exist)"
                                .formatted(ATTEMPTS * STEPS_AN_ATTEMPT)
                        : "";
        return refused(obstacle + limit);
    }

    private BindingException refused(String reason) {
        return new BindingException(
                "topology %s cannot be mapped to testbed %s: %s"
                        .formatted(topology.name(), testbed.name(), reason),
                "add the missing cables or devices to %s, or map nodes explicitly under 'nodes'"
                        .formatted(testbed.file()));
    }
}
