package io.losslab.traffic.trace;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.losslab.traffic.collective.Chunking;
import io.losslab.traffic.program.IdealNetwork;
import io.losslab.traffic.program.Matching;
import io.losslab.traffic.program.Program;
import io.losslab.traffic.program.Program.Kind;
import io.losslab.traffic.trace.ChakraCollectives.Algorithm;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ChakraTraceTest {
    private static final String COMPUTE =
            "node { id: 1 name: 'forward' type: COMP_NODE duration_micros: %d }\n";
    private static final String REDUCE =
            """
            node { id: 2 name: 'reduce' type: COMM_COLL_NODE data_deps: 1
                   attr { name: 'is_cpu_op' bool_val: false }
                   attr { name: 'comm_type' int64_val: 0 }
                   attr { name: 'comm_size' int64_val: 1000000 } }
            """;

    @TempDir Path folder;

    @BeforeEach
    void protocIsThere() {
        assumeTrue(
                System.getenv("CI") != null || Files.isExecutable(ChakraFiles.PROTOC),
                "protoc is not installed");
    }

    @Test
    void aCollectiveBeginsAtEachRankAfterItsComputationAndEndsBeforeTheNext() throws Exception {
        String after = "node { id: 3 type: COMP_NODE ctrl_deps: [2, 1] duration_micros: %d }\n";
        Program program =
                read(
                        Map.of(),
                        COMPUTE.formatted(5) + REDUCE + after.formatted(7),
                        COMPUTE.formatted(9) + REDUCE + after.formatted(1),
                        COMPUTE.formatted(2) + REDUCE + after.formatted(3));
        assertEquals(2L * 2 * 1_000_000, sent(program, -1));
        IdealNetwork network = IdealNetwork.run(Matching.of(program), 0, 0);
        assertEquals(16_000, network.end());
    }

    @Test
    void messagesGoByTheirTagAndOperationsOfTheCpuTakeTurns() throws Exception {
        String message =
                """
                node { id: %d type: %s data_deps: 1 attr { name: '%s' int32_val: %d }
                       attr { name: 'comm_size' uint64_val: %d }
                       attr { name: 'comm_tag' sint64_val: %d } }
                """;
        String onCpu =
                """
                node { id: %d type: COMP_NODE duration_micros: 4
                       attr { name: 'is_cpu_op' bool_val: true } }
                """;
        Program program =
                read(
                        Map.of(),
                        COMPUTE.formatted(1)
                                + message.formatted(2, "COMM_SEND_NODE", "comm_dst", 1, 10, 7)
                                + message.formatted(3, "COMM_SEND_NODE", "comm_dst", 1, 20, 8),
                        onCpu.formatted(1)
                                + onCpu.formatted(4)
                                + message.formatted(2, "COMM_RECV_NODE", "comm_src", 0, 20, 8)
                                + message.formatted(3, "COMM_RECV_NODE", "comm_src", 0, 10, 7));
        Matching matching = Matching.of(program);
        assertEquals(2, matching.connections().size());
        assertEquals(8_000, IdealNetwork.run(matching, 0, 0).end());
        assertEquals(30, sent(program, 0));
    }

    @Test
    void collectivesOfProcessGroupsRunAmongTheirRanks() throws Exception {
        String grouped =
                REDUCE.replace(
                                "attr { name: 'is_cpu_op' bool_val: false }",
                                "attr { name: 'pg_name' string_val: '%s' }")
                        .replace("data_deps: 1", "");
        Program program =
                read(
                        Map.of("0", List.of(0, 2), "1", List.of(1, 3)),
                        grouped.formatted(0),
                        grouped.formatted(1),
                        grouped.formatted(0),
                        grouped.formatted(1));
        for (int rank = 0; rank < 4; rank++) {
            assertEquals(1_000_000, sent(program, rank));
        }
        for (int operation = 0; operation < program.operations(); operation++) {
            assertEquals(program.rank(operation) % 2, program.peer(operation) % 2);
        }
        Matching.of(program);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "ALL_REDUCE           | 0 | 1000000 | 6000000",
                "REDUCE               | 1 | 1000000 | 3000000",
                "ALL_GATHER           | 2 | 1000000 | 12000000",
                "GATHER               | 3 | 1000000 | 3000000",
                "SCATTER              | 4 | 1000000 | 750000",
                "BROADCAST            | 5 | 1000000 | 3000000",
                "ALL_TO_ALL           | 6 | 1000000 | 3000000",
                "REDUCE_SCATTER       | 7 | 1000000 | 3000000",
                "REDUCE_SCATTER_BLOCK | 8 | 1000000 | 3000000",
                "BARRIER              | 9 | 0       | 24"
            })
    void everyCollectiveSendsTheBytesOfItsAlgorithm(String name, int type, long size, long expected)
            throws Exception {
        String collective =
                REDUCE.replace("data_deps: 1", "")
                        .replace("int64_val: 0", "int64_val: " + type)
                        .replace("int64_val: 1000000", "int64_val: " + size);
        Program program = read(Map.of(), collective, collective, collective, collective);
        assertEquals(expected, sent(program, -1), name);
        assertTrue(IdealNetwork.run(Matching.of(program), 1, 10).end() > 0);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "id: 1 type: COMP_NODE data_deps: 9 | record 2 (node 1): data_deps or ctrl_deps name"
                        + " node 9, which the file does not have",
                "id: 1 type: 77 | record 2 (node 1): type 77 is no NodeType",
                "id: 1 name: 'x' type: COMM_COLL_NODE attr { name: 'comm_type' int64_val: 0 } |"
                        + " record 2 (node 1, x): it has no whole-numbered attr 'comm_size'",
                "id: 1 type: COMM_SEND_NODE attr { name: 'comm_dst' int32_val: 5 } | record 2 (node"
                        + " 1): comm_dst 5 is not another one of the 2 ranks",
                "id: 1 type: COMP_NODE } node { id: 1 type: COMP_NODE | record 3 (node 1): id is that"
                        + " of record 2 too",
                "id: 1 type: COMM_COLL_NODE attr { name: 'pg_name' string_val: 'tp' } | record 2"
                        + " (node 1): pg_name 'tp' is none of the groups [0]",
                "id: 1 type: COMM_COLL_NODE attr { name: 'comm_type' int64_val: 1 } attr { name:"
                        + " 'comm_size' int64_val: 2305843009213693952 } attr { name: 'pg_name'"
                        + " string_val: '0' } | record 2 (node 1): comm_size 2305843009213693952 of"
                        + " a collective is above 1099511627776"
            })
    void whatIsWrongIsToldWithItsFileAndRecord(String node, String problem) throws IOException {
        String nodes = "node { " + node + " }";
        TraceException wrong =
                assertThrows(
                        TraceException.class, () -> read(Map.of("0", List.of(0, 1)), nodes, nodes));
        assertEquals(problem, wrong.problem());
        assertEquals(folder.resolve("trace.0.et").toString(), wrong.file());
    }

    @Test
    void ranksNeedTheSameCollectives() {
        String reduce = REDUCE.replace("data_deps: 1", "");
        TraceException missing =
                assertThrows(TraceException.class, () -> read(Map.of(), reduce, ""));
        assertEquals("rank 1 has 0 collectives of group '', and rank 0 has 1", missing.problem());
        TraceException other =
                assertThrows(
                        TraceException.class,
                        () -> read(Map.of(), reduce, reduce.replace("1000000", "7")));
        assertEquals(
                "record 2 (node 2, reduce): comm_type or comm_size differs from record 2 (node 2,"
                        + " reduce) of rank 0, the same collective",
                other.problem());
        assertEquals(folder.resolve("trace.1.et").toString(), other.file());
    }

    @Test
    void aFileThatIsNoTraceOrEndsEarlyIsRefusedWhereverItIsCut() throws Exception {
        Path whole = ChakraFiles.write(folder, 0, COMPUTE.formatted(5) + REDUCE);
        byte[] bytes = Files.readAllBytes(whole);
        int refused = 0;
        for (int length = 0; length < bytes.length; length++) {
            Files.write(whole, Arrays.copyOf(bytes, length));
            try {
                ChakraTrace.read(List.of(whole), collectives(Map.of()));
            } catch (TraceException e) {
                assertEquals(whole.toString(), e.file());
                refused++;
            }
        }
        // Not where a record ends: behind the metadata, and behind the first node.
        assertEquals(bytes.length - 2, refused);
        Files.writeString(whole, "{\"schema\": \"1.0.2-chakra.0.0.4\", \"nodes\": []}");
        assertThrows(
                TraceException.class,
                () -> ChakraTrace.read(List.of(whole), collectives(Map.of())));
    }

    private Program read(Map<String, List<Integer>> groups, String... ranks)
            throws IOException, TraceException {
        List<Path> files = new ArrayList<>();
        for (String rank : ranks) {
            files.add(ChakraFiles.write(folder, files.size(), rank));
        }
        return ChakraTrace.read(files, collectives(groups));
    }

    private static ChakraCollectives collectives(Map<String, List<Integer>> groups) {
        return new ChakraCollectives(Algorithm.RING, new Chunking(2, Chunking.RING_CHUNK), groups);
    }

    /** Bytes that a rank sends; below zero for all ranks. */
    private static long sent(Program program, int rank) {
        long bytes = 0;
        for (int operation = 0; operation < program.operations(); operation++) {
            if (program.kind(operation) == Kind.SEND
                    && (rank < 0 || program.rank(operation) == rank)) {
                bytes += program.bytes(operation);
            }
        }
        return bytes;
    }
}
