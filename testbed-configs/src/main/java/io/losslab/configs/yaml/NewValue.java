package io.losslab.configs.yaml;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.yaml.snakeyaml.DumperOptions.FlowStyle;
import org.yaml.snakeyaml.DumperOptions.ScalarStyle;
import org.yaml.snakeyaml.nodes.Node;
import org.yaml.snakeyaml.nodes.ScalarNode;
import org.yaml.snakeyaml.nodes.SequenceNode;
import org.yaml.snakeyaml.nodes.Tag;

/** A value that {@link Overrides} puts into a document, with the place to blame for it. */
public final class NewValue {
    private final Node node;
    private final Source source;

    private NewValue(Node node, Source source) {
        this.node = node;
        this.source = source;
    }

    /**
     * Parses a text; a syntax error becomes a problem and an empty result.
     *
     * @param place that is blamed for all of it
     */
    public static Optional<NewValue> parse(String text, Position place, Problems problems) {
        return YamlDocument.parse(place.file(), text, problems)
                .map(document -> new NewValue(document.rootNode(), Source.ofOverride(place)));
    }

    /** A value that stands in a document; what is wrong with it is blamed on its own lines. */
    public static NewValue of(YamlValue value) {
        return new NewValue(value.node(), value.source());
    }

    public boolean isList() {
        return node instanceof SequenceNode;
    }

    /** A list of it alone. */
    public NewValue inList() {
        return list(new ArrayList<>(List.of(node)));
    }

    private NewValue list(List<Node> items) {
        return new NewValue(
                new SequenceNode(
                        Tag.SEQ,
                        true,
                        items,
                        node.getStartMark(),
                        node.getEndMark(),
                        FlowStyle.FLOW),
                source);
    }

    /** A list of its {@link #words}. */
    public NewValue inWords() {
        List<Node> items = new ArrayList<>();
        for (String word : words()) {
            items.add(
                    new ScalarNode(
                            Tag.STR,
                            word,
                            node.getStartMark(),
                            node.getEndMark(),
                            ScalarStyle.PLAIN));
        }
        return list(items);
    }

    /** Items of a list, or words separated by commas. */
    public List<String> words() {
        return node instanceof SequenceNode list
                ? list.getValue().stream().map(NewValue::word).toList()
                : Stream.of(word(node).split(",")).map(String::strip).toList();
    }

    private static String word(Node node) {
        return node instanceof ScalarNode scalar
                ? scalar.getValue().strip()
                : YamlText.print(node).strip();
    }

    Node node() {
        return node;
    }

    Source source() {
        return source;
    }
}
