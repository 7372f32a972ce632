package io.losslab.configs.yaml;

import java.util.IdentityHashMap;
import org.yaml.snakeyaml.nodes.Node;

/** Which nodes of a document overrides put in, and the option each came from. */
final class NodeSources {
    private final IdentityHashMap<Node, Source> spliced = new IdentityHashMap<>();

    /** Where a node comes from: as it is known of itself, or as what it stands in. */
    Source of(Node node, Source inherited) {
        return spliced.getOrDefault(node, inherited);
    }

    /** A copy comes from where the node comes from, as far as that is known of the node itself. */
    void copy(Node node, Node copy) {
        Source known = spliced.get(node);
        if (known != null) {
            spliced.put(copy, known);
        }
    }

    void put(Node node, Source from) {
        spliced.put(node, from);
    }
}
