package io.losslab.traffic.collective;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.losslab.api.units.DataSize;
import io.losslab.traffic.program.IdealNetwork;
import io.losslab.traffic.program.Matching;
import io.losslab.traffic.program.Program;
import io.losslab.traffic.program.Program.Kind;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.LongRange;
import org.junit.jupiter.api.Test;

/** Against what is published of each algorithm: bytes, steps, and trees. */
class CollectiveTest {
    private static final Chunking ONE = new Chunking(1, Chunking.RING_CHUNK);

    @Property(tries = 60)
    void everyRankOfARingSendsItsShare(
            @ForAll @IntRange(min = 2, max = 9) int ranks,
            @ForAll @LongRange(min = 1, max = 40_000_000) long bytes,
            @ForAll @IntRange(min = 1, max = 4) int channels,
            @ForAll Ring.Operation operation) {
        Ring ring =
                new Ring(
                        operation,
                        new DataSize(bytes),
                        new Chunking(channels, Chunking.RING_CHUNK));
        Program program = program(ring, ranks);
        Matching.of(program);
        // Every byte crosses all links of the ring but one, once or twice.
        long rounds = operation == Ring.Operation.ALL_REDUCE ? 2 : 1;
        assertEquals(rounds * (ranks - 1) * bytes, sum(sent(program)));
        assertTrue(program.operations() <= ring.expectedOperations(ranks));
        assertEquals((double) rounds * (ranks - 1) / ranks * bytes, ring.busBytes(ranks), 1e-3);
    }

    @Test
    void aRingOfFullChunksSendsThemInTwoSlicesAtEveryStep() {
        Program program =
                program(new Ring(Ring.Operation.ALL_REDUCE, new DataSize(8 << 20), ONE), 4);
        long[] sent = sent(program);
        for (long bytes : sent) {
            assertEquals(2L * 3 * (2 << 20), bytes);
        }
        assertEquals(4 * 6 * 2 * 2, program.operations());
    }

    @Property(tries = 40)
    void aTreeReducesUpAndBroadcastsDownEveryByte(
            @ForAll @IntRange(min = 2, max = 17) int ranks,
            @ForAll @LongRange(min = 1, max = 4_000_000) long bytes,
            @ForAll @IntRange(min = 1, max = 4) int channels) {
        Tree tree = new Tree(new DataSize(bytes), channels, Optional.empty());
        Program program = program(tree, ranks);
        Matching.of(program);
        assertEquals(2L * (ranks - 1) * bytes, sum(sent(program)));
        assertTrue(program.operations() <= tree.expectedOperations(ranks));
    }

    @Test
    void aTreesChunkIsTheOneThatNcclChooses() {
        // enqueue.cc with two channels; the depth of 2, 8 and 12 ranks is 1, 3 and 3.
        assertEquals(512 << 10, chunkOf(24 << 20, 8));
        assertEquals(256 << 10, chunkOf(12 << 20, 8));
        assertEquals(128 << 10, chunkOf(6 << 20, 8));
        assertEquals(512 << 10, chunkOf(24 << 20, 12));
        assertEquals(512 << 10, chunkOf(8 << 20, 2));
        assertEquals(32 << 10, chunkOf(1, 8));
    }

    private static long chunkOf(long bytes, int ranks) {
        return new Tree(new DataSize(bytes), 2, Optional.empty()).chunkBytes(ranks);
    }

    @Test
    void treesAreThoseThatNcclDraws() {
        // trees.cc: 14 ranks; 0 -> 8 -> 4, 12; 4 -> 2, 6; 12 -> 10, 13.
        BinaryTree first = BinaryTree.first(14);
        assertEquals(0, first.root());
        assertEquals(List.of(8), first.children(0));
        assertEquals(List.of(4, 12), first.children(8));
        assertEquals(List.of(10, 13), first.children(12));
        // 12 ranks, mirrored: 11 -> 3 -> 1, 7.
        BinaryTree second = BinaryTree.second(12);
        assertEquals(11, second.root());
        assertEquals(List.of(3), second.children(11));
        assertEquals(List.of(1, 7), second.children(3));
        // 13 ranks, shifted: 1 -> 9 -> 0, 5.
        BinaryTree shifted = BinaryTree.second(13);
        assertEquals(1, shifted.root());
        assertEquals(List.of(9), shifted.children(1));
        assertEquals(List.of(0, 5), shifted.children(9));
        BinaryTree even = BinaryTree.first(16);
        assertEquals(5, depth(even, even.root()));
    }

