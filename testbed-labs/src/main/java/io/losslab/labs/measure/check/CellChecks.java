package io.losslab.labs.measure.check;

import io.losslab.analysis.summary.Check;
import io.losslab.configs.plan.CellPlan;
import io.losslab.labs.measure.CellReadings;
import java.util.List;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

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
                    new NoHolBlocking(),
                    new NoStrayFrames());

    private static final Logger LOG = LoggerFactory.getLogger(CellChecks.class);

    private CellChecks() {}

    /** The outcome of each check that is about this cell. */
    public static List<Check> of(CellPlan plan, CellReadings readings) {
        EndedCell cell = new EndedCell(plan, readings);
        return ALL.stream().flatMap(check -> evaluate(check, cell).stream()).toList();
    }

    /**
     * What a device reports must not end a run whose results are there: the check fails instead.
     */
    static Optional<Check> evaluate(CellCheck check, EndedCell cell) {
        try {
            return check.of(cell);
        } catch (RuntimeException e) {
            LOG.error("the check '{}' could not be evaluated", check.name(), e);
            return Optional.of(
                    Check.failed(
                            check.name(),
                            "could not be evaluated (a bug in losslab; see log.txt): " + e));
        }
    }
}
