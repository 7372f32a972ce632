package io.losslab.configs.yaml;

import java.util.ArrayList;
import java.util.List;
import org.yaml.snakeyaml.nodes.MappingNode;
import org.yaml.snakeyaml.nodes.Node;
import org.yaml.snakeyaml.nodes.NodeTuple;
import org.yaml.snakeyaml.nodes.ScalarNode;
import org.yaml.snakeyaml.nodes.SequenceNode;

/**
 * Copies of nodes, to be changed where what they are copies of stands in other places, too. A copy
 * has no anchor. What has an anchor below it is not copied: it is when it is to be changed.
 */
final class NodeCopy {
    private final NodeSources sources;

    /** Makes copies that are blamed at the places that the nodes are. */
    NodeCopy(NodeSources sources) {
        this.sources = sources;
    }

    /** Whether a node may stand in several places. */
    static boolean isShared(Node node) {
        return node.getAnchor() != null;
    }

    Node of(Node node) {
        Node copy = node;
        if (node instanceof MappingNode mapping) {
            copy = ofMapping(mapping);
        } else if (node instanceof SequenceNode list) {
            copy = ofList(list);
        } else if (node instanceof ScalarNode scalar) {
            copy =
                    new ScalarNode(
                            scalar.getTag(),
                            scalar.getValue(),
                            scalar.getStartMark(),
                            scalar.getEndMark(),
                            scalar.getScalarStyle());
        }
        sources.copy(node, copy);
        return copy;
    }

    private Node below(Node node) {
        return isShared(node) ? node : of(node);
    }

    private Node ofMapping(MappingNode mapping) {
        List<NodeTuple> tuples = new ArrayList<>();
        for (NodeTuple tuple : mapping.getValue()) {
            tuples.add(new NodeTuple(below(tuple.getKeyNode()), below(tuple.getValueNode())));
        }
        return new MappingNode(
                mapping.getTag(),
                true,
                tuples,
                mapping.getStartMark(),
                mapping.getEndMark(),
                mapping.getFlowStyle());
    }

    private Node ofList(SequenceNode list) {
        List<Node> items = new ArrayList<>();
        list.getValue().forEach(item -> items.add(below(item)));
        return new SequenceNode(
                list.getTag(),
                true,
                items,
                list.getStartMark(),
                list.getEndMark(),
                list.getFlowStyle());
    }
}
