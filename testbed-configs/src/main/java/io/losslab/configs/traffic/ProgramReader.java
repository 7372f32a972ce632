package io.losslab.configs.traffic;

import io.losslab.api.units.DataSize;
import io.losslab.api.units.Nanos;
import io.losslab.configs.language.Fields;
import io.losslab.configs.language.Key;
import io.losslab.configs.library.TraceFiles;
import io.losslab.configs.yaml.YamlValue;
import io.losslab.traffic.collective.Chunking;
import io.losslab.traffic.collective.Collective;
import io.losslab.traffic.collective.CollectiveProgram;
import io.losslab.traffic.collective.DirectExchange;
import io.losslab.traffic.collective.Pipeline;
import io.losslab.traffic.collective.Ring;
import io.losslab.traffic.collective.Tree;
import io.losslab.traffic.trace.ChakraCollectives;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Reads what the ranks of one group do, by its kind. Not thread safe. */
final class ProgramReader {
    private final Fields map;
    private final TraceFiles files;
    private final int ranks;

    /**
     * Makes a reader.
     *
     * @param ranks hosts of the group; 0 where they are not known
     */
    ProgramReader(Fields map, TraceFiles files, int ranks) {
        this.map = map;
        this.files = files;
        this.ranks = ranks;
    }

    TrafficPattern ring() {
        return collective(
                new Ring(
                        map.value(TrafficSections.COLLECTIVE),
                        map.value(TrafficSections.COLLECTIVE_BYTES),
                        chunking()),
                nanos(TrafficSections.COMPUTE),
                TrafficSections.PROGRAM_ITERATIONS);
    }

    TrafficPattern tree() {
        return collective(
                new Tree(
                        map.value(TrafficSections.COLLECTIVE_BYTES),
                        map.value(TrafficSections.CHANNELS).intValue(),
                        map.get(TrafficSections.TREE_CHUNK)),
                nanos(TrafficSections.COMPUTE),
                TrafficSections.PROGRAM_ITERATIONS);
    }

    TrafficPattern pipeline() {
        long forward = nanos(TrafficSections.FORWARD);
        return collective(
                new Pipeline(
                        map.value(TrafficSections.SCHEDULE),
                        map.value(TrafficSections.MICROBATCHES).intValue(),
                        map.value(TrafficSections.ACTIVATIONS),
                        forward,
                        map.get(TrafficSections.BACKWARD).map(Nanos::nanos).orElse(2 * forward)),
                0,
                TrafficSections.PROGRAM_ITERATIONS);
    }

    /** An all-to-all whose rounds follow each other; empty, and reported, without one size. */
    Optional<TrafficPattern> exchange() {
        YamlValue size = map.value(TrafficSections.SIZE);
        if (size.isList()) {
            size.error("iterations need messages of one size", "a size such as 1MB", "");
            return Optional.empty();
        }
        return TrafficSections.MESSAGE
                .reader()
                .apply(size)
                .map(bytes -> collective(new DirectExchange(bytes), 0, TrafficSections.EXCHANGES));
    }

    /** A trace; empty, and reported, where it cannot be read. */
    Optional<TrafficPattern> trace() {
        if (ranks == 0) {
            return Optional.empty();
        }
        ChakraCollectives collectives =
                new ChakraCollectives(
                        map.value(TrafficSections.ALGORITHM), chunking(), processGroups());
        return files.trace(map.value(TrafficSections.FILE), ranks, collectives)
                .map(
                        trace ->
                                new TrafficPattern.Programmed(
                                        trace, map.value(TrafficSections.PROGRAM_ITERATIONS)));
    }

    private Map<String, List<Integer>> processGroups() {
        Map<String, List<Integer>> groups = new HashMap<>();
        for (YamlValue.Entry entry : map.get(TrafficSections.GROUPS).orElse(List.of())) {
            List<Integer> members =
                    entry.value().items().stream()
                            .flatMap(item -> item.integer(0, ranks - 1L).stream())
                            .map(Long::intValue)
                            .distinct()
                            .toList();
            groups.put(entry.key(), members);
        }
        return groups;
    }

    private TrafficPattern collective(
            Collective collective, long computeNanos, Key<Long> iterations) {
        return new TrafficPattern.Programmed(
                new CollectiveProgram(collective, computeNanos), map.value(iterations));
    }

    private Chunking chunking() {
        DataSize chunk = map.value(TrafficSections.RING_CHUNK);
        return new Chunking(map.value(TrafficSections.CHANNELS).intValue(), chunk);
    }

    private long nanos(Key<Nanos> key) {
        return map.get(key).map(Nanos::nanos).orElse(0L);
    }
}
