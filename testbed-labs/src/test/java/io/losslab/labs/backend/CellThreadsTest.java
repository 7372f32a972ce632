package io.losslab.labs.backend;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.losslab.configs.plan.CellPlan;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;

class CellThreadsTest {
    private final CellPlan few = TestPlans.first("benchmark/fat-tree", "size=6MB");
    private final CellPlan many = TestPlans.first("benchmark/fat-tree", "size=30MB");

    @Test
    void aCellOfFewPacketHopsRunsOnOneThreadUnlessMoreAreAskedFor() {
        assertEquals(1, parts(OptionalInt.empty(), 2, few));
        assertEquals(2, parts(OptionalInt.empty(), 2, many));
        assertEquals(2, parts(OptionalInt.of(2), 2, few));
    }

    @Test
    void cellsTakeWhatOthersLeaveFree() {
        assertEquals(1, parts(OptionalInt.empty(), 1, many));
        assertEquals(3, parts(OptionalInt.empty(), 3, many));
    }

    private static int parts(OptionalInt asked, int free, CellPlan plan) {
        return new CellThreads(asked, free, false).partition(plan).parts();
    }
}
