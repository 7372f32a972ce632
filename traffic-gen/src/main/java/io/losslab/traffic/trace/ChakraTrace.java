package io.losslab.traffic.trace;

import io.losslab.traffic.collective.Collective;
import io.losslab.traffic.collective.RankGroup;
import io.losslab.traffic.program.Program;
import io.losslab.traffic.program.ProgramBuilder;
import io.losslab.traffic.program.ProgramException;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Makes a program of the Chakra traces of all ranks. Computations take their recorded time, those
 * of the CPU one after the other and those of a GPU one after the other; when they began in the
 * recording counts for nothing. Collectives of a process group run in the order in which each rank
 * has them.
 */
public final class ChakraTrace {
    /** Tags of a process group: its channels. */
    private static final int TAGS_A_GROUP = 64;

    /** Tags of sends begin behind those of so many groups. */
    private static final int FIRST_SEND_TAG = 1 << 24;

    private static final long MOST_BYTES = 1L << 31;
    private static final long MOST_MICROS = 86_400_000_000L;
    private static final int CPU_STREAM = 0;
    private static final int GPU_STREAM = 1;

    /** What a node became: the operation that begins it, and the one that completes it. */
    private static final class Replayed {
        private final ChakraNode node;
        private final int begin;
        private int end;

        Replayed(ChakraNode node, int begin, int end) {
            this.node = node;
            this.begin = begin;
            this.end = end;
        }
    }

    private final List<String> files;
    private final ChakraCollectives collectives;
    private final ProgramBuilder program;

    /** By rank, by id of the node. */
    private final List<Map<Long, Replayed>> nodes = new ArrayList<>();

    /** By group, by member: its collectives in their order. */
    private final Map<String, Map<Integer, List<Replayed>>> instances = new LinkedHashMap<>();

    private ChakraTrace(List<Path> files, ChakraCollectives collectives) {
        this.files = files.stream().map(Path::toString).toList();
        this.collectives = collectives;
        program = new ProgramBuilder(files.size(), "record");
    }

    /**
     * Reads a trace.
     *
     * @param files by rank
     * @throws TraceException where one cannot be read as a trace
     */
    public static Program read(List<Path> files, ChakraCollectives collectives)
            throws IOException, TraceException {
        ChakraTrace trace = new ChakraTrace(files, collectives);
        try {
            return trace.read(files);
        } catch (ProgramException e) {
            throw new TraceException(files.get(0).toString(), 0, e.getMessage(), "");
        }
    }

    private Program read(List<Path> paths) throws IOException, TraceException {
        for (int rank = 0; rank < paths.size(); rank++) {
            try (InputStream in = new BufferedInputStream(Files.newInputStream(paths.get(rank)))) {
                addRank(rank, ChakraReader.read(files.get(rank), in));
            }
        }
        int group = 0;
        for (Map.Entry<String, Map<Integer, List<Replayed>>> each : instances.entrySet()) {
            addCollectives(group++, each.getKey(), each.getValue());
        }
        for (int rank = 0; rank < paths.size(); rank++) {
            addRequirements(rank);
        }
        return program.build();
    }

    private void addRank(int rank, List<ChakraNode> all) throws TraceException {
        Map<Long, Replayed> byId = new LinkedHashMap<>();
        nodes.add(byId);
        for (ChakraNode node : all) {
            Replayed replayed = replay(rank, node);
            Replayed other = byId.put(node.id(), replayed);
            if (other != null) {
                throw problem(
                        rank, node, "id is that of record %d too".formatted(other.node.record()));
            }
        }
    }