    @Test
    void aStageComputesAsManyForwardAsThereAreStagesBehindThenOneOfEach() {
        Pipeline pipeline =
                new Pipeline(Pipeline.Schedule.ONE_FORWARD_ONE_BACKWARD, 3, new DataSize(10), 1, 2);
        assertEquals(List.of(true, true, true, false, false, false), pipeline.order(0, 4));
        assertEquals(List.of(true, false, true, false, true, false), pipeline.order(3, 4));
        Program program = program(pipeline, 4);
        Matching.of(program);
        assertEquals(4 * 3 * 2 + 3 * 3 * 2 * 2, program.operations());
    }

    @Test
    void everyRankOfAnExchangeSendsToEveryOther() {
        Program program = program(new DirectExchange(new DataSize(100)), 5);
        for (long bytes : sent(program)) {
            assertEquals(400, bytes);
        }
    }

    @Property(tries = 100)
    void aRingTakesTwiceTheRanksLessOneStepsOfItsShare(
            @ForAll @IntRange(min = 2, max = 12) int ranks,
            @ForAll @IntRange(min = 2_048, max = 65_536) int grains,
            @ForAll @LongRange(min = 0, max = 1_000_000) long latency,
            @ForAll Ring.Operation operation) {
        // A share is a chunk, sent in two equal slices: the first is passed on before the second.
        long share = 32L * grains;
        Ring ring = new Ring(operation, new DataSize(ranks * share), ONE);
        int steps = (operation == Ring.Operation.ALL_REDUCE ? 2 : 1) * (ranks - 1);
        long step = Math.max(share, share / 2 + latency);
        assertEquals((steps - 1) * step + share + latency, nanos(ring, ranks, 1, latency));
    }

    @Property(tries = 60)
    void anExchangeTakesAsLongAsARankSends(
            @ForAll @IntRange(min = 2, max = 16) int ranks,
            @ForAll @IntRange(min = 1, max = 100_000) int bytes,
            @ForAll @IntRange(min = 0, max = 10_000) int latency) {
        DirectExchange exchange = new DirectExchange(new DataSize(bytes));
        assertEquals((ranks - 1L) * bytes + latency, nanos(exchange, ranks, 1, latency));
    }

    @Property(tries = 60)
    void aChunkGoesUpTheTreeAndDownAgain(
            @ForAll @IntRange(min = 2, max = 40) int ranks,
            @ForAll @IntRange(min = 1, max = 32_768) int bytes,
            @ForAll @IntRange(min = 0, max = 10_000) int latency) {
        Tree tree = new Tree(new DataSize(bytes), 1, Optional.empty());
        BinaryTree shape = BinaryTree.first(ranks);
        long up = (depth(shape, shape.root()) - 1L) * (bytes + latency);
        assertEquals(
                up + nanosDown(shape, shape.root(), bytes, latency),
                nanos(tree, ranks, 1, latency));
    }

    /** Ranks on the longest way from a rank to a leaf. */
    private static int depth(BinaryTree tree, int rank) {
        return 1
                + tree.children(rank).stream()
                        .mapToInt(child -> depth(tree, child))
                        .max()
                        .orElse(0);
    }

    /** A rank sends to its children one after the other. */
    private static long nanosDown(BinaryTree tree, int rank, long bytes, long latency) {
        long most = 0;
        long sent = 0;
        for (int child : tree.children(rank)) {
            sent += bytes;
            most = Math.max(most, sent + latency + nanosDown(tree, child, bytes, latency));
        }
        return most;
    }

    @Property(tries = 100)
    void aPipelineIsIdleForAsManyMicrobatchesAsItHasStagesLessOne(
            @ForAll @IntRange(min = 2, max = 9) int stages,
            @ForAll @IntRange(min = 1, max = 20) int microbatches,
            @ForAll @IntRange(min = 1, max = 1_000) int forward,
            @ForAll @IntRange(min = 1, max = 1_000) int backward,
            @ForAll Pipeline.Schedule schedule) {
        Pipeline pipeline =
                new Pipeline(schedule, microbatches, new DataSize(1), forward, backward);
        assertEquals(
                (microbatches + stages - 1L) * (forward + backward), nanos(pipeline, stages, 0, 0));
    }

    private static long nanos(
            Collective collective, int ranks, long nanosPerByte, long latencyNanos) {
        Matching matching = Matching.of(program(collective, ranks));
        return IdealNetwork.run(matching, nanosPerByte, latencyNanos).end();
    }

    private static Program program(Collective collective, int ranks) {
        return new CollectiveProgram(collective, 0).program(ranks);
    }

    private static long[] sent(Program program) {
        long[] sent = new long[program.ranks()];
        for (int operation = 0; operation < program.operations(); operation++) {
            if (program.kind(operation) == Kind.SEND) {
                sent[program.rank(operation)] += program.bytes(operation);
            }
        }
        return sent;
    }

    private static long sum(long[] values) {
        return Arrays.stream(values).sum();
    }
}
