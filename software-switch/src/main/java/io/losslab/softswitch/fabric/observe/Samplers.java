package io.losslab.softswitch.fabric.observe;

import io.losslab.softswitch.fabric.engine.Agenda;
import io.losslab.softswitch.fabric.engine.EventKind;
import io.losslab.softswitch.fabric.engine.Records;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;

/** Who wants to look at the fabric every so often, or once, in virtual time. */
public final class Samplers {
    /** One; with interval 0 it is called once. */
    private record Sampler(Runnable action, long intervalPicos) {}

    private final Agenda agenda;
    private final Records records;

    /** By the number its events carry; null where it was removed. */
    private final List<Sampler> samplers = new ArrayList<>();

    /** Numbers of those that were called once. */
    private final ArrayDeque<Integer> free = new ArrayDeque<>();

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

    /** Calls an observer once, at a time that has not passed. */
    public void once(long atNanos, Runnable action) {
        Sampler sampler = new Sampler(action, 0);
        int number = free.isEmpty() ? samplers.size() : free.pop();
        if (number == samplers.size()) {
            samplers.add(sampler);
        } else {
            samplers.set(number, sampler);
        }
        agenda.schedule(EventKind.SAMPLE, 0, number, 0, atNanos * 1000);
    }

    /** Stops calling an observer. */
    public void remove(Runnable action) {
        samplers.replaceAll(
                sampler -> sampler != null && sampler.action() == action ? null : sampler);
    }

    public void onDue(int id) {
        int number = records.flow(id);
        Sampler sampler = samplers.get(number);
        if (sampler == null) {
            records.release(id);
            return;
        }
        if (sampler.intervalPicos() == 0) {
            records.release(id);
            samplers.set(number, null);
            free.push(number);
            sampler.action().run();
            return;
        }
        sampler.action().run();
        agenda.put(id, agenda.nowPicos() + sampler.intervalPicos());
    }
}
