package io.losslab.agent.service;

import io.losslab.agent.traffic.KnownPath;
import io.losslab.api.address.Ipv4Address;
import io.losslab.api.clock.ScaledClock;
import io.losslab.api.rpc.Replies;
import io.losslab.api.traffic.FlowLog;
import io.losslab.api.traffic.FlowReader;
import io.losslab.api.traffic.FlowSpec;
import io.losslab.api.traffic.HostProgram;
import io.losslab.api.traffic.IterationLog;
import io.losslab.proto.v1.AgentStatistics;
import io.losslab.proto.v1.HostConfig;
import io.losslab.proto.v1.HostCounters;
import io.losslab.proto.v1.HostInfo;
import io.losslab.proto.v1.IncomingFlows;
import io.losslab.proto.v1.PortFrames;
import io.losslab.proto.v1.QueueEvent;
import io.losslab.proto.v1.SendPausesRequest;
import io.losslab.proto.v1.StartClockRequest;
import io.losslab.proto.v1.TrafficFlow;
import io.losslab.roce.host.PassedFrames;
import io.losslab.roce.service.HostEndPoint;
import io.losslab.roce.service.HostEndPoints;
import io.losslab.roce.service.PauseRequests;
import io.losslab.roce.service.PortFrameRows;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/** The one host that this process is. */
final class AgentEndPoint implements HostEndPoint, HostEndPoints {
    private final AgentHost host;
    private final HostReadings readings;

    AgentEndPoint(AgentHost host) {
        this.host = host;
        readings = new HostReadings(host);
    }

    @Override
    public <T> T call(long hostId, Function<HostEndPoint, T> work) {
        if (hostId != host.settings.hostId()) {
            throw Replies.notFound(
                    "no host has host_id %d here; this agent is %s, host_id %d"
                            .formatted(hostId, host.settings.name(), host.settings.hostId()));
        }
        return host.call(nowNanos -> work.apply(this));
    }

    @Override
    public HostInfo describe() {
        return readings.describe();
    }

    @Override
    public int defaultMtuBytes() {
        return host.defaultMtuBytes();
    }

    @Override
    public void configure(HostConfig config) {
        new HostConfiguration(host, config).apply();
    }

    @Override
    public FlowSpec read(TrafficFlow flow) {
        if (flow.getDstIpv4().size() != 4) {
            throw new IllegalArgumentException(
                    "flow %d: dst_ipv4 must have 4 octets, not %d"
                            .formatted(flow.getFlowId(), flow.getDstIpv4().size()));
        }
        FlowSpec spec = FlowReader.read(flow, (int) host.settings.hostId(), flow.getDstHostId());
        host.traffic.check(spec);
        return spec;
    }

    @Override
    public void add(FlowSpec spec, TrafficFlow flow) {
        int destination = Ipv4Address.ofOctets(flow.getDstIpv4());
        if (flow.getWayCount() > 0) {
            long[] way = flow.getWayList().stream().mapToLong(Long::longValue).toArray();
            host.device.ownFlows().setPath(destination, flow.getUdpSourcePort(), way);
        }
        KnownPath known = new KnownPath(flow.getBaseRttNs(), flow.getSlowestBitsPerSecond());
        host.traffic.add(spec, destination, known, host.device.nowNanos());
    }

    @Override
    public void add(HostProgram program) {
        host.traffic.add(program, host.device.nowNanos());
    }

    @Override
    public List<IterationLog.Iteration> drainIterations() {
        return host.traffic.drainIterations();
    }

    @Override
    public void expect(IncomingFlows incoming) {
        host.traffic.expectOnlyNamed();
        for (int i = 0; i < incoming.getFlowIdCount(); i++) {
            host.traffic.expect(
                    incoming.getFlowId(i), incoming.getSrcIpv4(i), incoming.getUdpSourcePort(i));
        }
    }

    @Override
    public void stopTraffic() {
        host.pauses.clear();
        host.traffic.stop(host.device.nowNanos());
    }

    @Override
    public FlowLog drainLog() {
        return host.traffic.drainLog();
    }

    @Override
    public List<QueueEvent> events() {
        return readings.events();
    }

    @Override
    public HostCounters counters() {
        return readings.counters(host.device.nowNanos());
    }

    @Override
    public AgentStatistics statistics() {
        return readings.statistics(host.device.nowNanos());
    }

    @Override
    public long sendPauses(SendPausesRequest request) {
        PauseRequests.checkPort(host.settings.name(), request.getPort(), host.device.ports());
        long now = host.device.nowNanos();
        host.pauses.set(request.getPort(), request.getPausesList(), now);
        return now - host.traffic.runNanos();
    }

    @Override
    public long watchPort(int port, boolean watched) {
        PauseRequests.checkPort(host.settings.name(), port, host.device.ports());
        host.loop.watch(port, watched ? new PassedFrames() : null);
        return host.device.nowNanos() - host.traffic.runNanos();
    }

    @Override
    public List<PortFrames> portFrames() {
        List<PortFrames> all = new ArrayList<>();
        for (int port = 1; port <= host.device.ports(); port++) {
            host.loop
                    .watched(port)
                    .ifPresent(
                            passed ->
                                    all.addAll(
                                            PortFrameRows.take(passed, host.traffic.runNanos())));
        }
        return all;
    }

    /** Lets a clock pass that stands; where it passes already, a run begins on it. */
    @Override
    public void startClock(StartClockRequest request) {
        long moment =
                request.hasInNs() ? System.nanoTime() + request.getInNs() : request.getEpochNs();
        ScaledClock clock = host.settings.clock();
        if (request.getTimeScale() != 0) {
            host.traffic.requireNoMessages();
            host.rescale(request.getTimeScale());
        }
        if (clock.isStanding()) {
            clock.startAt(moment);
            return;
        }
        host.pauses.clear();
        host.traffic.beginRun(clock.nanosAt(moment));
        readings.beginRun(host.device.nowNanos());
    }
}
