package io.losslab.orchestrator.run;

import io.losslab.api.topology.Node;
import io.losslab.configs.testbed.Device;
import io.losslab.configs.testbed.Service;
import io.losslab.driver.host.HostAgentClient;
import io.losslab.driver.p4runtime.ForwardProgram;
import io.losslab.orchestrator.backend.Lab;
import io.losslab.orchestrator.binding.Binding;
import io.losslab.orchestrator.plan.CellPlan;
import io.losslab.orchestrator.plan.HostPlan;
import io.losslab.orchestrator.plan.SwitchPlan;
import io.losslab.orchestrator.provision.CellSettings;
import io.losslab.orchestrator.provision.Provisioner;
import io.losslab.orchestrator.provision.Sessions;
import io.losslab.orchestrator.provision.Wanted;
import io.losslab.proto.v1.BifrostCounters;
import io.losslab.proto.v1.Counter;
import io.losslab.proto.v1.CounterSamples;
import io.losslab.proto.v1.Gauges;
import io.losslab.proto.v1.PauseCharges;
import io.losslab.proto.v1.QueueEvent;
import io.losslab.proto.v1.WatchCountersRequest;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;
import java.util.function.Consumer;

/**
 * The devices of a cell: provisioned from the plan, and read in the topology's own names and port
 * numbers, whatever device stands for which node. For one thread.
 */
final class CellDevices implements AutoCloseable {
    private final Binding binding;
    private final LogicalRows rows;
    private final Sessions sessions;
    private final Provisioner provisioner;
    private final CellSettings settings;
    private final List<Wanted> wanted;
    private final Map<Node, HostAgentClient> hosts = new LinkedHashMap<>();

    /** Devices with switch control, in the order of their first nodes. */
    private final List<Device> controlled;

    /** Counters of switches that have gNMI in its place, from provisioning on. */
    private final Map<Device, CommodityCounters> commodities = new LinkedHashMap<>();

    /** Makes the clients; nothing is sent yet. */
    CellDevices(Lab lab, CellPlan plan, ForwardProgram program) {
        this.binding = lab.binding();
        this.rows = new LogicalRows(binding);
        this.sessions = new Sessions(lab);
        this.provisioner = new Provisioner(sessions, lab.ledger());
        this.settings = new CellSettings(plan, binding, program);
        this.wanted = settings.wanted();
        for (HostPlan host : plan.hosts()) {
            Device device = binding.device(host.node());
            if (device.has(Service.HOST_AGENT)) {
                hosts.put(host.node(), sessions.of(device).hostAgent());
            }
        }
        this.controlled =
                plan.switches().stream()
                        .map(SwitchPlan::node)
                        .map(binding::device)
                        .distinct()
                        .filter(device -> device.has(Service.SWITCH_CONTROL))
                        .toList();
    }

    /**
     * Puts everything but traffic in place, or nothing.
     *
     * @throws io.losslab.driver.DeviceException where a device refuses
     */
    void provision() {
        provisioner.apply(wanted);
        for (Node node : binding.topology().switches()) {
            Device device = binding.device(node);
            if (!device.has(Service.SWITCH_CONTROL) && device.has(Service.GNMI)) {
                commodities.computeIfAbsent(
                        device, each -> new CommodityCounters(each, sessions.of(each).gnmi()));
            }
        }
    }

    /** Hands every host its flows; they start at their own times. */
    void startTraffic() {
        settings.traffic().forEach(call -> call.send(sessions.of(call.device())));
    }

    /**
     * Makes sure that nobody else set the devices meanwhile.
     *
     * @throws io.losslab.driver.DeviceException that names what is not as it was set
     */
    void requireUnchanged() {
        provisioner.requireUnchanged(wanted);
    }

    Map<Node, HostAgentClient> hosts() {
        return hosts;
    }

    /** Counters of all ports now. */
    Map<Node, PortReadings> readPorts() {
        Map<Node, PortReadings> readings = new LinkedHashMap<>();
        for (Device device : controlled) {
            CounterSamples samples =
                    sessions.of(device).switchControl().counters(List.of(), List.of());
            for (Node node : binding.nodesOn(device)) {
                readings.put(node, new PortReadings(rows.samples(device, node, samples)));
            }
        }
        commodities.forEach(
                (device, counters) -> {
                    CounterSamples samples = counters.read();
                    for (Node node : binding.nodesOn(device)) {
                        readings.put(node, new PortReadings(rows.samples(device, node, samples)));
                    }
                });
        return readings;
    }

    /** Events since the last call. */
    void collectEvents(Consumer<QueueEvent> receiver) {
        for (Device device : controlled) {
            sessions.of(device)
                    .switchControl()
                    .collectEvents(
                            batch ->
                                    batch.getEventsList()
                                            .forEach(
                                                    event ->
                                                            rows.event(device, event)
                                                                    .ifPresent(receiver)));
        }
    }

    void readGauges(Consumer<Gauges> receiver) {
        for (Device device : controlled) {
            receiver.accept(sessions.of(device).switchControl().gauges());
        }
    }

    /** Whether a node's Bifrost can be read: its coprocessor has an address. */
    boolean hasCoprocessor(Node node) {
        return binding.device(node).has(Service.COPROCESSOR);
    }

    /** Counters of Bifrost at a port. */
    BifrostCounters bifrostCounters(Node node, int port) {
        return sessions.of(binding.device(node))
                .coprocessor()
                .counters(binding.devicePort(node, port));
    }

    /** Paused time by cause, with the node it was spent at. */
    void collectPauseCharges(BiConsumer<Node, PauseCharges> receiver) {
        hosts.forEach(
                (node, client) ->
                        client.collectPauseCharges(
                                charges -> rows.charges(binding.device(node), charges, receiver)));
        for (Device device : controlled) {
            sessions.of(device)
                    .switchControl()
                    .collectPauseCharges(charges -> rows.charges(device, charges, receiver));
        }
    }

    /** Samples a switch until the subscription is closed. */
    CounterStream watch(
            Node node, WatchCountersRequest request, Consumer<CounterSamples> receiver) {
        Device device = binding.device(node);
        List<Integer> ports =
                request.getSelect().getPortsList().stream()
                        .map(port -> binding.devicePort(node, port))
                        .toList();
        Consumer<CounterSamples> logical =
                samples -> receiver.accept(rows.samples(device, node, samples));
        List<Counter> counters = request.getSelect().getCountersList();
        if (commodities.containsKey(device)) {
            return commodities.get(device).watch(ports, counters, request.getIntervalNs(), logical);
        }
        return CounterStream.of(
                sessions.of(device)
                        .switchControl()
                        .watchCounters(ports, counters, request.getIntervalNs(), logical));
    }

    /** Whether a node's counters can be watched and read. */
    boolean isRead(Node node) {
        Device device = binding.device(node);
        return device.has(Service.SWITCH_CONTROL) || commodities.containsKey(device);
    }

    @Override
    public void close() {
        sessions.close();
    }
}
