package io.losslab.services.service;

import com.google.protobuf.ByteString;
import io.grpc.stub.StreamObserver;
import io.losslab.api.rpc.Replies;
import io.losslab.api.topology.Link;
import io.losslab.api.topology.Node;
import io.losslab.api.topology.Topology;
import io.losslab.api.traffic.FlowLog;
import io.losslab.api.traffic.FlowReader;
import io.losslab.api.traffic.FlowSpec;
import io.losslab.proto.v1.ClassMapEntry;
import io.losslab.proto.v1.FlowRecords;
import io.losslab.proto.v1.HostAgentGrpc;
import io.losslab.proto.v1.HostConfig;
import io.losslab.proto.v1.HostCounters;
import io.losslab.proto.v1.HostInfo;
import io.losslab.proto.v1.HostPort;
import io.losslab.proto.v1.HostRequest;
import io.losslab.proto.v1.PauseCharges;
import io.losslab.proto.v1.PauseResponder;
import io.losslab.proto.v1.PfcConfig;
import io.losslab.proto.v1.StartTrafficRequest;
import io.losslab.proto.v1.StartTrafficResponse;
import io.losslab.proto.v1.StopTrafficResponse;
import io.losslab.proto.v1.TrafficFlow;
import io.losslab.softswitch.fabric.Fabric;
import io.losslab.softswitch.fabric.PortCounters;
import io.losslab.softswitch.fabric.host.HostSettings;
import io.losslab.softswitch.fabric.host.HostTotals;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The host agent of every simulated host of a fabric. */
final class HostAgentService extends HostAgentGrpc.HostAgentImplBase {
    private static final int ROWS_A_MESSAGE = 8_192;
    private static final String VERSION = "virtual";

    private final FabricThread fabric;
    private final Map<Long, Node> hosts = new HashMap<>();

    /** On the fabric's thread only. */
    private final Map<Integer, HostConfig> configs = new HashMap<>();

    private final Map<Integer, Integer> hostOfFlow = new HashMap<>();
    private final Map<Integer, Integer> endOfFlow = new HashMap<>();
    private final Map<Integer, FlowRecords.Builder> mailboxes = new HashMap<>();

    HostAgentService(FabricThread fabric, Topology topology) {
        this.fabric = fabric;
        for (Node node : topology.hosts()) {
            hosts.put((long) node.deviceId(), node);
            configs.put(node.id(), defaults(node));
            mailboxes.put(node.id(), FlowRecords.newBuilder());
        }
    }

    @Override
    public void getHost(HostRequest request, StreamObserver<HostInfo> responses) {
        Replies.one(
                responses, () -> fabric.call(owned -> describe(owned, host(request.getHostId()))));
    }

    @Override
    public void configureHost(HostConfig request, StreamObserver<HostConfig> responses) {
        Replies.one(
                responses,
                () ->
                        fabric.call(
                                owned -> {
                                    Node node = host(request.getHostId());
                                    HostSettings settings = settings(request);
                                    HostPorts ports = new HostPorts(owned, node, request);
                                    owned.configureHost(node.id(), settings);
                                    ports.apply();
                                    configs.put(node.id(), request);
                                    return request;
                                }));
    }

    @Override
    public void getHostConfig(HostRequest request, StreamObserver<HostConfig> responses) {
        Replies.one(
                responses, () -> fabric.call(owned -> configs.get(host(request.getHostId()).id())));
    }

    @Override
    public void startTraffic(
            StartTrafficRequest request, StreamObserver<StartTrafficResponse> responses) {
        Replies.one(
                responses,
                () ->
                        fabric.call(
                                owned -> {
                                    Node node = host(request.getHostId());
                                    start(owned, node, request.getFlowsList());
                                    return StartTrafficResponse.newBuilder()
                                            .setAcceptedFlows(request.getFlowsCount())
                                            .build();
                                }));
    }

    @Override
    public void stopTraffic(HostRequest request, StreamObserver<StopTrafficResponse> responses) {
        Replies.one(
                responses,
                () ->
                        fabric.call(
                                owned -> {
                                    owned.stopFlows(host(request.getHostId()).id());
                                    return StopTrafficResponse.getDefaultInstance();
                                }));
    }

