package io.losslab.orchestrator.backend.live;

import io.losslab.devices.failure.CommandFailure;
import io.losslab.devices.ssh.ParallelHosts;
import io.losslab.driver.host.HostAgentClient;
import io.losslab.orchestrator.backend.LabClock;
import io.losslab.orchestrator.backend.LabTime;
import io.losslab.softswitch.live.LiveFabric;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.function.BiConsumer;

/**
 * The time of a lab with real frames: the wall's, slowed down, from when the lab is first let run.
 */
final class LiveTime implements LabClock {
    /** Until the epoch: all agents must have heard of it before. */
    private static final long LEAD_NANOS = 2_000_000_000L;

    private static final long STEP_NANOS = 200_000_000;

    private final LiveFabric switches;
    private final List<HostAgentClient> agents;
    private boolean started;

    LiveTime(LiveFabric switches, List<HostAgentClient> agents) {
        this.switches = switches;
        this.agents = agents;
    }

    @Override
    public boolean passesByItself() {
        return true;
    }

    @Override
    public LabTime runUntil(long untilNanos, BiConsumer<Long, Long> onProgress) {
        if (!started) {
            start();
            started = true;
        }
        while (switches.clock().nowNanos() < untilNanos) {
            rest(untilNanos);
            long now = Math.min(switches.clock().nowNanos(), untilNanos);
            onProgress.accept(
                    Math.max(0, now), onFabric(() -> switches.fabric().counters().packetHops()));
        }
        boolean quiet = isQuiet();
        return new LabTime(
                switches.clock().nowNanos(),
                onFabric(() -> switches.fabric().counters().packetHops()),
                quiet ? 0 : LabTime.UNKNOWN,
                0,
                null);
    }

    private void start() {
        // Provisioning left garbage: its collection later would make frames late.
        System.gc();
        long epoch = System.nanoTime() + LEAD_NANOS;
        switches.startClockAt(epoch);
        ParallelHosts.all(
                agents,
                agent -> "an agent",
                agent -> {
                    agent.startClock(epoch);
                    return agent;
                });
        if (System.nanoTime() > epoch) {
            throw CommandFailure.failed(
                    "the agents did not receive the start time within %d ms"
                            .formatted(LEAD_NANOS / 1_000_000),
                    "the machine is too busy: stop other programs, or use fewer hosts");
        }
    }

    /** Whether nothing is on its way any more: no message is open and the fabric is empty. */
    private boolean isQuiet() {
        boolean open = false;
        for (HostAgentClient agent : agents) {
            open |= agent.counters().getOutstandingMessages() > 0;
        }
        return !open && onFabric(() -> switches.fabric().counters().inFlight().packets()) == 0;
    }

    private void rest(long untilNanos) {
        long left = untilNanos - switches.clock().nowNanos();
        try {
            TimeUnit.NANOSECONDS.sleep(Math.min(STEP_NANOS, switches.clock().wallNanos(left)));
        } catch (InterruptedException e) {
            throw CommandFailure.interrupted(e);
        }
    }

    private <T> T onFabric(Callable<T> task) {
        try {
            return switches.executor().submit(task).get();
        } catch (ExecutionException e) {
            throw e.getCause() instanceof RuntimeException cause
                    ? cause
                    : new IllegalStateException(e.getCause());
        } catch (InterruptedException e) {
            throw CommandFailure.interrupted(e);
        }
    }
}
