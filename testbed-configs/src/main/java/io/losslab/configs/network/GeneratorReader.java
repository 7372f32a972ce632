package io.losslab.configs.network;

import io.losslab.api.topology.Dumbbell;
import io.losslab.api.topology.FatTree;
import io.losslab.api.topology.LeafSpine;
import io.losslab.api.topology.Line;
import io.losslab.api.topology.LinkType;
import io.losslab.api.topology.Ndc;
import io.losslab.api.topology.Node;
import io.losslab.api.topology.Ring;
import io.losslab.api.topology.Topology;
import io.losslab.api.topology.TwoDataCentres;
import io.losslab.api.units.DataRate;
import io.losslab.api.units.DataSize;
import io.losslab.api.units.Nanos;
import io.losslab.configs.yaml.Keys;
import io.losslab.configs.yaml.YamlMap;
import io.losslab.configs.yaml.YamlValue;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/** Computes the topology that a generator mapping asks for. For one mapping; not thread safe. */
final class GeneratorReader {
    private static final int MOST = 1024;

    /** Largest n of an NDC by k: at most 256 switches a layer. */
    private static final int[] MOST_BY_K = {256, 256, 16, 6};

    /** Generators whose long link may be given by its length. */
    private static final List<String> LONG = List.of("line", "twoDc");

    private final Map<Integer, String> lengthByLink = new HashMap<>();

    /** The topology; empty where the mapping has a mistake, which is reported. */
    Optional<Topology> read(YamlValue value) {
        Optional<YamlMap> generator = value.map(TopologyFormat.GENERATOR);
        if (generator.isEmpty()) {
            return Optional.empty();
        }
        List<String> kinds =
                TopologyFormat.GENERATOR.all().stream().filter(generator.get()::has).toList();
        if (kinds.size() != 1) {
            generator
                    .get()
                    .self()
                    .error(
                            "a generator makes one kind of topology, here are " + kinds.size(),
                            "one of " + String.join(", ", TopologyFormat.GENERATOR.all()),
                            "");
            return Optional.empty();
        }
        String kind = kinds.get(0);
        Keys keys = TopologyFormat.sections().get(kind);
        return generator.get().getOrSelf(kind).map(keys).flatMap(map -> generate(kind, map));
    }

    /** Fibre lengths as written, by link id. */
    Map<Integer, String> lengthByLink() {
        return lengthByLink;
    }

    private Optional<Topology> generate(String kind, YamlMap map) {
        GeneratorValues values = new GeneratorValues(map);
        Supplier<Topology> generator =
                switch (kind) {
                    case "fatTree" -> fatTree(values)::build;
                    case "leafSpine" -> leafSpine(values)::build;
                    case "ndc" -> ndc(values)::build;
                    case "ring" -> ring(values)::build;
                    case "dumbbell" -> dumbbell(values)::build;
                    case "line" -> line(values)::build;
                    default -> twoDataCentres(values)::build;
                };
        if (!values.sound()) {
            return Optional.empty();
        }
        Topology topology = generator.get();
        if (LONG.contains(kind) && map.has("length")) {
            String length = map.getOrSelf("length").word().orElseThrow();
            topology.group("longHaul").forEach(link -> lengthByLink.put(link.id(), length));
        }
        return Optional.of(topology);
    }

    private static FatTree fatTree(GeneratorValues values) {
        int k = values.integer("k", 2, 64);
        if (k % 2 != 0) {
            values.error("k", "a fat-tree needs an even k, got " + k);
        }
        int hostsPerEdge = values.integerOr("hostsPerEdge", 1, MOST, k / 2);
        return new FatTree(k / 2 * 2, hostsPerEdge, values.link("rate"), values.switches("buffer"));
    }

    private static LeafSpine leafSpine(GeneratorValues values) {
        int leaves = values.integer("leaves", 1, MOST);
        int spines = values.integer("spines", 1, MOST);
        List<LeafSpine.Failed> failed = new ArrayList<>();
        for (YamlValue link : values.items("failed")) {
            Optional<LeafSpine.Failed> found = failed(link, leaves, spines);
            found.ifPresent(failed::add);
            if (found.isEmpty()) {
                values.refuse(
                        link,
                        "there is no link %s to fail".formatted(link.print()),
                        "a leaf and a spine such as [leaf0, spine%d]".formatted(spines - 1));
            }
        }
        return new LeafSpine(
                leaves,
                spines,
                values.integer("hostsPerLeaf", 1, MOST),
                values.link("hostRate"),
                values.link("fabricRate"),
                values.switches("buffer"),
                failed);
    }

    /** A link written as its ends, {@code [leaf0, spine1]}. */
    private static Optional<LeafSpine.Failed> failed(YamlValue value, int leaves, int spines) {
        List<String> ends = value.items().stream().flatMap(end -> end.word().stream()).toList();
        for (int leaf = 0; leaf < leaves; leaf++) {
            for (int spine = 0; spine < spines; spine++) {
                if (ends.equals(List.of("leaf" + leaf, "spine" + spine))) {
                    return Optional.of(new LeafSpine.Failed(leaf, spine));
                }
            }
        }
        return Optional.empty();
    }

    private static Ndc ndc(GeneratorValues values) {
        int k = values.integerOr("k", 0, 3, 1);
        int n = values.integer("n", 2, MOST_BY_K[k]);
        List<LinkType> layers = new ArrayList<>();
        Nanos delay = values.time("delay");
        values.rates("rates", k + 1).forEach(rate -> layers.add(new LinkType(rate, delay)));
        while (layers.size() <= k) {
            layers.add(new LinkType(new DataRate(1), delay));
        }
        return new Ndc(
                n,
                k,
                layers.subList(0, k + 1),
                values.switches("buffer"),
                values.sizeOr("relayBuffer", Node.DEFAULT_RELAY_BUFFER));
    }

    private static Ring ring(GeneratorValues values) {
        return new Ring(
                values.integer("switches", 3, MOST),
                values.integer("hostsPerSwitch", 1, MOST),
                values.link("rate"),
                values.switches("buffer"));
    }

    private static Dumbbell dumbbell(GeneratorValues values) {
        return new Dumbbell(
                values.integer("hostsPerSide", 1, MOST),
                values.link("hostRate"),
                values.link("rate"),
                values.switches("buffer"));
    }

    private static Line line(GeneratorValues values) {
        LinkType link = values.link("rate");
        boolean hasLong = values.has("length") || values.has("longDelay");
        return new Line(
                values.integer("switches", 2, MOST),
                link,
                hasLong ? values.longLink(link.rate()) : link,
                values.has("lastRate") ? values.link("lastRate") : link,
                values.switches("buffer"));
    }

    private static TwoDataCentres twoDataCentres(GeneratorValues values) {
        return new TwoDataCentres(
                fatTree(values),
                values.longLink(values.rate("longRate")),
                values.switches("dciBuffer"),
                values.sizeOr("relayBuffer", new DataSize(0)));
    }
}
