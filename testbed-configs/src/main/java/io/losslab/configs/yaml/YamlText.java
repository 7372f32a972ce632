package io.losslab.configs.yaml;

import java.io.StringReader;
import java.io.StringWriter;
import org.yaml.snakeyaml.DumperOptions;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.constructor.SafeConstructor;
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

    private static Yaml yaml() {
        LoaderOptions loader = new LoaderOptions();
        loader.setCodePointLimit(64 << 20);
        DumperOptions dumper = new DumperOptions();
        dumper.setDefaultFlowStyle(DumperOptions.FlowStyle.AUTO);
        dumper.setWidth(100);
        dumper.setSplitLines(false);
        return new Yaml(new SafeConstructor(loader), new Representer(dumper), dumper, loader);
    }
}
