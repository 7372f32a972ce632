package io.losslab.configs.yaml;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.yaml.snakeyaml.DumperOptions.FlowStyle;
import org.yaml.snakeyaml.nodes.MappingNode;
import org.yaml.snakeyaml.nodes.Node;
import org.yaml.snakeyaml.nodes.NodeTuple;
import org.yaml.snakeyaml.nodes.ScalarNode;
import org.yaml.snakeyaml.nodes.SequenceNode;
import org.yaml.snakeyaml.nodes.Tag;

/**
 * Changes a document as {@code --set path=value} says, on its node tree, so that what is wrong with
 * the new value is found by the same checks and blamed on the option.
 *
 * <p>A path goes through mappings by key and through lists by 0-based index or by the item's {@code
 * name} or {@code id}. Keys that are not there are added; whether they may be is the reader's to
 * say.
 */
public final class Overrides {
    private final YamlDocument document;
    private final Problems problems;
    private final NodeCopy copies;

    public Overrides(YamlDocument document, Problems problems) {
        this.document = document;
        this.problems = problems;
        this.copies = new NodeCopy(document.sources());
    }

    /** Sets the value at a path. What shares an anchor with a part of the path stays as it is. */
    public void set(List<String> path, NewValue value) {
        Node replacement = copies.of(value.node());
        document.splice(replacement, value.source());
        descend(document.rootNode(), path, replacement, value.source());
    }

    /** Takes a key out of the mapping at a path; nothing happens where it is not there. */
    public void remove(List<String> path, String key) {
        if (find(path).orElse(null) instanceof MappingNode) {
            MappingNode own = (MappingNode) own(path);
            own.getValue()
                    .removeIf(
                            tuple ->
                                    tuple.getKeyNode() instanceof ScalarNode name
                                            && name.getValue().equals(key));
        }
    }

    /** Whether something stands at a path. */
    public boolean has(List<String> path) {
        return find(path).isPresent();
    }

    /** Keys of the mapping at a path; none where there is no mapping. */
    public List<String> keysAt(List<String> path) {
        List<String> keys = new ArrayList<>();
        if (find(path).orElse(null) instanceof MappingNode mapping) {
            for (NodeTuple tuple : mapping.getValue()) {
                if (tuple.getKeyNode() instanceof ScalarNode key) {
                    keys.add(key.getValue());
                }
            }
        }
        return keys;
    }

    /** Number of items of the list at a path; 0 where there is none. */
    public int itemsAt(List<String> path) {
        return find(path).orElse(null) instanceof SequenceNode list ? list.getValue().size() : 0;
    }

    /** What the items of a list have for a key; items without it are passed over. */
    public List<String> wordsAt(List<String> path, String key) {
        return find(path).orElse(null) instanceof SequenceNode list
                ? list.getValue().stream().flatMap(item -> word(item, key).stream()).toList()
                : List.of();
    }

    /** Keeps those items of a list that have one of the words for a key, or lack it. */
    public void keepItems(List<String> path, String key, List<String> words) {
        if (find(path).orElse(null) instanceof SequenceNode) {
            SequenceNode own = (SequenceNode) own(path);
            own.getValue()
                    .removeIf(item -> word(item, key).filter(w -> !words.contains(w)).isPresent());
        }
    }

    private Optional<Node> find(List<String> path) {
        Node node = document.rootNode();
        for (String step : path) {
            int index = node instanceof MappingNode ? keyIndex(node, step) : itemIndex(node, step);
            if (index < 0) {
                return Optional.empty();
            }
            node = child(node, index);
        }
        return Optional.of(node);
    }

    /** What stands at a path that exists, with no other place that it stands in. */
    private Node own(List<String> path) {
        Node node = document.rootNode();
        for (String step : path) {
            int index = node instanceof MappingNode ? keyIndex(node, step) : itemIndex(node, step);
            node = ownChild(node, index);
        }
        return node;
    }

