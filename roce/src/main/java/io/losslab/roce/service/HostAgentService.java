package io.losslab.roce.service;

import io.grpc.stub.StreamObserver;
import io.losslab.api.rpc.EventBatches;
import io.losslab.api.rpc.Replies;
import io.losslab.api.traffic.FlowLog;
import io.losslab.api.traffic.FlowSpec;
import io.losslab.api.traffic.HostProgram;
import io.losslab.api.traffic.IterationLog;
import io.losslab.proto.v1.AgentStatistics;
import io.losslab.proto.v1.FlowRecords;
import io.losslab.proto.v1.HostAgentGrpc;
import io.losslab.proto.v1.HostConfig;
import io.losslab.proto.v1.HostCounters;
import io.losslab.proto.v1.HostInfo;
import io.losslab.proto.v1.HostRequest;
import io.losslab.proto.v1.IncomingFlows;
import io.losslab.proto.v1.IterationRecords;
import io.losslab.proto.v1.PauseCharges;
import io.losslab.proto.v1.PauseResponder;
import io.losslab.proto.v1.PortFrames;
import io.losslab.proto.v1.QueueEvents;
import io.losslab.proto.v1.SendPausesRequest;
import io.losslab.proto.v1.SendPausesResponse;
import io.losslab.proto.v1.StartClockRequest;
import io.losslab.proto.v1.StartTrafficRequest;
import io.losslab.proto.v1.StartTrafficResponse;
import io.losslab.proto.v1.StopTrafficResponse;
import io.losslab.proto.v1.TrafficFlow;
import io.losslab.proto.v1.WatchPortRequest;
import io.losslab.proto.v1.WatchPortResponse;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;

/** The host agent of all hosts behind one server. */
public final class HostAgentService extends HostAgentGrpc.HostAgentImplBase {
    private static final int ROWS_A_MESSAGE = 8_192;

    private final HostEndPoints hosts;

    /** In force, by host id; on the hosts' thread only. */
    private final Map<Long, HostConfig> configs = new HashMap<>();

    public HostAgentService(HostEndPoints hosts) {
        this.hosts = hosts;
    }

    @Override
    public void getHost(HostRequest request, StreamObserver<HostInfo> responses) {
        answer(request.getHostId(), responses, HostEndPoint::describe);
    }

    @Override
    public void startClock(StartClockRequest request, StreamObserver<HostInfo> responses) {
        answer(
                request.getHostId(),
                responses,
                host -> {
                    host.startClock(request);
                    return host.describe();
                });
    }

    @Override
    public void configureHost(HostConfig request, StreamObserver<HostConfig> responses) {
        answer(
                request.getHostId(),
                responses,
                host -> {
                    host.configure(request);
                    configs.put(request.getHostId(), request);
                    return request;
                });
    }

    @Override
    public void getHostConfig(HostRequest request, StreamObserver<HostConfig> responses) {
        long id = request.getHostId();
        answer(id, responses, host -> configs.computeIfAbsent(id, key -> defaults(key, host)));
    }