    private Replayed replay(int rank, ChakraNode node) throws TraceException {
        int operation =
                switch (node.type()) {
                    case ChakraNode.SEND -> message(rank, node, true);
                    case ChakraNode.RECEIVE -> message(rank, node, false);
                    case ChakraNode.COLLECTIVE, ChakraNode.METADATA ->
                            program.compute(rank, 0, Program.NO_STREAM);
                    default -> computation(rank, node);
                };
        program.placeAt(node.record());
        Replayed replayed = new Replayed(node, operation, operation);
        if (node.type() == ChakraNode.COLLECTIVE) {
            instances
                    .computeIfAbsent(group(rank, node), any -> new TreeMap<>())
                    .computeIfAbsent(rank, any -> new ArrayList<>())
                    .add(replayed);
        }
        return replayed;
    }

    private int computation(int rank, ChakraNode node) throws TraceException {
        if (node.durationMicros() < 0 || node.durationMicros() > MOST_MICROS) {
            throw problem(
                    rank,
                    node,
                    "duration_micros %s is above %d"
                            .formatted(Long.toUnsignedString(node.durationMicros()), MOST_MICROS));
        }
        boolean cpu = node.numbers().getOrDefault("is_cpu_op", 0L) != 0;
        long stream = node.numbers().getOrDefault("stream", 0L);
        return program.compute(
                rank,
                node.durationMicros() * 1_000,
                cpu ? CPU_STREAM : GPU_STREAM + (int) (stream & 0xFFFF));
    }

    private int message(int rank, ChakraNode node, boolean sends) throws TraceException {
        String peerName = sends ? "comm_dst" : "comm_src";
        long peer = number(rank, node, peerName);
        if (peer < 0 || peer >= files.size() || peer == rank) {
            throw problem(
                    rank,
                    node,
                    "%s %d is not another one of the %d ranks"
                            .formatted(peerName, peer, files.size()));
        }
        long bytes = bytes(rank, node);
        if (bytes > MOST_BYTES) {
            throw problem(rank, node, "comm_size %d is above %d".formatted(bytes, MOST_BYTES));
        }
        long tag = node.numbers().getOrDefault("comm_tag", 0L);
        int own = FIRST_SEND_TAG + (int) (tag & 0xFF_FFFF);
        return sends
                ? program.send(rank, (int) peer, own, Math.max(1, bytes))
                : program.receive(rank, (int) peer, own, Math.max(1, bytes));
    }

    private String group(int rank, ChakraNode node) throws TraceException {
        String name =
                Optional.ofNullable(node.texts().get("pg_name"))
                        .or(() -> Optional.ofNullable(node.texts().get("comm_group")))
                        .orElseGet(
                                () ->
                                        Optional.ofNullable(node.numbers().get("comm_group"))
                                                .map(Object::toString)
                                                .orElse(""));
        List<Integer> members = members(name);
        if (members == null) {
            throw problem(
                    rank,
                    node,
                    "pg_name '%s' is none of the groups %s"
                            .formatted(
                                    name,
                                    collectives.groups().keySet().stream().sorted().toList()));
        }
        if (!members.contains(rank)) {
            throw problem(
                    rank,
                    node,
                    "rank %d is no member of its group '%s' (pg_name)".formatted(rank, name));
        }
        return name;
    }

    /** Of a group; null where groups are given and it is none of them. */
    private List<Integer> members(String name) {
        if (name.isEmpty() || collectives.groups().isEmpty()) {
            List<Integer> all = new ArrayList<>();
            for (int rank = 0; rank < files.size(); rank++) {
                all.add(rank);
            }
            return all;
        }
        return collectives.groups().get(name);
    }

    private void addCollectives(int number, String name, Map<Integer, List<Replayed>> byMember)
            throws TraceException {
        List<Integer> members = members(name);
        int first = members.get(0);
        int count = byMember.getOrDefault(first, List.of()).size();
        for (int rank : members) {
            int own = byMember.getOrDefault(rank, List.of()).size();
            if (own != count) {
                throw new TraceException(
                        files.get(rank),
                        0,
                        "rank %d has %d collectives of group '%s', and rank %d has %d"
                                .formatted(rank, own, name, first, count),
                        "all members with the same collectives");
            }
        }
        int[] ranks = members.stream().mapToInt(Integer::intValue).toArray();
        int[] last = new int[ranks.length];
        Arrays.fill(last, -1);
        for (int instance = 0; instance < count; instance++) {
            List<Replayed> parts = new ArrayList<>();
            for (int rank : members) {
                parts.add(byMember.get(rank).get(instance));
            }
            addCollective(number, ranks, parts, last);
        }
    }

