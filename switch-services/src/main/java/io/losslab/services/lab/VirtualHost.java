package io.losslab.services.lab;

import io.losslab.api.topology.Node;
import io.losslab.api.topology.Topology;
import io.losslab.api.traffic.FlowLog;
import io.losslab.api.traffic.FlowReader;
import io.losslab.api.traffic.FlowSpec;
import io.losslab.api.traffic.HostProgram;
import io.losslab.api.traffic.IterationLog;
import io.losslab.proto.v1.ClassMapEntry;
import io.losslab.proto.v1.HostConfig;
import io.losslab.proto.v1.HostCounters;
import io.losslab.proto.v1.HostInfo;
import io.losslab.proto.v1.PauseCharges;
import io.losslab.proto.v1.PortFrames;
import io.losslab.proto.v1.QueueEvent;
import io.losslab.proto.v1.SendPausesRequest;
import io.losslab.proto.v1.TimedPause;
import io.losslab.proto.v1.TrafficFlow;
import io.losslab.roce.frame.DscpMap;
import io.losslab.roce.host.HostTotals;
import io.losslab.roce.service.HostConfigReader;
import io.losslab.roce.service.HostEndPoint;
import io.losslab.roce.service.HostMessages;
import io.losslab.roce.service.PauseRequests;
import io.losslab.services.fabric.ChargeStream;
import io.losslab.softswitch.fabric.Fabric;
import io.losslab.softswitch.fabric.PortCounters;
import io.losslab.softswitch.fabric.host.HostSettings;
import java.util.List;

/**
 * A simulated host. On the fabric's thread.
 *
 * @param hosts all of the fabric
 */
record VirtualHost(Fabric fabric, VirtualHosts hosts, Node node) implements HostEndPoint {
    private static final int DEFAULT_MTU_BYTES = 4096;
    private static final String VERSION = "virtual";

    @Override
    public HostInfo describe() {
        HostInfo.Builder info =
                HostInfo.newBuilder()
                        .setHostId(node.deviceId())
                        .setName(node.name())
                        .setAgentVersion(VERSION);
        for (int port = 1; port <= node.ports(); port++) {
            info.addPorts(
                    HostMessages.port(
                            port,
                            fabric.topology().linkAt(node, port).rate().bitsPerSecond(),
                            Topology.macOf(node.id(), port),
                            Topology.ipv4Of(node)));
        }
        return info.build();
    }

    @Override
    public int defaultMtuBytes() {
        return DEFAULT_MTU_BYTES;
    }

    @Override
    public void configure(HostConfig config) {
        HostSettings settings = settings(config);
        HostPorts ports = new HostPorts(fabric, node, config);
        fabric.configureHost(node.id(), settings);
        ports.apply();
    }

    @Override
    public FlowSpec read(TrafficFlow flow) {
        if (hosts.isTaken(flow.getFlowId())) {
            throw new IllegalArgumentException("flow_id " + flow.getFlowId() + " is taken");
        }
        Node end = hosts.node(flow.getDstHostId());
        FlowSpec spec = FlowReader.read(flow, node.id(), end.id());
        for (int id : flow.getAfterFlowIdsList()) {
            if (id == flow.getFlowId() || hosts.endsElsewhere(id, node)) {
                throw new IllegalArgumentException(
                        "flow %d cannot wait for flow %d, which does not end at %s"
                                .formatted(flow.getFlowId(), id, node.name()));
            }
        }
        return spec;
    }

    @Override
    public void add(FlowSpec spec, TrafficFlow flow) {
        hosts.take(spec.id(), node.id(), spec.dstNode());
        fabric.addFlow(spec);
    }

    @Override
    public void add(HostProgram program) {
        hosts.takeProgram(program.id(), node.id());
        fabric.addProgram(node.id(), program);
    }

    @Override
    public List<IterationLog.Iteration> drainIterations() {
        return hosts.drainIterations(fabric, node);
    }

    @Override
    public void stopTraffic() {
        fabric.stopFlows(node.id());
    }

    @Override
    public FlowLog drainLog() {
        return hosts.drain(fabric, node);
    }

    @Override
    public List<PauseCharges> pauseCharges() {
        return ChargeStream.of(fabric, node);
    }

    @Override
    public List<QueueEvent> events() {
        return hosts.events(fabric, node);
    }

    @Override
    public HostCounters counters() {
        HostTotals totals = fabric.counters().host(node.id());
        HostCounters.Builder counters =
                HostMessages.counters(
                                node.deviceId(),
                                totals,
                                fabric.nowNanos(),
                                0,
                                fabric.counters().outstandingMessages(node.id()))
                        .setRxPackets(totals.framesReceived())
                        .setRxBytes(totals.bytesReceived())
                        .setRxPauseFrames(totals.pauseFramesReceived());
        for (int port = 1; port <= node.ports(); port++) {
            PortCounters sent = fabric.counters().port(node.id(), port);
            counters.setTxPackets(counters.getTxPackets() + sent.txFrames())
                    .setTxBytes(counters.getTxBytes() + sent.txBytes())
                    .setTxPauseFrames(counters.getTxPauseFrames() + sent.txControl())
                    .setRelayDroppedPackets(
                            counters.getRelayDroppedPackets() + sent.droppedFrames())
                    .setRelayDroppedBytes(counters.getRelayDroppedBytes() + sent.droppedBytes());
        }
        return counters.build();
    }

    @Override
    public long sendPauses(SendPausesRequest request) {
        PauseRequests.checkPort(node.name(), request.getPort(), node.ports());
        long now = fabric.nowNanos();
        fabric.scheduledPauses(node.id()).clear(node.id(), request.getPort());
        for (TimedPause pause : request.getPausesList()) {
            fabric.scheduledPauses(node.id())
                    .add(
                            node.id(),
                            request.getPort(),
                            pause.getPriorities(),
                            pause.getQuanta(),
                            now + pause.getAfterNs());
        }
        return now;
    }

    @Override
    public long watchPort(int port, boolean watched) {
        PauseRequests.checkPort(node.name(), port, node.ports());
        hosts.watches().watch(fabric, node, port, watched);
        return fabric.nowNanos();
    }

    @Override
    public List<PortFrames> portFrames() {
        return hosts.watches().take(fabric, node);
    }

    private static HostSettings settings(HostConfig config) {
        Integer[] queues = {0, 1, 2, 3, 4, 5, 6, 7};
        DscpMap dscps = HostConfigReader.dscps(config);
        for (ClassMapEntry entry : config.getClassMapList()) {
            queues[entry.getTrafficClass()] = entry.getQueue();
        }
        return new HostSettings(
                HostConfigReader.transport(config),
                List.of(queues),
                dscps,
                config.getPauseResponder().getPriorities(),
                HostConfigReader.timer(config.getPauseResponder().getTimer()),
                config.getPauseReactionNs());
    }
}
