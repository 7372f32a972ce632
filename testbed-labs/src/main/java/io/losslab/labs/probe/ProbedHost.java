package io.losslab.labs.probe;

import com.google.protobuf.ByteString;
import io.losslab.api.frame.ClassMap;
import io.losslab.api.frame.RoceFrame;
import io.losslab.configs.testbed.Device;
import io.losslab.configs.testbed.Service;
import io.losslab.devices.Assignment;
import io.losslab.devices.DesiredState;
import io.losslab.devices.DeviceKind;
import io.losslab.devices.Part;
import io.losslab.devices.failure.CommandFailure;
import io.losslab.driver.host.HostAgentClient;
import io.losslab.labs.backend.Lab;
import io.losslab.labs.provision.Provisioner;
import io.losslab.proto.v1.BandwidthPattern;
import io.losslab.proto.v1.HostConfig;
import io.losslab.proto.v1.HostInfo;
import io.losslab.proto.v1.HostPort;
import io.losslab.proto.v1.PauseResponder;
import io.losslab.proto.v1.PortFlowControl;
import io.losslab.proto.v1.PortFrames;
import io.losslab.proto.v1.TimedPause;
import io.losslab.proto.v1.TrafficFlow;
import java.util.ArrayList;
import java.util.List;

/** A host that takes part, at the port by which it stands at the switch. For one thread. */
final class ProbedHost {
    /** Frame bytes of a message without payload that is one packet. */
    private static final int LEAST_FRAME_BYTES = RoceFrame.dataFrameBytes(1, true);

    private static final int UDP_SOURCE_PORT = 49_152;
    private static final int ALL_PRIORITIES = 0xFF;

    private final String name;
    private final Device device;
    private final int port;
    private final HostAgentClient agent;
    private final Provisioner provisioner;
    private final HostInfo info;
    private final HostConfig own;
    private final ClassMap classes;
    private HostConfig set;
    private long resentBefore;

    private ProbedHost(
            String name,
            Device device,
            int port,
            HostAgentClient agent,
            Provisioner provisioner,
            ClassMap classes) {
        this.name = name;
        this.device = device;
        this.port = port;
        this.agent = agent;
        this.provisioner = provisioner;
        this.classes = classes;
        info = agent.describe();
        own = agent.configuration();
    }

    /**
     * Reads what a host is.
     *
     * @throws CommandFailure where it has no agent
     */
    static ProbedHost open(Lab lab, Provisioner provisioner, ProbeSite.End end) {
        Device device = lab.binding().device(end.host());
        if (!device.has(Service.HOST_AGENT)) {
            throw CommandFailure.usage(
                    "%s has no agent, which a probe needs".formatted(device.name()),
                    "give it 'hostAgent' or 'agent' in the testbed file, or choose another host");
        }
        int port = lab.binding().devicePort(end.host(), end.port());
        HostAgentClient agent =
                new HostAgentClient(lab.channel(device, Service.HOST_AGENT), device.id());
        return new ProbedHost(
                end.host().name(),
                device,
                port,
                agent,
                provisioner,
                lab.binding().testbed().classes());
    }

    String name() {
        return name;
    }

    /** Bits a second of its port. */
    long rate() {
        return info.getPortsList().stream()
                .filter(each -> each.getPort() == port)
                .mapToLong(HostPort::getRateBitsPerSecond)
                .findFirst()
                .orElseThrow();
    }

    /** Nanoseconds of a frame on its line, preamble and gap counted. */
    double wireNanos(int frameBytes) {
        return RoceFrame.wireBytes(frameBytes) * 8e9 / rate();
    }

    /** Seconds of wall-clock time that a second of its time takes; 0 in virtual time. */
    double timeScale() {
        return info.getTimeScale();
    }

    /** Longest frame that it sends. */
    int longestFrameBytes() {
        return RoceFrame.maxFrameBytes(own.getMtuBytes());
    }

    static int leastFrameBytes() {
        return LEAST_FRAME_BYTES;
    }

