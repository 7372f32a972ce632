package io.losslab.traffic.program;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.losslab.traffic.program.Program.Kind;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

class MatchingTest {
    @Test
    void operationsThatWaitForEachOtherAreRefusedWithTheirCycle() {
        ProgramBuilder program = new ProgramBuilder(2);
        int firstReceive = program.receive(0, 1, 0, 10);
        program.require(program.send(0, 1, 0, 10), firstReceive);
        int secondReceive = program.receive(1, 0, 0, 10);
        program.require(program.send(1, 0, 0, 10), secondReceive);
        String problem = refusal(program);
        assertEquals(
                "these operations wait for each other: rank 0: receive 10 B from 1, tag 0 waits for"
                        + " rank 1: send 10 B to 0, tag 0 waits for rank 1: receive 10 B from 0, tag 0"
                        + " waits for rank 0: send 10 B to 1, tag 0 waits for rank 0: receive 10 B from"
                        + " 1, tag 0",
                problem);
    }

    @Test
    void operationsOfOneRankThatWaitForEachOtherAreRefused() {
        ProgramBuilder program = new ProgramBuilder(1);
        int one = program.compute(0, 5, 0);
        int two = program.compute(0, 6, 0);
        program.require(one, two);
        program.require(two, one);
        assertTrue(refusal(program).contains("compute 5 ns waits for rank 0: compute 6 ns"));
    }

    @Test
    void aMessageNeedsBothEndsAndFitsWhereItIsReceived() {
        ProgramBuilder unsent = new ProgramBuilder(2);
        unsent.receive(1, 0, 3, 10);
        assertEquals("rank 1: receive 10 B from 0, tag 3 is sent by no operation", refusal(unsent));
        ProgramBuilder unlike = new ProgramBuilder(2);
        unlike.send(0, 1, 3, 11);
        unlike.receive(1, 0, 3, 10);
        assertEquals(
                "rank 0: send 11 B to 1, tag 3 is longer than rank 1: receive 10 B from 0, tag 3",
                refusal(unlike));
        ProgramBuilder otherTag = new ProgramBuilder(2);
        otherTag.send(0, 1, 3, 10);
        otherTag.receive(1, 0, 4, 10);
        assertTrue(refusal(otherTag).contains("is received by no operation"));
    }

    @Test
    void sendsOfOneTagAreMatchedInTheOrderInWhichTheyMayBegin() {
        ProgramBuilder program = new ProgramBuilder(2);
        int compute = program.compute(0, 5, 0);
        int late = program.send(0, 1, 0, 20);
        program.require(late, compute);
        int early = program.send(0, 1, 0, 10);
        program.receive(1, 0, 0, 10);
        program.receive(1, 0, 0, 20);
        assertEquals(
                List.of(early, late), Matching.of(program.build()).connections().get(0).sends());
    }

    /** Programs made of steps in one order over all ranks can always run in it. */
    @Property(tries = 200)
    void everyOperationComesOnceAndBehindWhatItWaitsFor(
            @ForAll long seed, @ForAll @IntRange(min = 2, max = 6) int ranks) {
        Program program = random(new Random(seed), ranks);
        Matching matching = Matching.of(program);
        int[] place = new int[program.operations()];
        int[] order = matching.order();
        for (int i = 0; i < order.length; i++) {
            place[order[i]] += i + 1;
        }
        for (int operation = 0; operation < program.operations(); operation++) {
            assertTrue(place[operation] > 0);
            for (int i = 0; i < program.requirements(operation); i++) {
                assertTrue(place[program.requirement(operation, i)] < place[operation]);
            }
        }
        long messages = 0;
        for (Matching.Connection connection : matching.connections()) {
            for (int i = 0; i < connection.sends().size(); i++) {
                int send = connection.sends().get(i);
                int receive = connection.receives().get(i);
                assertTrue(place[send] < place[receive]);
                assertTrue(i == 0 || place[connection.sends().get(i - 1)] < place[send]);
                messages++;
            }
        }
        long sends = 0;
        for (int operation = 0; operation < program.operations(); operation++) {
            sends += program.kind(operation) == Kind.SEND ? 1 : 0;
        }
        assertEquals(sends, messages);
    }