    @Override
    public void collectFlowRecords(HostRequest request, StreamObserver<FlowRecords> responses) {
        FlowRecords records;
        try {
            records = fabric.call(owned -> take(owned, host(request.getHostId())));
        } catch (RuntimeException e) {
            responses.onError(Replies.statusOf(e).asRuntimeException());
            return;
        }
        for (int from = 0; from < records.getFlowIdCount(); from += ROWS_A_MESSAGE) {
            responses.onNext(
                    slice(
                            records,
                            from,
                            Math.min(records.getFlowIdCount(), from + ROWS_A_MESSAGE)));
        }
        responses.onCompleted();
    }

    @Override
    public void getHostCounters(HostRequest request, StreamObserver<HostCounters> responses) {
        Replies.one(
                responses, () -> fabric.call(owned -> counters(owned, host(request.getHostId()))));
    }

    @Override
    public void collectPauseCharges(HostRequest request, StreamObserver<PauseCharges> responses) {
        ChargeStream.send(
                responses,
                () -> fabric.call(owned -> ChargeStream.of(owned, host(request.getHostId()))));
    }

    private Node host(long hostId) {
        Node node = hosts.get(hostId);
        if (node == null) {
            throw Replies.notFound("no host has host_id " + hostId);
        }
        return node;
    }

    /** Checks every flow before the first is added. */
    private void start(Fabric owned, Node node, List<TrafficFlow> flows) {
        List<FlowSpec> specs = new ArrayList<>();
        Set<Integer> ids = new HashSet<>();
        for (TrafficFlow flow : flows) {
            if (hostOfFlow.containsKey(flow.getFlowId()) || !ids.add(flow.getFlowId())) {
                throw new IllegalArgumentException("flow_id " + flow.getFlowId() + " is taken");
            }
            specs.add(spec(node, flow));
        }
        for (FlowSpec spec : specs) {
            hostOfFlow.put(spec.id(), node.id());
            endOfFlow.put(spec.id(), spec.dstNode());
            owned.addFlow(spec);
        }
    }

    private FlowSpec spec(Node node, TrafficFlow flow) {
        Node dst = host(flow.getDstHostId());
        FlowSpec spec = FlowReader.read(flow, node.id(), dst.id());
        checkPredecessors(node, flow);
        return spec;
    }

    /** Flows that are not known yet may still come, from other hosts. */
    private void checkPredecessors(Node node, TrafficFlow flow) {
        for (int id : flow.getAfterFlowIdsList()) {
            Integer end = endOfFlow.get(id);
            if (id == flow.getFlowId() || end != null && end != node.id()) {
                throw new IllegalArgumentException(
                        "flow %d cannot wait for flow %d, which does not end at %s"
                                .formatted(flow.getFlowId(), id, node.name()));
            }
        }
    }

    /** Sorts the fabric's completed messages by sending host, and takes this host's. */
    private FlowRecords take(Fabric owned, Node node) {
        FlowLog log = owned.drainFlows();
        for (int row = 0; row < log.size(); row++) {
            mailboxes
                    .get(hostOfFlow.get(log.flow(row)))
                    .addFlowId(log.flow(row))
                    .addBytes(log.bytes(row))
                    .addStartNs(log.startNanos(row))
                    .addEndNs(log.endNanos(row))
                    .addRetransmits(log.retransmits(row));
        }
        return mailboxes.put(node.id(), FlowRecords.newBuilder()).build();
    }

    private static FlowRecords slice(FlowRecords records, int from, int to) {
        return FlowRecords.newBuilder()
                .addAllFlowId(records.getFlowIdList().subList(from, to))
                .addAllBytes(records.getBytesList().subList(from, to))
                .addAllStartNs(records.getStartNsList().subList(from, to))
                .addAllEndNs(records.getEndNsList().subList(from, to))
                .addAllRetransmits(records.getRetransmitsList().subList(from, to))
                .build();
    }

