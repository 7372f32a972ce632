package io.losslab.orchestrator.run.cell;

import io.losslab.collectors.CellSink;
import io.losslab.configs.plan.CellPlan;
import io.losslab.configs.plan.flow.PlannedProgram;
import io.losslab.configs.traffic.TrafficGroup;
import io.losslab.configs.traffic.TrafficPattern;
import io.losslab.driver.host.HostAgentClient;
import io.losslab.proto.v1.IterationRecords;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Collection;

/** Writes down the iterations that the hosts of a cell completed. */
final class IterationRows {
    private final CellPlan plan;
    private final CellSink sink;

    IterationRows(CellPlan plan, CellSink sink) {
        this.plan = plan;
        this.sink = sink;
    }

    void write(Collection<HostAgentClient> hosts) throws IOException {
        if (plan.programs().isEmpty()) {
            return;
        }
        try {
            hosts.forEach(host -> host.collectIterations(this::write));
        } catch (UncheckedIOException e) {
            throw e.getCause();
        }
    }

    private void write(IterationRecords records) {
        try {
            for (int row = 0; row < records.getProgramIdCount(); row++) {
                PlannedProgram program = plan.programs().get(records.getProgramId(row) - 1);
                TrafficGroup group = program.group();
                int ranks = group.from().size();
                sink.iteration(
                        group.name(),
                        program.host().name(),
                        program.rank(),
                        ranks,
                        records.getIteration(row),
                        records.getBeginNs(row),
                        records.getEndNs(row),
                        busBytes(group));
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static long busBytes(TrafficGroup group) {
        TrafficPattern.Programmed pattern = (TrafficPattern.Programmed) group.pattern();
        return Math.round(pattern.source().busBytes(group.from().size()));
    }
}
