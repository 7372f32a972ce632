package io.losslab.configs.network;

import io.losslab.configs.yaml.Keys;
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
    static final Keys HOST =
            new Keys("a host", List.of(), List.of("relay", "buffer", "address", "ports"));
    static final Keys SWITCH = new Keys("a switch", List.of("buffer"), List.of("pipeline"));
    static final Keys LINK =
            new Keys(
                    "a link",
                    List.of("ends", "rate"),
                    List.of("count", "length", "delay", "group"));
    static final Keys GENERATOR =
            new Keys(
                    "a generator",
                    List.of(),
                    List.of("fatTree", "leafSpine", "ndc", "ring", "dumbbell", "line", "twoDc"));
    static final Keys FAT_TREE =
            new Keys(
                    "a fat-tree",
                    List.of("k", "rate", "delay", "buffer"),
                    List.of("hostsPerEdge", "pipeline"));
    static final Keys LEAF_SPINE =
            new Keys(
                    "a leaf-spine network",
                    List.of(
                            "leaves",
                            "spines",
                            "hostsPerLeaf",
                            "hostRate",
                            "fabricRate",
                            "delay",
                            "buffer"),
                    List.of("failed", "pipeline"));
    static final Keys NDC =
            new Keys(
                    "an NDC",
                    List.of("n", "rates", "delay", "buffer"),
                    List.of("k", "relayBuffer", "pipeline"));
    static final Keys RING =
            new Keys(
                    "a ring",
                    List.of("switches", "hostsPerSwitch", "rate", "delay", "buffer"),
                    List.of("pipeline"));
    static final Keys DUMBBELL =
            new Keys(
                    "a dumbbell",
                    List.of("hostsPerSide", "hostRate", "rate", "delay", "buffer"),
                    List.of("pipeline"));
    static final Keys LINE =
            new Keys(
                    "a line",
                    List.of("switches", "rate", "delay", "buffer"),
                    List.of("length", "longDelay", "lastRate", "pipeline"));
    static final Keys TWO_DC =
            new Keys(
                    "two data centres",
                    List.of("k", "rate", "delay", "buffer", "longRate", "dciBuffer"),
                    List.of("hostsPerEdge", "length", "longDelay", "relayBuffer", "pipeline"));

    private TopologyFormat() {}

    /** Sections by the name of their definition in the schema. */
    public static Map<String, Keys> sections() {
        Map<String, Keys> sections = new LinkedHashMap<>();
        sections.put("topology", TOPOLOGY);
        sections.put("host", HOST);
        sections.put("switch", SWITCH);
        sections.put("link", LINK);
        sections.put("generator", GENERATOR);
        sections.put("fatTree", FAT_TREE);
        sections.put("leafSpine", LEAF_SPINE);
        sections.put("ndc", NDC);
        sections.put("ring", RING);
        sections.put("dumbbell", DUMBBELL);
        sections.put("line", LINE);
        sections.put("twoDc", TWO_DC);
        return sections;
    }
}
