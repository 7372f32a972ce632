package io.losslab.traffic.trace;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.losslab.traffic.program.Matching;
import io.losslab.traffic.program.Program;
import io.losslab.traffic.program.Program.Kind;
import java.io.IOException;
import java.io.StringReader;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class GoalReaderTest {
    @Test
    void readsOperationsAndTheirDependencies() throws Exception {
        Program program =
                read(
                        """
                        num_ranks 2 // two
                        rank 0 {
                        l1: calc 100 cpu 1
                        l2: send 10b to 1 tag 5 cpu 0 nic 0
                        l2 requires l1 /* a comment
                        over lines */
                        }
                        rank 1 { l1: recv 10b from 0 tag 5; l2: calc 7; l2 requires l1 }
                        """);
        assertEquals(4, program.operations());
        assertEquals(Kind.COMPUTE, program.kind(0));
        assertEquals(100, program.nanos(0));
        assertEquals(1, program.tag(0));
        assertEquals(0, program.requirement(1, 0));
        assertEquals("rank 0: send 10 B to 1, tag 5 (line 4)", program.describe(1));
        assertEquals(2, program.requirement(3, 0));
        assertEquals(1, Matching.of(program).connections().size());
    }

    @Test
    void whatIrequiresAnOperationWaitsForWhatThatOneWaitsFor() throws Exception {
        Program program =
                read(
                        """
                        num_ranks 1
                        rank 0 {
                        a: calc 10
                        b: calc 20
                        b requires a
                        c: calc 30
                        c irequires b
                        }
                        """);
        // Operations: a, b, c, and in between one without time for the beginning of b.
        int c = program.operations() - 2;
        int begin = program.requirement(c, 0);
        assertEquals(30, program.nanos(c));
        assertEquals(Program.NO_STREAM, program.tag(begin));
        assertEquals(0, program.nanos(begin));
        assertEquals(0, program.requirement(begin, 0));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "rank 0 {                          | 1 | a rank stands in front of num_ranks",
                "num_ranks 2;rank 2 {              | 1 | '2' is not the rank of a block",
                "num_ranks 2;rank 0 { x: send 1 to 1 | 1 | 'to' stands here",
                "num_ranks 2;rank 0 { x: recv 1b from -1 | 1 | any source and any tag (-1) are not"
                        + " replayed: who sends is not known before",
                "num_ranks 2;rank 0 { x: send 1b to 0 | 1 | rank 0 sends to itself",
                "num_ranks 2;rank 0 { x: send 3000000000b to 1 | 1 | '3000000000' is not a number"
                        + " of bytes",
                "num_ranks 2;rank 0 { x: calc 1;x requires y } | 1 | rank 0 has no operation 'y'",
                "num_ranks 2;rank 0 { x: calc 1    | 1 | the block of rank 0 has no end",
                "num_ranks 2;rank 0 { x: calc 1 2 } | 1 | '2' stands behind a statement",
                "''                                | 0 | the file has no num_ranks"
            })
    void whatIsWrongIsToldWithItsLine(String text, int line, String problem) {
        TraceException wrong = assertThrows(TraceException.class, () -> read(text));
        assertEquals(problem, wrong.problem());
        assertEquals(line, wrong.line());
        assertEquals("x.goal", wrong.file());
    }

    private static Program read(String text) throws IOException, TraceException {
        return GoalReader.read("x.goal", new StringReader(text));
    }
}
