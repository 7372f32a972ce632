package io.losslab.configs.experiment;

import io.losslab.configs.scheme.SchemeCatalog;
import io.losslab.configs.traffic.TrafficFormat;
import io.losslab.configs.yaml.Keys;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The keys of experiment files; the published schema has a definition of the same name for each.
 */
public final class ExperimentFormat {
    static final Keys EXPERIMENT =
            new Keys(
                    "an experiment",
                    List.of("experiment", "topology", "duration", "schemes", "traffic"),
                    List.of(
                            "title",
                            "source",
                            "notes",
                            "warmup",
                            "drain",
                            "seeds",
                            "ecmp",
                            "hosts",
                            "ecn",
                            "parameters",
                            "scales",
                            "baseline",
                            "sweeps",
                            "record",
                            "live",
                            "figures",
                            "paper"));
    static final Keys SOURCE = new Keys("a source", List.of("paper"), List.of("figures"));
    static final Keys ECMP = new Keys("ecmp", List.of(), List.of("hash"));
    static final Keys HOSTS =
            new Keys(
                    "hosts",
                    List.of(),
                    List.of(
                            "mtu",
                            "ackEvery",
                            "retransmitTimeout",
                            "pauseReaction",
                            "recovery",
                            "congestionControl"));
    static final Keys ECN =
            new Keys("an ECN rule", List.of("links", "kmin", "kmax", "pmax"), List.of("at"));
    static final Keys LIVE = new Keys("live", List.of(), List.of("scale"));
    static final Keys SCHEME =
            new Keys(
                    "a scheme",
                    List.of("rules"),
                    List.of("label", "topology", "hosts", "ecn", "mayDeadlock"));
    static final Keys SWEEP =
            new Keys("a sweep", List.of("name", "matrix"), List.of("figure", "set"));
    static final Keys RECORD =
            new Keys("record", List.of(), List.of("counters", "events", "pauses"));
    static final Keys COUNTERS = new Keys("counters", List.of("interval", "links"), List.of());
    static final Keys FIGURE =
            new Keys(
                    "a figure",
                    List.of("id", "kind"),
                    List.of(
                            "title",
                            "sweep",
                            "x",
                            "by",
                            "group",
                            "metrics",
                            "counter",
                            "rate",
                            "ports",
                            "where",
                            "thresholds",
                            "caption"));
    static final Keys THRESHOLD =
            new Keys("a threshold", List.of("label", "value"), List.of("scheme"));
    static final Keys PAPER =
            new Keys(
                    "a paper's number",
                    List.of("figure", "metric"),
                    List.of(
                            "group",
                            "where",
                            "compare",
                            "reported",
                            "expect",
                            "notReproducible",
                            "note"));
    static final Keys COMPARE = new Keys("compare", List.of("by", "value", "to"), List.of());

    private ExperimentFormat() {}

    /** Keys of a scheme's rule: any number of schemes beside its ports. */
    static Keys rule(SchemeCatalog catalog) {
        List<String> optional = new ArrayList<>(List.of("at"));
        optional.addAll(catalog.schemeNames());
        return new Keys("a scheme's rule", List.of("links"), optional);
    }

    /** Sections by the name of their definition in the schema. */
    public static Map<String, Keys> sections(SchemeCatalog catalog) {
        Map<String, Keys> sections = new LinkedHashMap<>();
        sections.put("experiment", EXPERIMENT);
        sections.put("source", SOURCE);
        sections.put("ecmp", ECMP);
        sections.put("hosts", HOSTS);
        sections.put("ecn", ECN);
        sections.put("scheme", SCHEME);
        sections.put("rule", rule(catalog));
        sections.put("traffic", TrafficFormat.GROUP);
        sections.put("sweep", SWEEP);
        sections.put("record", RECORD);
        sections.put("counters", COUNTERS);
        sections.put("live", LIVE);
        sections.put("figure", FIGURE);
        sections.put("threshold", THRESHOLD);
        sections.put("paper", PAPER);
        sections.put("compare", COMPARE);
        return sections;
    }
}
