package io.losslab.agent.service;

import io.grpc.stub.StreamObserver;
import io.losslab.agent.loop.LabClock;
import io.losslab.api.rpc.Replies;
import io.losslab.api.traffic.FlowLog;
import io.losslab.api.traffic.FlowReader;
import io.losslab.api.traffic.FlowSpec;
import io.losslab.proto.v1.AgentStatistics;
import io.losslab.proto.v1.FlowRecords;
import io.losslab.proto.v1.HostAgentGrpc;
import io.losslab.proto.v1.HostConfig;
import io.losslab.proto.v1.HostCounters;
import io.losslab.proto.v1.HostInfo;
import io.losslab.proto.v1.HostRequest;
import io.losslab.proto.v1.PauseCharges;
import io.losslab.proto.v1.PauseResponder;
import io.losslab.proto.v1.PfcConfig;
import io.losslab.proto.v1.StartClockRequest;
import io.losslab.proto.v1.StartTrafficRequest;
import io.losslab.proto.v1.StartTrafficResponse;
import io.losslab.proto.v1.StopTrafficResponse;
import io.losslab.proto.v1.TrafficFlow;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.LongFunction;

/** The host agent of the one host that this process is; as the virtual fabric's hosts answer. */
final class HostAgentService extends HostAgentGrpc.HostAgentImplBase {
    private static final int ROWS_A_MESSAGE = 8_192;

    private final AgentHost host;
    private final HostReadings readings;

    /** On the data thread only. */
    private HostConfig config;

    HostAgentService(AgentHost host) {
        this.host = host;
        readings = new HostReadings(host);
        config =
                HostConfig.newBuilder()
                        .setHostId(host.settings.hostId())
                        .setMtuBytes(Math.min(4096, host.settings.mtuBytes()))
                        .setAckEveryPackets(1)
                        .setPauseResponder(
                                PauseResponder.newBuilder()
                                        .setPriorities(0xFF)
                                        .setTimer(PfcConfig.Timer.QUANTA))
                        .build();
    }

    @Override
    public void getHost(HostRequest request, StreamObserver<HostInfo> responses) {
        answer(request.getHostId(), responses, now -> readings.describe());
    }

    @Override
    public void startClock(StartClockRequest request, StreamObserver<HostInfo> responses) {
        answer(
                request.getHostId(),
                responses,
                now -> {
                    startClock(moment(request), now);
                    return readings.describe();
                });
    }

    @Override
    public void configureHost(HostConfig request, StreamObserver<HostConfig> responses) {
        answer(
                request.getHostId(),
                responses,
                now -> {
                    new HostConfiguration(host, request).apply();
                    config = request;
                    return request;
                });
    }

    @Override
    public void getHostConfig(HostRequest request, StreamObserver<HostConfig> responses) {
        answer(request.getHostId(), responses, now -> config);
    }

    @Override
    public void startTraffic(
            StartTrafficRequest request, StreamObserver<StartTrafficResponse> responses) {
        answer(
                request.getHostId(),
                responses,
                now -> {
                    start(request.getFlowsList(), now);
                    return StartTrafficResponse.newBuilder()
                            .setAcceptedFlows(request.getFlowsCount())
                            .build();
                });
    }

    @Override
    public void stopTraffic(HostRequest request, StreamObserver<StopTrafficResponse> responses) {
        answer(
                request.getHostId(),
                responses,
                now -> {
                    host.traffic.stop(now);
                    return StopTrafficResponse.getDefaultInstance();
                });
    }

    @Override
    public void collectFlowRecords(HostRequest request, StreamObserver<FlowRecords> responses) {
        stream(
                request.getHostId(),
                responses,
                () -> {
                    FlowLog log = host.call(now -> host.traffic.drainLog());
                    for (int from = 0; from < log.size(); from += ROWS_A_MESSAGE) {
                        int to = Math.min(log.size(), from + ROWS_A_MESSAGE);
                        responses.onNext(rows(log, from, to));
                    }
                });
    }

    /** Hosts charge no pauses; the switches see whose they are. */
    @Override
    public void collectPauseCharges(HostRequest request, StreamObserver<PauseCharges> responses) {
        stream(request.getHostId(), responses, () -> {});
    }

    @Override
    public void getHostCounters(HostRequest request, StreamObserver<HostCounters> responses) {
        answer(request.getHostId(), responses, readings::counters);
    }

    @Override
    public void getAgentStatistics(HostRequest request, StreamObserver<AgentStatistics> responses) {
        answer(request.getHostId(), responses, readings::statistics);
    }

    private static long moment(StartClockRequest request) {
        return request.hasInNs() ? System.nanoTime() + request.getInNs() : request.getEpochNs();
    }

    /** Lets a clock pass that stands; where it passes already, a run begins on it. */
    private void startClock(long moment, long nowNanos) {
        LabClock clock = host.settings.clock();
        if (clock.isStanding()) {
            clock.startAt(moment);
            return;
        }
        host.traffic.beginRun(clock.nanosAt(moment));
        readings.beginRun(nowNanos);
    }

    /** One answer, worked out on the data thread. */
    private <T> void answer(long hostId, StreamObserver<T> responses, LongFunction<T> work) {
        Replies.one(
                responses,
                () -> {
                    check(hostId);
                    return host.call(work);
                });
    }

    private void stream(long hostId, StreamObserver<?> responses, Runnable messages) {
        try {
            check(hostId);
            messages.run();
        } catch (RuntimeException e) {
            responses.onError(Replies.statusOf(e).asRuntimeException());
            return;
        }
        responses.onCompleted();
    }

    private void check(long hostId) {
        if (hostId != host.settings.hostId()) {
            throw Replies.notFound(
                    "no host has host_id %d here; this agent is %s, host_id %d"
                            .formatted(hostId, host.settings.name(), host.settings.hostId()));
        }
    }

    /** Checks every flow before the first is added. */
    private void start(List<TrafficFlow> flows, long nowNanos) {
        List<FlowSpec> specs = new ArrayList<>();
        Set<Integer> ids = new HashSet<>();
        for (TrafficFlow flow : flows) {
            if (!ids.add(flow.getFlowId())) {
                throw new IllegalArgumentException("flow_id " + flow.getFlowId() + " is taken");
            }
            if (flow.getDstIpv4().size() != 4) {
                throw new IllegalArgumentException(
                        "flow %d: dst_ipv4 must have 4 octets, not %d"
                                .formatted(flow.getFlowId(), flow.getDstIpv4().size()));
            }
            FlowSpec spec =
                    FlowReader.read(flow, (int) host.settings.hostId(), flow.getDstHostId());
            host.traffic.check(spec);
            specs.add(spec);
        }
        for (int i = 0; i < specs.size(); i++) {
            int destination = HostConfiguration.ipv4(flows.get(i).getDstIpv4());
            TrafficFlow flow = flows.get(i);
            if (flow.getWayCount() > 0) {
                long[] way = flow.getWayList().stream().mapToLong(Long::longValue).toArray();
                host.device.setWay(destination, flow.getUdpSourcePort(), way);
            }
            host.traffic.add(specs.get(i), destination, flow.getBaseRttNs(), nowNanos);
        }
    }

    private static FlowRecords rows(FlowLog log, int from, int to) {
        FlowRecords.Builder rows = FlowRecords.newBuilder();
        for (int row = from; row < to; row++) {
            rows.addFlowId(log.flow(row))
                    .addBytes(log.bytes(row))
                    .addStartNs(log.startNanos(row))
                    .addEndNs(log.endNanos(row))
                    .addRetransmits(log.retransmits(row));
        }
        return rows.build();
    }
}
