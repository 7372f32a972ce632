package io.losslab.configs.network;

import io.losslab.api.topology.Dumbbell;
import io.losslab.api.topology.FatTree;
import io.losslab.api.topology.LeafSpine;
import io.losslab.api.topology.Line;
import io.losslab.api.topology.LinkType;
import io.losslab.api.topology.Ndc;
import io.losslab.api.topology.Ring;
import io.losslab.api.topology.SwitchType;
import io.losslab.api.topology.Topology;
import io.losslab.api.topology.TopologyGenerator;
import io.losslab.api.topology.TwoDataCentres;
import io.losslab.api.units.DataRate;
import io.losslab.api.units.DataSize;
import io.losslab.api.units.FiberLength;
import io.losslab.api.units.Nanos;
import io.losslab.configs.language.Fields;
import io.losslab.configs.language.Key;
import io.losslab.configs.language.Section;
import io.losslab.configs.yaml.YamlValue;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/** Computes the topology that a generator mapping asks for. For one mapping; not thread safe. */
final class GeneratorReader {
    /** Largest n of an NDC by k: at most 256 switches a layer. */
    private static final int[] MOST_BY_K = {256, 256, 16, 6};

    private static final Map<Section, Function<Fields, Optional<? extends TopologyGenerator>>>
            GENERATORS =
                    Map.of(
                            Generators.FAT_TREE,
                            fields -> sound(fields).map(GeneratorReader::fatTree),
                            Generators.LEAF_SPINE,
                            GeneratorReader::leafSpine,
                            Generators.NDC,
                            fields -> sound(fields).flatMap(GeneratorReader::ndc),
                            Generators.RING,
                            fields -> sound(fields).map(GeneratorReader::ring),
                            Generators.DUMBBELL,
                            fields -> sound(fields).map(GeneratorReader::dumbbell),
                            Generators.LINE,
                            fields -> sound(fields).map(GeneratorReader::line),
                            Generators.TWO_DC,
                            fields -> sound(fields).map(GeneratorReader::twoDataCentres));

    private final Map<Integer, String> lengthByLink = new HashMap<>();

    /** The topology; empty where the mapping has a mistake, which is reported. */
    Optional<Topology> read(Fields generator) {
        if (!generator.isSound()) {
            return Optional.empty();
        }
        Section section =
                Generators.ALL.stream()
                        .filter(each -> generator.has(each.key()))
                        .findFirst()
                        .orElseThrow();
        Fields fields = generator.value(section.key());
        Optional<Topology> topology =
                GENERATORS
                        .get(section)
                        .apply(fields)
                        .filter(network -> NodeLimit.allows(network.nodes(), generator.self()))
                        .map(TopologyGenerator::build);
        topology.ifPresent(graph -> noteLength(fields, graph));
        return topology;
    }

    /** Fibre lengths as written, by link id. */
    Map<Integer, String> lengthByLink() {
        return lengthByLink;
    }

    private void noteLength(Fields fields, Topology topology) {
        if (fields.knows(Generators.LENGTH) && fields.has(Generators.LENGTH)) {
            String length = fields.blame(Generators.LENGTH).word().orElseThrow();
            topology.group("longHaul").forEach(link -> lengthByLink.put(link.id(), length));
        }
    }

    private static Optional<Fields> sound(Fields fields) {
        return Optional.of(fields).filter(Fields::isSound);
    }

    private static FatTree fatTree(Fields fields) {
        int k = whole(fields, Generators.K);
        int hostsPerEdge = fields.get(Generators.HOSTS_PER_EDGE).map(Long::intValue).orElse(k / 2);
        return new FatTree(k, hostsPerEdge, link(fields, Generators.RATE), switches(fields));
    }

