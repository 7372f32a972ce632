package io.losslab.softswitch.fabric;

import io.losslab.softswitch.fabric.engine.EventKind;
import io.losslab.softswitch.fabric.engine.Records;
import java.util.ArrayList;
import java.util.List;

/** Who wants to look at the fabric every so often in virtual time. */
final class Samplers {
    private record Sampler(Runnable action, long intervalPicos) {}

    private final Fabric fabric;
    private final Records records;

    /** By the number its events carry; null where it was removed. */
    private final List<Sampler> samplers = new ArrayList<>();

    Samplers(Fabric fabric, Records records) {
        this.fabric = fabric;
        this.records = records;
    }

    void add(Runnable action, long intervalPicos) {
        samplers.add(new Sampler(action, intervalPicos));
        int id = records.allocate();
        records.setFlowAndCursor(id, samplers.size() - 1, 0);
        records.setBody(id, 0, 0, 0, EventKind.SAMPLE, 0);
        fabric.schedule(id, (fabric.nowPicos() / intervalPicos + 1) * intervalPicos);
    }

    void remove(Runnable action) {
        samplers.replaceAll(
                sampler -> sampler != null && sampler.action() == action ? null : sampler);
    }

    void onDue(int id) {
        Sampler sampler = samplers.get(records.flow(id));
        if (sampler == null) {
            records.release(id);
            return;
        }
        sampler.action().run();
        fabric.schedule(id, fabric.nowPicos() + sampler.intervalPicos());
    }
}
