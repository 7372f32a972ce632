package io.losslab.configs.experiment.file;

import io.losslab.api.topology.Link;
import io.losslab.api.topology.Node;
import io.losslab.configs.network.Network;
import io.losslab.configs.yaml.YamlValue;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Reads which links of a network are down. */
final class FailedLinks {
    private final Network network;

    FailedLinks(Network network) {
        this.network = network;
    }

    /** The network with routes around the links that a file names. */
    Network read(List<YamlValue> links) {
        Set<Link> failed = new HashSet<>();
        for (YamlValue value : links) {
            List<Link> found = between(value);
            if (found.isEmpty()) {
                value.error(
                        "there is no link %s in %s"
                                .formatted(value.print(), network.topology().name()),
                        "two neighbours, such as [leaf0, spine1]",
                        "");
            }
            failed.addAll(found);
        }
        return failed.isEmpty() ? network : network.without(failed);
    }

    /** All links between two neighbours, in whichever order they are named. */
    private List<Link> between(YamlValue value) {
        List<String> ends = value.items().stream().flatMap(end -> end.word().stream()).toList();
        return network.topology().links().stream()
                .filter(link -> ends.size() == 2 && joins(link, ends.get(0), ends.get(1)))
                .toList();
    }

    private boolean joins(Link link, String one, String other) {
        return network.topology()
                .node(one)
                .filter(node -> touches(link, node))
                .map(node -> link.peerOf(node).node().name().equals(other))
                .orElse(false);
    }

    private static boolean touches(Link link, Node node) {
        return link.a().node().equals(node) || link.b().node().equals(node);
    }
}
