package io.losslab.orchestrator.network;

import io.losslab.orchestrator.yaml.Keys;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The keys of topology files; the published schema has a definition of the same name for each. */
public final class TopologyFormat {
    static final Keys TOPOLOGY =
            new Keys(
                    "a topology",
                    List.of(),
                    List.of(
                            "topology",
                            "title",
                            "hosts",
                            "switches",
                            "links",
                            "routes",
                            "generator"));
    static final Keys SWITCH = new Keys("a switch", List.of("buffer"), List.of("pipeline"));
    static final Keys LINK =
            new Keys(
                    "a link",
                    List.of("ends", "rate"),
                    List.of("count", "length", "delay", "group"));
    static final Keys GENERATOR = new Keys("a generator", List.of("fatTree"), List.of());
    static final Keys FAT_TREE =
            new Keys("a fat-tree", List.of("k", "rate", "delay", "buffer"), List.of());

    private TopologyFormat() {}

    /** Sections by the name of their definition in the schema. */
    public static Map<String, Keys> sections() {
        Map<String, Keys> sections = new LinkedHashMap<>();
        sections.put("topology", TOPOLOGY);
        sections.put("switch", SWITCH);
        sections.put("link", LINK);
        sections.put("generator", GENERATOR);
        sections.put("fatTree", FAT_TREE);
        return sections;
    }
}