    private static HostCounters counters(Fabric owned, Node node) {
        HostTotals totals = owned.counters().host(node.id());
        long txPackets = 0;
        long txBytes = 0;
        long droppedPackets = 0;
        long droppedBytes = 0;
        for (int port = 1; port <= node.ports(); port++) {
            PortCounters counters = owned.counters().port(node.id(), port);
            txPackets += counters.txFrames();
            txBytes += counters.txBytes();
            droppedPackets += counters.droppedFrames();
            droppedBytes += counters.droppedBytes();
        }
        return HostCounters.newBuilder()
                .setHostId(node.deviceId())
                .setTimeNs(owned.nowNanos())
                .setTxPackets(txPackets)
                .setTxBytes(txBytes)
                .setRxPackets(totals.framesReceived())
                .setRxBytes(totals.bytesReceived())
                .setDataTxPackets(totals.dataPacketsSent())
                .setDataTxBytes(totals.dataBytesSent())
                .setDataRxPackets(totals.dataPacketsReceived())
                .setDataRxBytes(totals.dataBytesReceived())
                .setReorderedPackets(totals.reorderedPackets())
                .setRetransmittedPackets(totals.retransmittedPackets())
                .setRelayDroppedPackets(droppedPackets)
                .setRelayDroppedBytes(droppedBytes)
                .setRxPauseFrames(totals.pauseFramesReceived())
                .setOutstandingMessages(owned.counters().outstandingMessages(node.id()))
                .setDeliveredBytes(totals.payloadBytesDelivered())
                .setFirstReorderNs(totals.firstReorderNanos())
                .setFirstReorderFlow(totals.firstReorderFlow())
                .build();
    }

    private static HostInfo describe(Fabric owned, Node node) {
        HostInfo.Builder info =
                HostInfo.newBuilder()
                        .setHostId(node.deviceId())
                        .setName(node.name())
                        .setAgentVersion(VERSION);
        for (int port = 1; port <= node.ports(); port++) {
            Link link = owned.topology().linkAt(node, port);
            byte[] mac = ByteBuffer.allocate(8).putLong(Topology.macOf(node.id(), port)).array();
            byte[] ipv4 = ByteBuffer.allocate(4).putInt(Topology.ipv4Of(node)).array();
            info.addPorts(
                    HostPort.newBuilder()
                            .setPort(port)
                            .setRateBitsPerSecond(link.rate().bitsPerSecond())
                            .setMac(ByteString.copyFrom(mac, 2, 6))
                            .setIpv4(ByteString.copyFrom(ipv4)));
        }
        return info.build();
    }

    private static HostConfig defaults(Node node) {
        return HostConfig.newBuilder()
                .setHostId(node.deviceId())
                .setMtuBytes(4096)
                .setAckEveryPackets(1)
                .setPauseResponder(
                        PauseResponder.newBuilder()
                                .setPriorities(0xFF)
                                .setTimer(PfcConfig.Timer.QUANTA))
                .build();
    }

    private static HostSettings settings(HostConfig config) {
        Integer[] queues = {0, 1, 2, 3, 4, 5, 6, 7};
        for (ClassMapEntry entry : config.getClassMapList()) {
            if (entry.getTrafficClass() > 7) {
                throw new IllegalArgumentException(
                        "class_map: traffic_class must be 0..7: " + entry.getTrafficClass());
            }
            queues[entry.getTrafficClass()] = entry.getQueue();
        }
        HostSettings settings =
                new HostSettings(
                                config.getMtuBytes(),
                                config.getAckEveryPackets(),
                                config.getRetransmitTimeoutNs(),
                                List.of(queues),
                                config.getPauseResponder().getPriorities(),
                                SettingsReader.timer(config.getPauseResponder().getTimer()))
                        .withPauseReaction(config.getPauseReactionNs());
        if (config.hasRecovery()) {
            settings = settings.withRecovery(SettingsReader.recovery(config.getRecovery()));
        }
        return config.hasCongestionControl()
                ? settings.withCongestionControl(
                        SettingsReader.congestion(config.getCongestionControl()))
                : settings;
    }
}
