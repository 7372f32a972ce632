package io.losslab.services.p4runtime.execution;

import io.losslab.p4.extern.Meter;
import io.losslab.p4.extern.MeterArray;
import io.losslab.p4.extern.SingleRateMeter;
import io.losslab.p4.extern.TwoRateMeter;
import io.losslab.p4.runtime.P4Switch;
import io.losslab.proto.p4.v1.MeterConfig;
import io.losslab.services.p4runtime.entity.Cells;
import io.losslab.services.p4runtime.entity.Journal;
import java.util.HashMap;
import java.util.Map;

/** The configurations of a program's indirect meters. */
final class MeterCells implements Cells<MeterConfig> {
    private final MeterArray array;
    private final ProgramChanges changes;
    private final Map<Integer, MeterConfig> configs = new HashMap<>();

    MeterCells(MeterArray array, ProgramChanges changes) {
        this.array = array;
        this.changes = changes;
    }

    /**
     * The meter of a configuration, full from now on; null for none. Only a single-rate
     * three-colour meter may have an excess burst; without one, RFC 2697 colours as RFC 2698 does
     * with two equal rates.
     */
    static Meter meter(MeterConfig config, P4Switch runs) {
        if (config == null) {
            return null;
        }
        long now = runs.nowNanos();
        return config.getEburst() == 0
                ? new TwoRateMeter(
                        config.getCir(),
                        config.getCburst(),
                        config.getPir(),
                        config.getPburst(),
                        now)
                : new SingleRateMeter(config.getCir(), config.getCburst(), config.getEburst(), now);
    }

    @Override
    public void refresh() {}

    @Override
    public MeterConfig get(int index) {
        return configs.get(index);
    }

    @Override
    public void set(int index, MeterConfig value, Journal journal) {
        journal.put(configs, index, value);
        changes.add(runs -> array.set(index, meter(value, runs)), journal);
    }

    @Override
    public void adopt(Cells<MeterConfig> previous) {}
}
