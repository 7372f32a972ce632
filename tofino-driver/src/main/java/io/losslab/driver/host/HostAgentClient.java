package io.losslab.driver.host;

import io.grpc.CallOptions;
import io.losslab.driver.DeviceChannel;
import io.losslab.driver.DeviceException;
import io.losslab.proto.v1.AgentStatistics;
import io.losslab.proto.v1.FlowRecords;
import io.losslab.proto.v1.HostAgentGrpc;
import io.losslab.proto.v1.HostConfig;
import io.losslab.proto.v1.HostCounters;
import io.losslab.proto.v1.HostInfo;
import io.losslab.proto.v1.HostRequest;
import io.losslab.proto.v1.IterationRecords;
import io.losslab.proto.v1.PauseCharges;
import io.losslab.proto.v1.PortFrames;
import io.losslab.proto.v1.QueueEvents;
import io.losslab.proto.v1.SendPausesRequest;
import io.losslab.proto.v1.StartClockRequest;
import io.losslab.proto.v1.StartTrafficRequest;
import io.losslab.proto.v1.TimedPause;
import io.losslab.proto.v1.TrafficFlow;
import io.losslab.proto.v1.WatchPortRequest;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;

/**
 * Controls the agent of one host. Calls block and fail with a {@link DeviceException}. Thread-safe.
 */
public final class HostAgentClient {
    private final DeviceChannel channel;
    private final long hostId;

    /** A client of one of the hosts behind a channel. */
    public HostAgentClient(DeviceChannel channel, long hostId) {
        this.channel = channel;
        this.hostId = hostId;
    }

    /** What the host is and which ports it has. */
    public HostInfo describe() {
        return channel.unary(HostAgentGrpc.getGetHostMethod(), self());
    }

    /**
     * Begins a run on an agent: flows and counters of the one before are forgotten.
     *
     * @param epochNanos reading of the host's monotonic clock at which the run's time is 0
     * @param timeScale seconds of wall clock that a second of the host's time takes from now on
     */
    public void startClock(long epochNanos, double timeScale) {
        start(
                StartClockRequest.newBuilder()
                        .setHostId(hostId)
                        .setEpochNs(epochNanos)
                        .setTimeScale(timeScale)
                        .build());
    }

    /**
     * As {@link #startClock}, on a host whose clock is its own.
     *
     * @param inNanos wall time until the run's time is 0
     * @return what the host is
     */
    public HostInfo startClockIn(long inNanos) {
        return start(StartClockRequest.newBuilder().setHostId(hostId).setInNs(inNanos).build());
    }

    private HostInfo start(StartClockRequest request) {
        return channel.unary(HostAgentGrpc.getStartClockMethod(), request);
    }

    /** The configuration in force. */
    public HostConfig configuration() {
        return channel.unary(HostAgentGrpc.getGetHostConfigMethod(), self());
    }

    /** Posts no new message; what is in flight completes. */
    public void stopTraffic() {
        channel.unary(HostAgentGrpc.getStopTrafficMethod(), self());
    }

    /**
     * Hands over the messages completed since the last call of this kind.
     *
     * @param receiver called on this thread
     */
    public void collectFlowRecords(Consumer<FlowRecords> receiver) {
        channel.collect(
                HostAgentGrpc.getCollectFlowRecordsMethod(), self(), channel.deadline(), receiver);
    }

    /**
     * Hands over the iterations of programs completed since the last call of this kind.
     *
     * @param receiver called on this thread
     */
    public void collectIterations(Consumer<IterationRecords> receiver) {
        channel.collect(
                HostAgentGrpc.getCollectIterationsMethod(), self(), channel.deadline(), receiver);
    }

    /** Paused time by cause since the start, handed over in batches. */
    public void collectPauseCharges(Consumer<PauseCharges> receiver) {
        channel.collect(
                HostAgentGrpc.getCollectPauseChargesMethod(),
                self(),
                CallOptions.DEFAULT,
                receiver);
    }

    /** Pauses, resumes, drops and violations since the last call, handed over in batches. */
    public void collectEvents(Consumer<QueueEvents> receiver) {
        channel.collect(
                HostAgentGrpc.getCollectEventsMethod(), self(), CallOptions.DEFAULT, receiver);
    }

    /** Adds flows; they start at their own times, or at once. */
    public void startTraffic(List<TrafficFlow> flows) {
        channel.unary(
                HostAgentGrpc.getStartTrafficMethod(),
                StartTrafficRequest.newBuilder().setHostId(hostId).addAllFlows(flows).build());
    }

    /**
     * Has a port send PFC frames, in place of those that were asked for before and are to come.
     *
     * @param port from 1
     * @param pauses in order of time
     * @return time of the host from which they count, nanoseconds
     */
    public long sendPauses(int port, List<TimedPause> pauses) {
        return channel.unary(
                        HostAgentGrpc.getSendPausesMethod(),
                        SendPausesRequest.newBuilder()
                                .setHostId(hostId)
                                .setPort(port)
                                .addAllPauses(pauses)
                                .build())
                .getTimeNs();
    }

    /**
     * Begins to note what passes a port, or ends it; what was noted is forgotten.
     *
     * @param port from 1
     */
    public void watchPort(int port, boolean watched) {
        channel.unary(
                HostAgentGrpc.getWatchPortMethod(),
                WatchPortRequest.newBuilder()
                        .setHostId(hostId)
                        .setPort(port)
                        .setWatched(watched)
                        .build());
    }

    /**
     * Hands over the frames noted since the last call of this kind.
     *
     * @param receiver called on this thread
     */
    public void collectPortFrames(Consumer<PortFrames> receiver) {
        channel.collect(
                HostAgentGrpc.getCollectPortFramesMethod(), self(), CallOptions.DEFAULT, receiver);
    }

    /** Totals now. */
    public HostCounters counters() {
        return channel.unary(HostAgentGrpc.getGetHostCountersMethod(), self());
    }

    /** The same agent, whose answers may take no longer. */
    public HostAgentClient within(Duration atMost) {
        return new HostAgentClient(channel.within(atMost), hostId);
    }

    /** How an agent with real ports does its work; simulated hosts do not tell. */
    public AgentStatistics statistics() {
        return channel.unary(HostAgentGrpc.getGetAgentStatisticsMethod(), self());
    }

    private HostRequest self() {
        return HostRequest.newBuilder().setHostId(hostId).build();
    }
}