    private void addCollective(int number, int[] ranks, List<Replayed> parts, int[] last)
            throws TraceException {
        ChakraNode first = parts.get(0).node;
        long type = number(ranks[0], first, "comm_type");
        String name =
                ChakraCollectives.name(type)
                        .orElseThrow(
                                () ->
                                        problem(
                                                ranks[0],
                                                first,
                                                "comm_type %d is no CollectiveCommType"
                                                        .formatted(type)));
        boolean sized = !name.equals("BARRIER");
        long bytes = sized ? bytes(ranks[0], first) : 0;
        if (bytes > ChakraCollectives.MOST_BYTES) {
            throw problem(
                    ranks[0],
                    first,
                    "comm_size %d of a collective is above %d"
                            .formatted(bytes, ChakraCollectives.MOST_BYTES));
        }
        for (int member = 1; member < ranks.length; member++) {
            ChakraNode other = parts.get(member).node;
            if (number(ranks[member], other, "comm_type") != type
                    || sized && bytes(ranks[member], other) != bytes) {
                throw problem(
                        ranks[member],
                        other,
                        "comm_type or comm_size differs from %s of rank %d, the same collective"
                                .formatted(first.describe(), ranks[0]));
            }
        }
        int root = root(ranks, first);
        Optional<Collective> collective = collectives.collective(name, bytes, ranks.length, root);
        int[] begins = new int[ranks.length];
        for (int member = 0; member < ranks.length; member++) {
            begins[member] = parts.get(member).begin;
            if (last[member] >= 0) {
                program.require(begins[member], last[member]);
            }
        }
        int[] ends = begins;
        if (collective.isPresent()) {
            RankGroup group = new RankGroup(program, ranks, number * TAGS_A_GROUP);
            collective.get().add(group);
            group.beginAfter(begins);
            ends = group.join();
        }
        for (int member = 0; member < ranks.length; member++) {
            if (ends != begins) {
                program.require(ends[member], begins[member]);
            }
            parts.get(member).end = ends[member];
            last[member] = ends[member];
        }
    }

    /** Place of the root in a group; the first where none is named. */
    private static int root(int[] ranks, ChakraNode node) {
        long root = node.numbers().getOrDefault("root_rank", -1L);
        for (int member = 0; member < ranks.length; member++) {
            if (ranks[member] == root) {
                return member;
            }
        }
        return 0;
    }

    private void addRequirements(int rank) throws TraceException {
        Map<Long, Replayed> byId = nodes.get(rank);
        for (Replayed each : byId.values()) {
            Map<Long, Boolean> told = new HashMap<>();
            for (long id : each.node.after()) {
                Replayed earlier = byId.get(id);
                if (earlier == null) {
                    throw problem(
                            rank,
                            each.node,
                            "data_deps or ctrl_deps name node %d, which the file does not have"
                                    .formatted(id));
                }
                if (told.put(id, true) == null) {
                    program.require(each.begin, earlier.end);
                }
            }
        }
    }

    private long bytes(int rank, ChakraNode node) throws TraceException {
        long bytes = number(rank, node, "comm_size");
        if (bytes < 0) {
            throw problem(rank, node, "comm_size %d is below 0".formatted(bytes));
        }
        return bytes;
    }

    private long number(int rank, ChakraNode node, String name) throws TraceException {
        Long value = node.numbers().get(name);
        if (value == null) {
            throw problem(rank, node, "it has no whole-numbered attr '%s'".formatted(name));
        }
        return value;
    }

    private TraceException problem(int rank, ChakraNode node, String what) {
        return new TraceException(files.get(rank), 0, node.describe() + ": " + what, "");
    }
}