    @Override
    public void startTraffic(
            StartTrafficRequest request, StreamObserver<StartTrafficResponse> responses) {
        answer(
                request.getHostId(),
                responses,
                host -> {
                    check(request.getIncoming());
                    start(host, request);
                    if (request.hasIncoming()) {
                        host.expect(request.getIncoming());
                    }
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
                host -> {
                    host.stopTraffic();
                    return StopTrafficResponse.getDefaultInstance();
                });
    }

    @Override
    public void collectFlowRecords(HostRequest request, StreamObserver<FlowRecords> responses) {
        Replies.all(
                responses, () -> messages(hosts.call(request.getHostId(), HostEndPoint::drainLog)));
    }

    @Override
    public void collectIterations(HostRequest request, StreamObserver<IterationRecords> responses) {
        Replies.all(
                responses,
                () -> iterations(hosts.call(request.getHostId(), HostEndPoint::drainIterations)));
    }

    @Override
    public void collectPauseCharges(HostRequest request, StreamObserver<PauseCharges> responses) {
        Replies.all(responses, () -> hosts.call(request.getHostId(), HostEndPoint::pauseCharges));
    }

    @Override
    public void collectEvents(HostRequest request, StreamObserver<QueueEvents> responses) {
        Replies.all(
                responses,
                () -> EventBatches.of(hosts.call(request.getHostId(), HostEndPoint::events)));
    }

    @Override
    public void getHostCounters(HostRequest request, StreamObserver<HostCounters> responses) {
        answer(request.getHostId(), responses, HostEndPoint::counters);
    }

    @Override
    public void getAgentStatistics(HostRequest request, StreamObserver<AgentStatistics> responses) {
        answer(request.getHostId(), responses, HostEndPoint::statistics);
    }

    @Override
    public void sendPauses(
            SendPausesRequest request, StreamObserver<SendPausesResponse> responses) {
        answer(
                request.getHostId(),
                responses,
                host -> {
                    PauseRequests.check(request);
                    return SendPausesResponse.newBuilder()
                            .setTimeNs(host.sendPauses(request))
                            .build();
                });
    }

    @Override
    public void watchPort(WatchPortRequest request, StreamObserver<WatchPortResponse> responses) {
        answer(
                request.getHostId(),
                responses,
                host ->
                        WatchPortResponse.newBuilder()
                                .setTimeNs(host.watchPort(request.getPort(), request.getWatched()))
                                .build());
    }

    @Override
    public void collectPortFrames(HostRequest request, StreamObserver<PortFrames> responses) {
        Replies.all(responses, () -> hosts.call(request.getHostId(), HostEndPoint::portFrames));
    }

    /** One answer, worked out on the host's thread. */
    private <T> void answer(
            long hostId, StreamObserver<T> responses, Function<HostEndPoint, T> work) {
        Replies.one(responses, () -> hosts.call(hostId, work));
    }

    private static HostConfig defaults(long hostId, HostEndPoint host) {
        return HostConfig.newBuilder()
                .setHostId(hostId)
                .setMtuBytes(host.defaultMtuBytes())
                .setAckEveryPackets(1)
                .setPauseResponder(
                        PauseResponder.newBuilder()
                                .setPriorities(0xFF)
                                .setTimer(PauseResponder.Timer.QUANTA))
                .build();
    }

    private static void check(IncomingFlows incoming) {
        int rows = incoming.getFlowIdCount();
        if (incoming.getSrcIpv4Count() != rows || incoming.getUdpSourcePortCount() != rows) {
            throw new IllegalArgumentException(
                    "incoming: columns must have equal length, not %d, %d and %d"
                            .formatted(
                                    rows,
                                    incoming.getSrcIpv4Count(),
                                    incoming.getUdpSourcePortCount()));
        }
    }

    /** Checks every flow and program before the first is added. */
    private static void start(HostEndPoint host, StartTrafficRequest request) {
        List<TrafficFlow> flows = request.getFlowsList();
        List<FlowSpec> specs = new ArrayList<>();
        Set<Integer> ids = new HashSet<>();
        for (TrafficFlow flow : flows) {
            if (!ids.add(flow.getFlowId())) {
                throw new IllegalArgumentException("flow_id " + flow.getFlowId() + " is taken");
            }
            specs.add(host.read(flow));
        }
        List<HostProgram> programs = PostedFlows.read(request.getProgramsList(), specs);
        for (int i = 0; i < specs.size(); i++) {
            host.add(specs.get(i), flows.get(i));
        }
        programs.forEach(host::add);
    }

    private static List<IterationRecords> iterations(List<IterationLog.Iteration> log) {
        List<IterationRecords> messages = new ArrayList<>();
        for (int from = 0; from < log.size(); from += ROWS_A_MESSAGE) {
            IterationRecords.Builder rows = IterationRecords.newBuilder();
            for (IterationLog.Iteration row :
                    log.subList(from, Math.min(log.size(), from + ROWS_A_MESSAGE))) {
                rows.addProgramId(row.program())
                        .addIteration(row.number())
                        .addBeginNs(row.beginNanos())
                        .addEndNs(row.endNanos());
            }
            messages.add(rows.build());
        }
        return messages;
    }

    private static List<FlowRecords> messages(FlowLog log) {
        List<FlowRecords> messages = new ArrayList<>();
        for (int from = 0; from < log.size(); from += ROWS_A_MESSAGE) {
            messages.add(rows(log, from, Math.min(log.size(), from + ROWS_A_MESSAGE)));
        }
        return messages;
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
