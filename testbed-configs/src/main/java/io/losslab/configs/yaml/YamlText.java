package io.losslab.configs.yaml;

import java.io.StringReader;
import java.io.StringWriter;
import java.util.Optional;
import org.yaml.snakeyaml.DumperOptions;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.constructor.SafeConstructor;
import org.yaml.snakeyaml.error.Mark;
import org.yaml.snakeyaml.events.AliasEvent;
import org.yaml.snakeyaml.events.CollectionEndEvent;
import org.yaml.snakeyaml.events.CollectionStartEvent;
import org.yaml.snakeyaml.events.Event;
import org.yaml.snakeyaml.nodes.Node;
import org.yaml.snakeyaml.representer.Representer;

/** Node trees from YAML texts, and texts from node trees. */
final class YamlText {
    private YamlText() {}

    /** Parses a text; null where it is empty. */
    static Node compose(String text) {
        return yaml().compose(new StringReader(text));
    }

    static String print(Node node) {
        StringWriter writer = new StringWriter();
        yaml().serialize(node, writer);
        return writer.toString();
    }

    /**
     * A limit of the parser that a text goes beyond.
     *
     * @param at where
     */
    record Limit(Mark at, String message) {}

    /** The limit of depth or of references that a text goes beyond, if it does. */
    static Optional<Limit> limit(String text) {
        LoaderOptions limits = limits();
        int depth = 0;
        int references = 0;
        for (Event event : yaml().parse(new StringReader(text))) {
            if (event instanceof CollectionStartEvent) {
                depth++;
            } else if (event instanceof CollectionEndEvent) {
                depth--;
            } else if (event instanceof AliasEvent) {
                references++;
            }
            if (depth > limits.getNestingDepthLimit()) {
                return beyond(event, "lists and maps are nested", limits.getNestingDepthLimit());
            }
            if (references > limits.getMaxAliasesForCollections()) {
                return beyond(
                        event, "references (*NAME) occur", limits.getMaxAliasesForCollections());
            }
        }
        return Optional.empty();
    }

    private static Optional<Limit> beyond(Event event, String what, int most) {
        return Optional.of(
                new Limit(event.getStartMark(), "%s more than %d times".formatted(what, most)));
    }

    private static LoaderOptions limits() {
        LoaderOptions limits = new LoaderOptions();
        limits.setCodePointLimit(64 << 20);
        return limits;
    }

    private static Yaml yaml() {
        LoaderOptions loader = limits();
        DumperOptions dumper = new DumperOptions();
        dumper.setDefaultFlowStyle(DumperOptions.FlowStyle.AUTO);
        dumper.setWidth(100);
        dumper.setSplitLines(false);
        return new Yaml(new SafeConstructor(loader), new Representer(dumper), dumper, loader);
    }
}