    /** Whatever waits for whatever: it is refused, or comes to its end in the order it asks for. */
    @Property(tries = 300)
    void aProgramEndsOrIsRefusedWithItsOperations(
            @ForAll long seed,
            @ForAll @IntRange(min = 2, max = 5) int ranks,
            @ForAll @IntRange(min = 0, max = 30) int requirements) {
        Random random = new Random(seed);
        Program program = tangled(random, ranks, requirements);
        Matching matching;
        try {
            matching = Matching.of(program);
        } catch (ProgramException e) {
            assertTrue(
                    e.getMessage().matches("these operations wait for each other: rank \\d+: .*"),
                    e.getMessage());
            return;
        }
        IdealNetwork network = IdealNetwork.run(matching, 1, random.nextInt(20));
        assertTrue(network.end() >= 0);
        for (int operation = 0; operation < program.operations(); operation++) {
            for (int i = 0; i < program.requirements(operation); i++) {
                assertTrue(
                        network.begin(operation) >= network.end(program.requirement(operation, i)));
            }
        }
        for (Matching.Connection connection : matching.connections()) {
            for (int i = 0; i < connection.sends().size(); i++) {
                int send = connection.sends().get(i);
                int receive = connection.receives().get(i);
                assertTrue(network.end(receive) >= network.begin(send) + program.bytes(send));
            }
        }
    }

    /** Messages and computations, some of which wait for others of their rank, at random. */
    private static Program tangled(Random random, int ranks, int requirements) {
        ProgramBuilder program = new ProgramBuilder(ranks);
        List<List<Integer>> ofRank = new ArrayList<>();
        for (int rank = 0; rank < ranks; rank++) {
            ofRank.add(new ArrayList<>(List.of(program.compute(rank, 5, 0))));
        }
        for (int message = 0; message < 20; message++) {
            int from = random.nextInt(ranks);
            int to = (from + 1 + random.nextInt(ranks - 1)) % ranks;
            int tag = random.nextInt(3);
            ofRank.get(from).add(program.send(from, to, tag, 8));
            ofRank.get(to).add(program.receive(to, from, tag, 8));
        }
        for (int i = 0; i < requirements; i++) {
            List<Integer> some = ofRank.get(random.nextInt(ranks));
            int waiting = some.get(random.nextInt(some.size()));
            int awaited = some.get(random.nextInt(some.size()));
            if (waiting != awaited) {
                program.require(waiting, awaited);
            }
        }
        return program.build();
    }

    private static Program random(Random random, int ranks) {
        ProgramBuilder program = new ProgramBuilder(ranks);
        List<List<Integer>> ofRank = new ArrayList<>();
        for (int rank = 0; rank < ranks; rank++) {
            ofRank.add(new ArrayList<>());
        }
        int steps = random.nextInt(60);
        for (int step = 0; step < steps; step++) {
            int rank = random.nextInt(ranks);
            if (random.nextBoolean()) {
                add(program, ofRank.get(rank), program.compute(rank, 7, 0), random);
            } else {
                int to = (rank + 1 + random.nextInt(ranks - 1)) % ranks;
                // A tag of its own: which of several comes first is another question.
                add(program, ofRank.get(rank), program.send(rank, to, step, 8), random);
                add(program, ofRank.get(to), program.receive(to, rank, step, 8), random);
            }
        }
        return program.build();
    }

    private static void add(
            ProgramBuilder program, List<Integer> ofRank, int operation, Random random) {
        for (int earlier : ofRank) {
            if (random.nextInt(4) == 0) {
                program.require(operation, earlier);
            }
        }
        ofRank.add(operation);
    }

    private static String refusal(ProgramBuilder program) {
        return assertThrows(ProgramException.class, () -> Matching.of(program.build()))
                .getMessage();
    }
}
