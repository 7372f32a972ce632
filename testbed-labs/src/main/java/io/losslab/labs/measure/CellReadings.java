package io.losslab.labs.measure;

import io.losslab.api.frame.RoceFrame;
import io.losslab.api.topology.Node;
import io.losslab.collectors.CellSink;
import io.losslab.configs.experiment.PortControl;
import io.losslab.configs.plan.CellPlan;
import io.losslab.devices.NicCounters;
import io.losslab.driver.host.HostAgentClient;
import io.losslab.labs.backend.LabTime;
import io.losslab.proto.v1.BifrostCounters;
import io.losslab.proto.v1.Counter;
import io.losslab.proto.v1.HostCounters;
import io.losslab.proto.v1.QueueEvent;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What the devices of a cell reported when it had ended.
 *
 * @param time of the lab
 * @param hosts totals of each host
 * @param sentBytes payload that hosts had sent when all else was read; so that bytes that were
 *     received or dropped meanwhile are among them, where traffic goes on
 * @param switches counters of each switch's ports; none of a switch that does not tell any
 * @param nics counters of hosts whose NICs can be read
 * @param bifrost counters of each port that runs Bifrost
 * @param events of all hosts and switches that are recorded, each device's in order of time
 * @param gauges what the schemes measured of themselves, by name
 * @param paused time by cause, where the plan records it
 * @param strays frames that hosts and switches dropped because they belong to no flow
 */
public record CellReadings(
        LabTime time,
        Map<Node, HostCounters> hosts,
        long sentBytes,
        Map<Node, PortReadings> switches,
        Map<Node, NicCounters.Reading> nics,
        List<BifrostReading> bifrost,
        List<QueueEvent> events,
        Map<String, Double> gauges,
        Optional<PausedFlows> paused,
        StrayFrames strays) {

    /** What a coprocessor was to run at a port, and its counters. */
    public record BifrostReading(PortControl control, BifrostCounters counters) {}

    /**
     * Reads all devices; the rows of paused time go to a sink.
     *
     * @param nics the last reading of each
     */
    public static CellReadings read(
            CellPlan plan,
            CellDevices devices,
            Map<Node, NicCounters.Reading> nics,
            LabTime end,
            CellSink sink)
            throws IOException {
        Map<Node, HostCounters> hosts = devices.readHosts();
        List<QueueEvent> events = new ArrayList<>();
        boolean all = plan.setup().recording().events();
        devices.collectEvents(
                event -> {
                    if (all || !isPacing(event)) {
                        events.add(event);
                    }
                });
        GaugeFigures gauges = new GaugeFigures();
        devices.readGauges(gauges::add);
        Map<Node, PortReadings> switches = devices.readPorts();
        StrayFrames strays =
                StrayFrames.of(
                        hosts, switches, RoceFrame.maxFrameBytes(plan.setup().hosts().mtuBytes()));
        strays.write(end.nanos(), sink);
        boolean goesOn = end.inFlightPackets() == LabTime.UNKNOWN;
        long sentBytes =
                (goesOn
                                ? devices.hosts().values().stream().map(HostAgentClient::counters)
                                : hosts.values().stream())
                        .mapToLong(HostCounters::getDataTxBytes)
                        .sum();
        return new CellReadings(
                end,
                hosts,
                sentBytes,
                switches,
                nics,
                bifrost(plan, devices),
                events,
                gauges.figures(),
                plan.setup().recording().pauses()
                        ? Optional.of(PausedFlows.collect(plan, devices, sink))
                        : Optional.empty(),
                strays);
    }

    /** One of many, as flow control makes them; the others tell that something went wrong. */
    private static boolean isPacing(QueueEvent event) {
        return event.getKind() == QueueEvent.Kind.PAUSE
                || event.getKind() == QueueEvent.Kind.RESUME;
    }

    private static List<BifrostReading> bifrost(CellPlan plan, CellDevices devices) {
        List<BifrostReading> readings = new ArrayList<>();
        for (PortControl control : plan.setup().controls()) {
            Node node = control.port().node();
            if (control.runsOnCoprocessor() && devices.hasCoprocessor(node)) {
                int port = control.port().port();
                readings.add(new BifrostReading(control, devices.bifrostCounters(node, port)));
            }
        }
        return readings;
    }

    /** Packets; null where no switch counts them. */
    public Long drops() {
        return isKnown(Counter.DROPPED_PACKETS) ? (Long) dropped() : null;
    }

    /** Whether some device would have told of a dropped packet. */
    public boolean countsDrops() {
        return isKnown(Counter.DROPPED_PACKETS)
                || nics.values().stream().anyMatch(nic -> nic.droppedPackets().isPresent())
                || dropped() > 0;
    }

    /** Packets, by those that count them: switches, hosts that relay, and NICs. */
    public long dropped() {
        return sum(Counter.DROPPED_PACKETS)
                + droppedByNics()
                + hosts.values().stream().mapToLong(HostCounters::getRelayDroppedPackets).sum();
    }

    private long droppedByNics() {
        return nics.values().stream().mapToLong(nic -> nic.droppedPackets().orElse(0)).sum();
    }

    /** Payload of what was dropped where bytes of drops are counted. */
    public long droppedBytes() {
        return sum(Counter.DROPPED_BYTES)
                + hosts.values().stream().mapToLong(HostCounters::getRelayDroppedBytes).sum();
    }

    /** Packets that were dropped where bytes of drops are not counted. */
    public long droppedWithoutBytes() {
        return switches.values().stream()
                        .mapToLong(
                                ports ->
                                        ports.sumWithout(
                                                Counter.DROPPED_BYTES, Counter.DROPPED_PACKETS))
                        .sum()
                + droppedByNics();
    }

    /** Null where no switch counts them. */
    public Long switchPauseFrames() {
        return isKnown(Counter.TX_PAUSE_FRAMES) ? (Long) sum(Counter.TX_PAUSE_FRAMES) : null;
    }

    public long hostPauseFrames() {
        return hosts.values().stream().mapToLong(HostCounters::getTxPauseFrames).sum();
    }

    /** Null where no switch counts it. */
    public Long maxEgressQueueBytes() {
        return known(Counter.MAX_EGRESS_BYTES);
    }

    /** Null where no switch counts it. */
    public Long maxIngressBytes() {
        return known(Counter.MAX_INGRESS_BYTES);
    }

    private Long known(Counter counter) {
        return isCounted(counter) ? (Long) max(counter) : null;
    }

    /** Whether some switch has a counter, or there is no switch to have it. */
    private boolean isKnown(Counter counter) {
        return switches.isEmpty() || isCounted(counter);
    }

    /** Switches that do not have a counter. */
    public List<Node> withoutCounter(Counter counter) {
        return switches.keySet().stream().filter(node -> !switches.get(node).has(counter)).toList();
    }

    /** Whether some switch has a counter. */
    public boolean isCounted(Counter counter) {
        return switches.values().stream().anyMatch(ports -> ports.has(counter));
    }

    /** The worst port's. */
    public long throughputLossNanos() {
        return max(Counter.THROUGHPUT_LOSS_NANOS);
    }

    public long reordered() {
        return hosts.values().stream().mapToLong(HostCounters::getReorderedPackets).sum();
    }

    public long retransmitted() {
        return hosts.values().stream().mapToLong(HostCounters::getRetransmittedPackets).sum();
    }

    private long sum(Counter counter) {
        return switches.values().stream().mapToLong(ports -> ports.sum(counter)).sum();
    }

    private long max(Counter counter) {
        return switches.values().stream().mapToLong(ports -> ports.max(counter)).max().orElse(0);
    }
}
