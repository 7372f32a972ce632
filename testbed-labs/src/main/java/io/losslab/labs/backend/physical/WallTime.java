package io.losslab.labs.backend.physical;

import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.losslab.devices.failure.CommandFailure;
import io.losslab.devices.failure.Rest;
import io.losslab.devices.ssh.ParallelHosts;
import io.losslab.driver.DeviceException;
import io.losslab.driver.host.HostAgentClient;
import io.losslab.labs.backend.LabClock;
import io.losslab.labs.backend.LabTime;
import io.losslab.proto.v1.DeliveryClock;
import io.losslab.proto.v1.HostInfo;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;

/**
 * The time of real devices: the wall's, which agents count from the same moment, as near as a call
 * to each of them can tell it.
 */
final class WallTime implements LabClock {
    private static final long STEP_NANOS = 200_000_000;

    /** Until the run's time is zero: all agents must have their traffic before. */
    private static final long LEAD_NANOS = 3_000_000_000L;

    private static final long LEAD_NANOS_AN_AGENT = 50_000_000;

    private final Map<String, HostAgentClient> agents;
    private long startedAt;

    /** Whether {@code startedAt} is known; written after it. */
    private volatile boolean prepared;

    private boolean started;

    /**
     * Makes the time of a lab.
     *
     * @param agents by their hosts' names in messages
     */
    WallTime(Map<String, HostAgentClient> agents) {
        this.agents = Map.copyOf(agents);
    }

    @Override
    public void prepare(long leadNanos) {
        long agentsLead = agents.isEmpty() ? 0 : LEAD_NANOS + agents.size() * LEAD_NANOS_AN_AGENT;
        startedAt = System.nanoTime() + Math.max(leadNanos, agentsLead);
        prepared = true;
        ParallelHosts.all(
                        List.copyOf(agents.keySet()), name -> name, name -> start(agents.get(name)))
                .forEach(this::check);
    }

    @Override
    public boolean passesByItself() {
        return true;
    }

    @Override
    public long nowNanos() {
        return prepared ? System.nanoTime() - startedAt : -1;
    }

    @Override
    public long untilZeroNanos() {
        return Math.max(0, startedAt - System.nanoTime());
    }

    @Override
    public LabTime runUntil(long untilNanos, BiConsumer<Long, Long> onProgress) {
        if (!started) {
            requireInTime();
            started = true;
        }
        long now = System.nanoTime() - startedAt;
        while (now < untilNanos) {
            Rest.nanos(Math.min(STEP_NANOS, untilNanos - now));
            now = System.nanoTime() - startedAt;
            onProgress.accept(Math.max(0, Math.min(now, untilNanos)), 0L);
        }
        return new LabTime(now, 0, LabTime.UNKNOWN, 0, null);
    }

    /** Simulated hosts have no clock of their own: nothing is sent. */
    private HostInfo start(HostAgentClient agent) {
        try {
            return agent.startClockIn(startedAt - System.nanoTime());
        } catch (DeviceException e) {
            if (e.getCause() instanceof StatusRuntimeException status
                    && status.getStatus().getCode() == Status.Code.UNIMPLEMENTED) {
                return HostInfo.getDefaultInstance();
            }
            throw e;
        }
    }

    private void requireInTime() {
        if (!agents.isEmpty() && System.nanoTime() > startedAt) {
            throw CommandFailure.failed(
                    "%d agents did not receive their traffic before the start time"
                            .formatted(agents.size()),
                    "check the network latency to them and this machine's load");
        }
    }

    /** What an agent's figures mean here depends on how it was started. */
    private void check(String name, HostInfo agent) {
        if (agent.getTimeScale() != 0 && agent.getTimeScale() != 1) {
            throw CommandFailure.usage(
                    "%s: its agent runs with its time slowed down by %.4g; agents of a physical run must use real time"
                            .formatted(name, agent.getTimeScale()),
                    "restart the agent without --scale");
        }
        if (agents.size() > 1 && agent.getDeliveryClock() == DeliveryClock.SHARED) {
            throw CommandFailure.usage(
                    "%s: its agent assumes a clock shared with the other hosts, so FCTs would be wrong"
                            .formatted(name),
                    "restart the agent with --separate-clocks");
        }
    }
}
