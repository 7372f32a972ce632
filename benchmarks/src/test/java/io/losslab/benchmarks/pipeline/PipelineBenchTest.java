package io.losslab.benchmarks.pipeline;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What is measured is what a switch does: packets leave, by the entries. */
class PipelineBenchTest {
    @Test
    void everyProgramSendsItsPacketsAndAllocatesNothingForThem() {
        List<PipelineBench.Row> rows = new ArrayList<>();
        new PipelineBench(0.2).measureAll(name -> {}, rows::add);
        assertEquals(
                List.of("pfc_forward", "pfcStar", "portfc", "ofc", "pyrrha"),
                rows.stream().map(PipelineBench.Row::program).toList());
        for (PipelineBench.Row row : rows) {
            assertTrue(row.packets() > 0, row::toString);
            assertTrue(row.tablesPerPacket() >= 2, row::toString);
            assertTrue(row.bytesAllocatedPerPacket() < 1, row::toString);
        }
    }
}
