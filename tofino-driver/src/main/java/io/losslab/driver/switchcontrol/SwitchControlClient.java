package io.losslab.driver.switchcontrol;

import io.grpc.CallOptions;
import io.losslab.driver.DeviceChannel;
import io.losslab.driver.DeviceException;
import io.losslab.driver.Subscription;
import io.losslab.proto.v1.Counter;
import io.losslab.proto.v1.CounterSamples;
import io.losslab.proto.v1.EcnConfig;
import io.losslab.proto.v1.Gauges;
import io.losslab.proto.v1.GetCountersRequest;
import io.losslab.proto.v1.GetSwitchRequest;
import io.losslab.proto.v1.PauseCharges;
import io.losslab.proto.v1.PortFlowControl;
import io.losslab.proto.v1.QueueEvents;
import io.losslab.proto.v1.SwitchConfig;
import io.losslab.proto.v1.SwitchControlGrpc;
import io.losslab.proto.v1.SwitchInfo;
import io.losslab.proto.v1.WatchCountersRequest;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;

/**
 * Controls what P4Runtime does not reach on one switch. Calls block and fail with a {@link
 * DeviceException}. Thread-safe.
 */
public final class SwitchControlClient {
    private final DeviceChannel channel;
    private final long deviceId;

    /** A client of one of the switches behind a channel. */
    public SwitchControlClient(DeviceChannel channel, long deviceId) {
        this.channel = channel;
        this.deviceId = deviceId;
    }

    /** What the switch is and which ports it has. */
    public SwitchInfo describe() {
        return channel.unary(SwitchControlGrpc.getGetSwitchMethod(), self());
    }

    /**
     * Whether all that a configuration sets is in force. Marking that is all zero counts as none.
     */
    public static boolean covers(SwitchConfig inForce, SwitchConfig wanted) {
        return inOrder(marked(wanted)).equals(inOrder(marked(restricted(inForce, wanted))));
    }

    /** The configuration in force. */
    public SwitchConfig configuration() {
        return channel.unary(SwitchControlGrpc.getGetSwitchConfigMethod(), self());
    }

    /**
     * Counters now.
     *
     * @param ports empty: all
     * @param counters empty: all
     */
    public CounterSamples counters(Collection<Integer> ports, Collection<Counter> counters) {
        return channel.unary(SwitchControlGrpc.getGetCountersMethod(), select(ports, counters));
    }

    /** Counters of all ports, and those of their queues and priorities that are always counted. */
    public CounterSamples classCounters() {
        return channel.unary(
                SwitchControlGrpc.getGetCountersMethod(),
                select(List.of(), List.of()).toBuilder().setClasses(true).build());
    }

    /** Frames sent by each egress queue of all ports, since the first such call. */
    public CounterSamples queueCounters() {
        return channel.unary(
                SwitchControlGrpc.getGetCountersMethod(),
                select(List.of(), List.of(Counter.TX_PACKETS)).toBuilder().setQueues(true).build());
    }

    /**
     * Samples until closed.
     *
     * @param ports empty: all
     * @param counters empty: all
     * @param intervalNanos device time between samples, at least 1000
     */
    public Subscription<WatchCountersRequest, CounterSamples> watchCounters(
            Collection<Integer> ports,
            Collection<Counter> counters,
            long intervalNanos,
            Consumer<CounterSamples> receiver) {
        Subscription<WatchCountersRequest, CounterSamples> subscription =
                new Subscription<>(channel, "WatchCounters", receiver);
        SwitchControlGrpc.newStub(channel.channel())
                .watchCounters(
                        WatchCountersRequest.newBuilder()
                                .setSelect(select(ports, counters))
                                .setIntervalNs(intervalNanos)
                                .build(),
                        subscription);
        return subscription;
    }

    /** Pauses, resumes, drops and violations since the last call, handed over in batches. */
    public void collectEvents(Consumer<QueueEvents> receiver) {
        channel.collect(
                SwitchControlGrpc.getCollectEventsMethod(), self(), CallOptions.DEFAULT, receiver);
    }

    /** Figures that the flow control measured of itself since the start. */
    public Gauges gauges() {
        return channel.unary(SwitchControlGrpc.getGetGaugesMethod(), self());
    }

    /** Paused time by cause since the start, handed over in batches. */
    public void collectPauseCharges(Consumer<PauseCharges> receiver) {
        channel.collect(
                SwitchControlGrpc.getCollectPauseChargesMethod(),
                self(),
                CallOptions.DEFAULT,
                receiver);
    }

    private GetSwitchRequest self() {
        return GetSwitchRequest.newBuilder().setDeviceId(deviceId).build();
    }

    private GetCountersRequest select(Collection<Integer> ports, Collection<Counter> counters) {
        return GetCountersRequest.newBuilder()
                .setDeviceId(deviceId)
                .addAllPorts(ports)
                .addAllCounters(counters)
                .build();
    }

    /** The part of what is in force that the wanted one sets. */
    private static SwitchConfig restricted(SwitchConfig inForce, SwitchConfig sent) {
        Map<Integer, PortFlowControl> byPort = byPort(inForce);
        SwitchConfig.Builder part = inForce.toBuilder().clearPorts();
        for (int port : byPort(sent).keySet()) {
            if (byPort.containsKey(port)) {
                part.addPorts(byPort.get(port));
            }
        }
        if (!sent.hasEcmp()) {
            part.clearEcmp();
        }
        if (sent.getDrrQuantumBytes() == 0) {
            part.clearDrrQuantumBytes();
        }
        part.clearEcn();
        inForce.getEcnMap().entrySet().stream()
                .filter(marking -> sent.containsEcn(marking.getKey()))
                .forEach(marking -> part.putEcn(marking.getKey(), marking.getValue()));
        if (!sent.getChargePauses()) {
            part.clearChargePauses();
        }
        return part.build();
    }

    /** Without entries that switch marking off. */
    private static SwitchConfig marked(SwitchConfig config) {
        SwitchConfig.Builder marked = config.toBuilder().clearEcn();
        config.getEcnMap()
                .forEach(
                        (port, marking) -> {
                            if (!marking.equals(EcnConfig.getDefaultInstance())) {
                                marked.putEcn(port, marking);
                            }
                        });
        return marked.build();
    }

    private static SwitchConfig inOrder(SwitchConfig config) {
        return config.toBuilder().clearPorts().addAllPorts(byPort(config).values()).build();
    }

    private static Map<Integer, PortFlowControl> byPort(SwitchConfig config) {
        Map<Integer, PortFlowControl> byPort = new TreeMap<>();
        config.getPortsList().forEach(port -> byPort.put(port.getPort(), port));
        return byPort;
    }
}