    /** Failed links are checked even where other keys are wrong. */
    private static Optional<LeafSpine> leafSpine(Fields fields) {
        boolean right = fields.isSound();
        int leaves = fields.get(Generators.LEAVES).orElse(1L).intValue();
        int spines = fields.get(Generators.SPINES).orElse(1L).intValue();
        List<LeafSpine.Failed> failed = new ArrayList<>();
        for (YamlValue link : fields.get(Generators.FAILED).orElse(List.of())) {
            Optional<LeafSpine.Failed> found = failed(link, leaves, spines);
            found.ifPresent(failed::add);
            if (found.isEmpty()) {
                link.error(
                        "there is no link %s".formatted(link.print()),
                        "a leaf and a spine such as [leaf0, spine%d]".formatted(spines - 1),
                        "");
                right = false;
            }
        }
        return right
                ? Optional.of(
                        new LeafSpine(
                                leaves,
                                spines,
                                whole(fields, Generators.HOSTS_PER_LEAF),
                                link(fields, Generators.HOST_RATE),
                                link(fields, Generators.FABRIC_RATE),
                                switches(fields),
                                failed))
                : Optional.empty();
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

    private static Optional<Ndc> ndc(Fields fields) {
        int k = whole(fields, Generators.NDC_K);
        int layers = k + 1;
        boolean right = fields.blame(Generators.NDC_N).integer(2, MOST_BY_K[k]).isPresent();
        List<DataRate> rates = new ArrayList<>(fields.value(Generators.NDC_RATES));
        YamlValue written = fields.blame(Generators.NDC_RATES);
        while (!written.isList() && rates.size() < layers) {
            rates.add(rates.get(0));
        }
        if (rates.size() != layers) {
            written.error(
                    "expected one rate for each of the %d layers, got %d"
                            .formatted(layers, rates.size()));
            right = false;
        }
        Nanos delay = fields.value(Generators.DELAY);
        return right
                ? Optional.of(
                        new Ndc(
                                whole(fields, Generators.NDC_N),
                                k,
                                rates.stream().map(rate -> new LinkType(rate, delay)).toList(),
                                switches(fields),
                                fields.value(Generators.NDC_RELAY_BUFFER)))
                : Optional.empty();
    }

    private static Ring ring(Fields fields) {
        return new Ring(
                whole(fields, Generators.RING_SWITCHES),
                whole(fields, Generators.HOSTS_PER_SWITCH),
                link(fields, Generators.RATE),
                switches(fields));
    }

    private static Dumbbell dumbbell(Fields fields) {
        return new Dumbbell(
                whole(fields, Generators.HOSTS_PER_SIDE),
                link(fields, Generators.HOST_RATE),
                link(fields, Generators.BOTTLENECK_RATE),
                switches(fields));
    }

    private static Line line(Fields fields) {
        LinkType link = link(fields, Generators.RATE);
        return new Line(
                whole(fields, Generators.LINE_SWITCHES),
                link,
                longDelay(fields).map(delay -> new LinkType(link.rate(), delay)).orElse(link),
                fields.has(Generators.LAST_RATE) ? link(fields, Generators.LAST_RATE) : link,
                switches(fields));
    }

    private static TwoDataCentres twoDataCentres(Fields fields) {
        Nanos delay = longDelay(fields).orElseThrow();
        return new TwoDataCentres(
                fatTree(fields),
                new LinkType(fields.value(Generators.LONG_RATE), delay),
                new SwitchType(
                        fields.value(Generators.DCI_BUFFER), fields.value(Generators.PIPELINE)),
                fields.get(Generators.RELAY_BUFFER).orElse(new DataSize(0)));
    }

    private static int whole(Fields fields, Key<Long> key) {
        return fields.value(key).intValue();
    }

    /** A link of a rate and the generator's {@code delay}. */
    private static LinkType link(Fields fields, Key<DataRate> rate) {
        return new LinkType(fields.value(rate), fields.value(Generators.DELAY));
    }

    private static Optional<Nanos> longDelay(Fields fields) {
        return fields.get(Generators.LENGTH)
                .map(FiberLength::delay)
                .or(() -> fields.get(Generators.LONG_DELAY));
    }

    private static SwitchType switches(Fields fields) {
        return new SwitchType(fields.value(Generators.BUFFER), fields.value(Generators.PIPELINE));
    }
}
