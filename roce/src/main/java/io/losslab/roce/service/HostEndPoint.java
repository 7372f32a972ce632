package io.losslab.roce.service;

import io.grpc.Status;
import io.losslab.api.traffic.FlowLog;
import io.losslab.api.traffic.FlowSpec;
import io.losslab.api.traffic.HostProgram;
import io.losslab.api.traffic.IterationLog;
import io.losslab.proto.v1.AgentStatistics;
import io.losslab.proto.v1.HostConfig;
import io.losslab.proto.v1.HostCounters;
import io.losslab.proto.v1.HostInfo;
import io.losslab.proto.v1.IncomingFlows;
import io.losslab.proto.v1.PauseCharges;
import io.losslab.proto.v1.PortFrames;
import io.losslab.proto.v1.QueueEvent;
import io.losslab.proto.v1.SendPausesRequest;
import io.losslab.proto.v1.StartClockRequest;
import io.losslab.proto.v1.TrafficFlow;
import java.util.List;

/**
 * One host, virtual or real, as the calls of a host agent see it. On the thread that owns it. What
 * cannot be is an {@code IllegalArgumentException}, what cannot be now an {@code
 * IllegalStateException}.
 */
public interface HostEndPoint {
    HostInfo describe();

    /** RoCE path MTU until a configuration says another. */
    int defaultMtuBytes();

    /** Puts a configuration in force: all of it or, where it cannot be, none. */
    void configure(HostConfig config);

    /** Reads and checks a flow, to be added after all others of its request have passed. */
    FlowSpec read(TrafficFlow flow);

    /** Adds a flow that {@link #read} let pass. */
    void add(FlowSpec spec, TrafficFlow flow);

    /**
     * Adds a program behind the flows of its request, which were checked to be what it posts to.
     */
    void add(HostProgram program);

    /** Hands over the iterations of programs completed since the last call. */
    List<IterationLog.Iteration> drainIterations();

    /**
     * From here on until the next run begins, takes packets only of flows that are named, and of
     * those named before; of hosts with real ports.
     *
     * @param incoming columns of equal length
     */
    default void expect(IncomingFlows incoming) {}

    /** Posts no new message; what is in flight completes. */
    void stopTraffic();

    /** Hands over the messages completed since the last call. */
    FlowLog drainLog();

    HostCounters counters();

    /** What happened at the host's queues since the last call, in order of time. */
    List<QueueEvent> events();

    /**
     * Sends PFC frames later on, in place of those of earlier calls that are still to come.
     *
     * @param request checked, but for its port
     * @return the host's time from which they count
     */
    long sendPauses(SendPausesRequest request);

    /**
     * Begins to note the frames that pass a port, or ends it.
     *
     * @param port from 1, not checked
     * @return the host's time
     */
    long watchPort(int port, boolean watched);

    /** Frames noted since the last call, of all ports that are watched. */
    List<PortFrames> portFrames();

    /** Paused time by cause; of hosts that know it. */
    default List<PauseCharges> pauseCharges() {
        return List.of();
    }

    /** Begins a run; of hosts with a clock of their own. */
    default void startClock(StartClockRequest request) {
        throw unimplemented("StartClock");
    }

    /** What is counted in addition to the totals; of hosts with real ports. */
    default AgentStatistics statistics() {
        throw unimplemented("GetAgentStatistics");
    }

    private static RuntimeException unimplemented(String call) {
        return Status.UNIMPLEMENTED
                .withDescription(call + " is for agents with real ports")
                .asRuntimeException();
    }
}
