package io.losslab.configs.experiment;

import io.losslab.api.frame.FlowHash;
import io.losslab.api.frame.PortChoice;
import io.losslab.api.topology.Node;
import io.losslab.api.topology.PortRef;
import io.losslab.api.units.DataSize;
import io.losslab.api.units.Nanos;
import io.losslab.configs.network.Network;
import io.losslab.configs.traffic.TrafficGroup;
import io.losslab.flowcontrol.Promise;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * Everything a cell runs, but for its seed.
 *
 * @param network the lab
 * @param duration when traffic ends
 * @param warmup what starts before this is not measured; below the duration
 * @param drain how long after the duration frames may still arrive
 * @param ecmpHash by which devices spread flows
 * @param portChoice how switches pick among equal-cost ports
 * @param switches settings of all switches
 * @param sharedBuffer memory of every switch beyond what its flow control sets aside; empty for the
 *     rest of the topology's
 * @param hosts settings of all hosts
 * @param controls flow control of the ports that have one, by device and port
 * @param ecn marking of the switch ports that mark
 * @param mayDeadlock whether the experiment expects that a deadlock can form
 * @param traffic groups in the file's order
 * @param recording what is sampled on the way
 */
public record Setup(
        Network network,
        Nanos duration,
        Nanos warmup,
        Nanos drain,
        FlowHash ecmpHash,
        PortChoice portChoice,
        SwitchSettings switches,
        Optional<DataSize> sharedBuffer,
        HostSettings hosts,
        List<PortControl> controls,
        List<EcnMarking> ecn,
        boolean mayDeadlock,
        List<TrafficGroup> traffic,
        Recording recording) {
    private static final int LEAST_DATA_QUEUES = 8;

    public Setup {
        controls = List.copyOf(controls);
        ecn = List.copyOf(ecn);
        traffic = List.copyOf(traffic);
    }

    /** With the draws of schemes whose settings name no seed of their own. */
    public Setup seeded(long seed) {
        List<PortControl> drawn = controls.stream().map(c -> c.seeded(seed)).toList();
        return drawn.equals(controls) ? this : with(hosts, drawn, sharedBuffer);
    }

    /** With other hosts, flow control and memory. */
    public Setup with(
            HostSettings newHosts, List<PortControl> newControls, Optional<DataSize> newBuffer) {
        return new Setup(
                network,
                duration,
                warmup,
                drain,
                ecmpHash,
                portChoice,
                switches,
                newBuffer,
                newHosts,
                newControls,
                ecn,
                mayDeadlock,
                traffic,
                recording);
    }

    /** Packet memory of a switch. */
    public DataSize buffer(Node device) {
        return sharedBuffer
                .map(
                        shared ->
                                new DataSize(
                                        shared.bytes()
                                                + controls.stream()
                                                        .filter(c -> c.port().node().equals(device))
                                                        .mapToLong(PortControl::reservedBytes)
                                                        .sum()))
                .orElse(device.buffer());
    }

    /**
     * The same network, hosts and flow control with other traffic, of which nothing is recorded.
     */
    public Setup with(Nanos otherDuration, List<TrafficGroup> otherTraffic) {
        return new Setup(
                network,
                otherDuration,
                new Nanos(0),
                drain,
                ecmpHash,
                portChoice,
                switches,
                sharedBuffer,
                hosts,
                controls,
                ecn,
                mayDeadlock,
                otherTraffic,
                Recording.NONE);
    }

    /** Flow controls by port, each list in the order of the rule's keys. */
    public Map<PortRef, List<PortControl>> controlsByPort() {
        return controls.stream()
                .collect(
                        Collectors.groupingBy(
                                PortControl::port, LinkedHashMap::new, Collectors.toList()));
    }

    /** Most that the scheme sets aside at one switch port: that of the longest link, as a rule. */
    public long reservedBufferBytes() {
        return controlsByPort().entrySet().stream()
                .filter(entry -> entry.getKey().node().isSwitch())
                .mapToLong(
                        entry ->
                                entry.getValue().stream()
                                        .mapToLong(PortControl::reservedBytes)
                                        .sum())
                .max()
                .orElse(0);
    }

    /** Whether no drop is promised: at every port that has flow control, one that promises it. */
    public boolean lossless() {
        int relays = relays(network, traffic);
        return !controls.isEmpty()
                && controlsByPort().values().stream()
                        .allMatch(port -> port.stream().anyMatch(c -> c.rulesOutDrops(relays)));
    }

    /** Most hosts that relay a packet of some traffic, one after the other. */
    public static int relays(Network network, List<TrafficGroup> traffic) {
        return network.topology().hosts().stream().noneMatch(Node::forwards)
                ? 0
                : traffic.stream().mapToInt(g -> g.relays(network.routing())).max().orElse(0);
    }

    /** Whether no head-of-line blocking is promised: by every flow control of every port. */
    public boolean freeOfHolBlocking() {
        return !controls.isEmpty()
                && controls.stream().allMatch(c -> c.promises(Promise.NO_HOL_BLOCKING));
    }

    /** Data queues that the schemes need at the egress ports of all devices, at least 8. */
    public int dataQueues() {
        return controls.stream()
                .mapToInt(c -> c.type().queues(c.settings(), c.port().node().ports()))
                .reduce(LEAST_DATA_QUEUES, Math::max);
    }
}