    private Node ownChild(Node node, int index) {
        Node child = child(node, index);
        if (!NodeCopy.isShared(child)) {
            return child;
        }
        Node copy = copies.of(child);
        if (node instanceof MappingNode mapping) {
            Node key = mapping.getValue().get(index).getKeyNode();
            mapping.getValue().set(index, new NodeTuple(key, copy));
        } else {
            ((SequenceNode) node).getValue().set(index, copy);
        }
        return copy;
    }

    private void descend(Node node, List<String> path, Node replacement, Source source) {
        String step = path.get(0);
        List<String> rest = path.subList(1, path.size());
        if (node instanceof MappingNode mapping) {
            int index = keyIndex(node, step);
            if (index < 0) {
                Node added = rest.isEmpty() ? replacement : emptyMapping(replacement, source);
                mapping.getValue().add(new NodeTuple(keyNode(step, replacement, source), added));
                index = mapping.getValue().size() - 1;
            } else if (rest.isEmpty()) {
                Node key = mapping.getValue().get(index).getKeyNode();
                mapping.getValue().set(index, new NodeTuple(key, replacement));
            }
            if (!rest.isEmpty()) {
                descend(ownChild(node, index), rest, replacement, source);
            }
            return;
        }
        int index = itemIndex(node, step);
        if (index < 0) {
            problems.add(noSuchItem(node, step, source.at(replacement.getStartMark())));
        } else if (rest.isEmpty()) {
            ((SequenceNode) node).getValue().set(index, replacement);
        } else {
            descend(ownChild(node, index), rest, replacement, source);
        }
    }

    private static Problem noSuchItem(Node node, String step, Position at) {
        if (!(node instanceof SequenceNode list)) {
            return Problem.error(at, step, "a single value has no keys below it: '" + step + "'");
        }
        List<String> names =
                list.getValue().stream().flatMap(item -> nameOf(item).stream()).toList();
        String range = "an index from 0 to " + (list.getValue().size() - 1);
        return Problem.error(at, step, "the list has no element '" + step + "'")
                .expecting(names.isEmpty() ? range : range + ", or " + String.join(", ", names))
                .suggesting(Spelling.didYouMean(step, names));
    }

    private static int keyIndex(Node node, String key) {
        List<NodeTuple> tuples = ((MappingNode) node).getValue();
        return IntStream.range(0, tuples.size())
                .filter(
                        i ->
                                tuples.get(i).getKeyNode() instanceof ScalarNode scalar
                                        && scalar.getValue().equals(key))
                .findFirst()
                .orElse(-1);
    }

    private static int itemIndex(Node node, String step) {
        if (!(node instanceof SequenceNode list)) {
            return -1;
        }
        if (step.matches("[0-9]{1,6}")) {
            int index = Integer.parseInt(step);
            return index < list.getValue().size() ? index : -1;
        }
        return IntStream.range(0, list.getValue().size())
                .filter(i -> nameOf(list.getValue().get(i)).filter(step::equals).isPresent())
                .findFirst()
                .orElse(-1);
    }

    private static Optional<String> nameOf(Node item) {
        return word(item, "name").or(() -> word(item, "id"));
    }

    private static Optional<String> word(Node item, String key) {
        if (item instanceof MappingNode) {
            int index = keyIndex(item, key);
            if (index >= 0 && child(item, index) instanceof ScalarNode word) {
                return Optional.of(word.getValue());
            }
        }
        return Optional.empty();
    }

    private static Node child(Node node, int index) {
        return node instanceof MappingNode mapping
                ? mapping.getValue().get(index).getValueNode()
                : ((SequenceNode) node).getValue().get(index);
    }

    private Node keyNode(String key, Node like, Source source) {
        Node node =
                new ScalarNode(
                        Tag.STR,
                        key,
                        like.getStartMark(),
                        like.getEndMark(),
                        org.yaml.snakeyaml.DumperOptions.ScalarStyle.PLAIN);
        document.splice(node, source);
        return node;
    }

    private Node emptyMapping(Node like, Source source) {
        Node node =
                new MappingNode(
                        Tag.MAP,
                        true,
                        new ArrayList<>(),
                        like.getStartMark(),
                        like.getEndMark(),
                        FlowStyle.BLOCK);
        document.splice(node, source);
        return node;
    }
}
