package io.losslab.orchestrator.run.check;

import io.losslab.analysis.summary.Check;
import io.losslab.configs.plan.CellPlan;
import io.losslab.orchestrator.run.measure.CellReadings;
import java.util.List;

/** All checks of a cell, in the order in which they are reported. */
public final class CellChecks {
    private static final List<CellCheck> ALL =
            List.of(
                    new NoDrop(),
                    new InOrder(),
                    new ByteConservation(),
                    new NoDeadlock(),
                    new BifrostBound(),
                    new BifrostReservation(),
                    new NoThroughputLoss(),
                    new NoHolBlocking());

    private CellChecks() {}

    /** The outcome of each check that is about this cell. */
    public static List<Check> of(CellPlan plan, CellReadings readings) {
        EndedCell cell = new EndedCell(plan, readings);
        return ALL.stream().flatMap(check -> check.of(cell).stream()).toList();
    }
}
