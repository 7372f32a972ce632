package io.losslab.softswitch.fabric.observe;

import java.util.ArrayList;
import java.util.List;
import java.util.function.LongSupplier;

/**
 * Who wants to look at the fabric every so often in virtual time. One who looks sees all that
 * happened before, and nothing of what happens at that very time.
 */
public final class Samplers {
    /** One of them. */
    private static final class Sampler {
        final Runnable action;
        final long intervalPicos;
        long nextPicos;
        boolean removed;

        Sampler(Runnable action, long intervalPicos, long nextPicos) {
            this.action = action;
            this.intervalPicos = intervalPicos;
            this.nextPicos = nextPicos;
        }
    }

    private final LongSupplier nowPicos;

    /** In the order they were added, which is that in which they look. */
    private final List<Sampler> samplers = new ArrayList<>();

    private long nextPicos = Long.MAX_VALUE;

    public Samplers(LongSupplier nowPicos) {
        this.nowPicos = nowPicos;
    }

    /** Calls an observer periodically in virtual time, first at the next multiple. */
    public void add(long intervalNanos, Runnable action) {
        long interval = intervalNanos * 1000;
        long first = (nowPicos.getAsLong() / interval + 1) * interval;
        samplers.add(new Sampler(action, interval, first));
        nextPicos = Math.min(nextPicos, first);
    }

    /** Stops calling an observer. */
    public void remove(Runnable action) {
        for (Sampler sampler : samplers) {
            sampler.removed |= sampler.action == action;
        }
        samplers.removeIf(sampler -> sampler.removed);
        findNext();
    }

    /** When the next one looks; {@link Long#MAX_VALUE} where none does. */
    public long nextPicos() {
        return nextPicos;
    }

    /** Calls those who look at {@link #nextPicos}, which is now. */
    public void look() {
        long now = nextPicos;
        for (Sampler sampler : List.copyOf(samplers)) {
            if (sampler.nextPicos == now && !sampler.removed) {
                sampler.nextPicos += sampler.intervalPicos;
                sampler.action.run();
            }
        }
        findNext();
    }

    private void findNext() {
        nextPicos = Long.MAX_VALUE;
        for (Sampler sampler : samplers) {
            nextPicos = Math.min(nextPicos, sampler.nextPicos);
        }
    }
}
