package io.losslab.softswitch.fabric.observe;

import io.losslab.softswitch.fabric.engine.Agenda;
import io.losslab.softswitch.fabric.engine.EventKind;
import io.losslab.softswitch.fabric.engine.Records;
import java.util.ArrayList;
import java.util.List;

/** Who wants to look at the fabric every so often in virtual time. */
public final class Samplers {
    private record Sampler(Runnable action, long intervalPicos) {}

    private final Agenda agenda;
    private final Records records;

    /** By the number its events carry; null where it was removed. */
    private final List<Sampler> samplers = new ArrayList<>();

    public Samplers(Agenda agenda, Records records) {
        this.agenda = agenda;
        this.records = records;
    }

    /** Calls an observer periodically in virtual time, first at the next multiple. */
    public void add(long intervalNanos, Runnable action) {
        long intervalPicos = intervalNanos * 1000;
        samplers.add(new Sampler(action, intervalPicos));
        long first = (agenda.nowPicos() / intervalPicos + 1) * intervalPicos;
        agenda.schedule(EventKind.SAMPLE, 0, samplers.size() - 1, 0, first);
    }

    /** Stops calling an observer. */
    public void remove(Runnable action) {
        samplers.replaceAll(
                sampler -> sampler != null && sampler.action() == action ? null : sampler);
    }

    public void onDue(int id) {
        Sampler sampler = samplers.get(records.flow(id));
        if (sampler == null) {
            records.release(id);
            return;
        }
        sampler.action().run();
        agenda.put(id, agenda.nowPicos() + sampler.intervalPicos());
    }
}
