package io.losslab.labs.backend.live;

import io.losslab.devices.failure.CommandFailure;
import io.losslab.devices.failure.Rest;
import io.losslab.devices.ssh.ParallelHosts;
import io.losslab.driver.DeviceException;
import io.losslab.driver.host.HostAgentClient;
import io.losslab.labs.backend.LabClock;
import io.losslab.labs.backend.LabTime;
import io.losslab.softswitch.live.LiveFabric;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.function.BiConsumer;

/**
 * The time of a lab with real frames: the wall's, slowed down, from when the lab is first let run.
 */
final class LiveTime implements LabClock {
    /** Until the epoch: all agents must have their traffic before. */
    private static final long LEAD_NANOS = 3_000_000_000L;

    private static final long LEAD_NANOS_AN_AGENT = 50_000_000;
    private static final int ATTEMPTS = 4;
    private static final long STEP_NANOS = 200_000_000;
    private static final String NO_DEADLOCK = "";

    private final LiveFabric switches;
    private final List<HostAgentClient> agents;
    private long epochNanos;

    /** How long before the epoch it was set. */
    private long leadNanos;

    private boolean started;

    LiveTime(LiveFabric switches, List<HostAgentClient> agents) {
        this.switches = switches;
        this.agents = agents;
    }

    /**
     * Begins a run on the agents, which forget the traffic of the one before. Where a busy machine
     * needs long to tell them, it begins later.
     */
    @Override
    public void prepare(long leastLeadNanos) {
        // Provisioning left garbage: its collection later would make frames late.
        System.gc();
        long lead = Math.max(leastLeadNanos, LEAD_NANOS + agents.size() * LEAD_NANOS_AN_AGENT);
        for (int attempt = 1; attempt == 1 || untilZeroNanos() < lead / 2; attempt++) {
            if (attempt > ATTEMPTS) {
                throw late("the agents did not receive the start time");
            }
            leadNanos = lead * attempt;
            epochNanos = System.nanoTime() + leadNanos;
            ParallelHosts.all(
                    agents,
                    agent -> "an agent",
                    agent -> {
                        agent.startClock(epochNanos, switches.clock().scale());
                        return agent;
                    });
        }
        switches.startClockAt(epochNanos);
    }

    @Override
    public long untilZeroNanos() {
        return Math.max(0, epochNanos - System.nanoTime());
    }

    @Override
    public boolean passesByItself() {
        return true;
    }

    @Override
    public long nowNanos() {
        return switches.clock().nowNanos();
    }

    @Override
    public LabTime runUntil(long untilNanos, BiConsumer<Long, Long> onProgress) {
        if (!started) {
            requireInTime();
            started = true;
        }
        String deadlock = NO_DEADLOCK;
        while (deadlock.isEmpty() && switches.clock().nowNanos() < untilNanos) {
            rest(untilNanos);
            long now = Math.min(switches.clock().nowNanos(), untilNanos);
            onProgress.accept(
                    Math.max(0, now), onFabric(() -> switches.fabric().counters().packetHops()));
            deadlock = onFabric(this::deadlock);
        }
        boolean quiet = isQuiet();
        return new LabTime(
                switches.clock().nowNanos(),
                onFabric(() -> switches.fabric().counters().packetHops()),
                quiet ? 0 : LabTime.UNKNOWN,
                0,
                deadlock);
    }

    /** Among switches: what waits in relaying hosts is not seen. */
    private String deadlock() {
        return Objects.requireNonNullElse(switches.fabric().findDeadlock(), NO_DEADLOCK);
    }

    private void requireInTime() {
        if (System.nanoTime() > epochNanos) {
            throw late("the agents did not receive their traffic");
        }
    }

    private CommandFailure late(String problem) {
        return CommandFailure.failed(
                "%s within %d ms".formatted(problem, leadNanos / 1_000_000),
                "the machine is too busy: stop other programs, or use fewer hosts");
    }

    /** Whether the agents can begin another run: they answer, and no message is open. */
    boolean isSettled() {
        try {
            return !isOpen();
        } catch (DeviceException e) {
            return false;
        }
    }

    /** Whether nothing is on its way any more: no message is open and the fabric is empty. */
    private boolean isQuiet() {
        return !isOpen() && onFabric(() -> switches.fabric().counters().inFlight().packets()) == 0;
    }

    private boolean isOpen() {
        boolean open = false;
        for (HostAgentClient agent : agents) {
            open |= agent.counters().getOutstandingMessages() > 0;
        }
        return open;
    }

    private void rest(long untilNanos) {
        long left = untilNanos - switches.clock().nowNanos();
        Rest.nanos(Math.min(STEP_NANOS, switches.clock().wallNanos(left)));
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