    /** Its time. */
    long nowNanos() {
        return agent.counters().getTimeNs();
    }

    /** Counts the frames that it sends again from now on. */
    void countResent() {
        resentBefore = agent.counters().getRetransmittedPackets();
    }

    /** Whether it was asked to go back since: frames in the middle were lost. */
    boolean isTorn() {
        return agent.counters().getRetransmittedPackets() > resentBefore;
    }

    /** Whether some of its messages have not arrived. */
    boolean isBusy() {
        return agent.counters().getOutstandingMessages() > 0;
    }

    void watch(boolean watched) {
        agent.watchPort(port, watched);
    }

    /** Forgets the log of its messages. */
    void dropRecords() {
        agent.collectFlowRecords(records -> {});
    }

    /** Frames of all classes since the last call. */
    List<PortFrames> passed() {
        List<PortFrames> batches = new ArrayList<>();
        agent.collectPortFrames(batches::add);
        batches.stream()
                .filter(batch -> batch.getMissed() > 0)
                .findAny()
                .ifPresent(
                        batch -> {
                            throw CommandFailure.failed(
                                    "%s: %d frames were not noted for lack of room"
                                            .formatted(name, batch.getMissed()),
                                    "probe with longer frames (--size) or less data (--most)");
                        });
        return batches;
    }

    /**
     * Makes it a sender without flow and congestion control that goes back after a silence.
     *
     * @param obeys whether it obeys pauses
     */
    void configure(boolean obeys, long timeoutNanos) {
        boolean fits =
                set != null
                        && obeys == (set.getPauseResponder().getPriorities() != 0)
                        && set.getRetransmitTimeoutNs() >= timeoutNanos
                        && set.getRetransmitTimeoutNs() <= 8 * timeoutNanos;
        if (fits) {
            return;
        }
        HostConfig.Builder config =
                own.toBuilder()
                        .setHostId(device.id())
                        .clearRecovery()
                        .clearCongestionControl()
                        .setRetransmitTimeoutNs(2 * timeoutNanos)
                        .clearPorts()
                        .setPauseResponder(
                                PauseResponder.newBuilder()
                                        .setPriorities(obeys ? ALL_PRIORITIES : 0)
                                        .setTimer(own.getPauseResponder().getTimer()));
        // A port that is named without a scheme has none from then on.
        info.getPortsList()
                .forEach(
                        each ->
                                config.addPorts(
                                        PortFlowControl.newBuilder().setPort(each.getPort())));
        set = Assignment.marked(config.build(), classes);
        provisioner.apply(List.of(new DesiredState(device, part(), List.of(set))));
    }

    private Part part() {
        return DeviceKind.of(device).parts().stream()
                .filter(part -> part.service().equals(Service.HOST_AGENT))
                .findFirst()
                .orElseThrow();
    }

    /** Sends messages of one packet each, back to back. */
    void send(int flowId, ProbedHost to, int trafficClass, int frameBytes, int frames) {
        int payload = frameBytes - LEAST_FRAME_BYTES + 1;
        agent.startTraffic(
                List.of(
                        TrafficFlow.newBuilder()
                                .setFlowId(flowId)
                                .setGroup("probe")
                                .setDstIpv4(to.address())
                                .setDstHostId((int) to.device.id())
                                .setUdpSourcePort(UDP_SOURCE_PORT)
                                .setTrafficClass(trafficClass)
                                .setBandwidth(
                                        BandwidthPattern.newBuilder()
                                                .setMessageBytes(payload)
                                                .setTxDepth(frames)
                                                .setIterations(frames))
                                .build()));
    }

    private ByteString address() {
        return info.getPortsList().stream()
                .filter(each -> each.getPort() == port)
                .map(HostPort::getIpv4)
                .findFirst()
                .orElseThrow();
    }

    /** Sends pauses; returns its time from which they count. */
    long sendPauses(List<TimedPause> pauses) {
        return agent.sendPauses(port, pauses);
    }
}
