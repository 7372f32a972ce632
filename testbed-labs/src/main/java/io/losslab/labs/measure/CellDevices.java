package io.losslab.labs.measure;

import io.losslab.api.process.Uninterrupted;
import io.losslab.api.rpc.DeviceAddress;
import io.losslab.api.topology.Node;
import io.losslab.api.topology.PortRef;
import io.losslab.configs.binding.Binding;
import io.losslab.configs.plan.CellPlan;
import io.losslab.configs.plan.HostPlan;
import io.losslab.configs.testbed.Device;
import io.losslab.configs.testbed.Service;
import io.losslab.devices.DesiredState;
import io.losslab.devices.DeviceKind;
import io.losslab.devices.DeviceSession;
import io.losslab.devices.NicCounters;
import io.losslab.devices.PortCounters;
import io.losslab.devices.Sessions;
import io.losslab.devices.failure.CommandFailure;
import io.losslab.driver.DeviceChannel;
import io.losslab.driver.DeviceException;
import io.losslab.driver.OpenWatch;
import io.losslab.driver.bifrost.BifrostCoprocessorClient;
import io.losslab.driver.host.HostAgentClient;
import io.losslab.labs.backend.Lab;
import io.losslab.labs.backend.Silence;
import io.losslab.labs.provision.CellSettings;
import io.losslab.labs.provision.Provisioner;
import io.losslab.metrics.HostRows;
import io.losslab.metrics.Metric;
import io.losslab.metrics.MetricRows;
import io.losslab.metrics.SwitchRows;
import io.losslab.proto.v1.AgentStatistics;
import io.losslab.proto.v1.BifrostCounters;
import io.losslab.proto.v1.Counter;
import io.losslab.proto.v1.CounterSamples;
import io.losslab.proto.v1.Gauges;
import io.losslab.proto.v1.HostCounters;
import io.losslab.proto.v1.PauseCharges;
import io.losslab.proto.v1.QueueEvent;
import io.losslab.proto.v1.QueueEvents;
import io.losslab.proto.v1.WatchCountersRequest;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The devices of a cell: provisioned from the plan, and read in the topology's own names and port
 * numbers, whatever device stands for which node. For one thread.
 */
public final class CellDevices implements AutoCloseable {
    /** Shorter than the interval that docs/watching.md recommends, which bounds a scrape. */
    private static final Duration METRICS_PATIENCE = Duration.ofSeconds(3);

    private static final Duration STOP_PATIENCE = Duration.ofSeconds(2);
    private static final Duration ARRIVAL_PATIENCE = Duration.ofSeconds(5);
    private static final long LOOK_NANOS = 20_000_000;
    private static final Logger LOG = LoggerFactory.getLogger(CellDevices.class);

    private final Binding binding;
    private final LogicalRows rows;
    private final Sessions sessions;
    private final Provisioner provisioner;
    private final CellSettings settings;
    private final List<DesiredState> desired;
    private final Map<Node, HostAgentClient> hosts = new LinkedHashMap<>();

    /** What switches measure, from provisioning on, in the order of their first nodes. */
    private final Map<Device, PortCounters> counters = new LinkedHashMap<>();

    private final Map<Node, NicCounters> nics = new LinkedHashMap<>();

    /** Whether messages move without a call that lets time pass. */
    private final boolean timePasses;

    private final Silence silence;

    private boolean sending;

    /** Makes the clients; nothing is sent yet. */
    public CellDevices(Lab lab, CellPlan plan) {
        this.binding = lab.binding();
        this.timePasses = lab.clock().passesByItself();
        this.silence = lab.silence();
        this.rows = new LogicalRows(binding);
        this.sessions = new Sessions(lab);
        this.provisioner = new Provisioner(sessions, lab.ledger());
        this.settings = new CellSettings(plan, binding);
        this.desired = settings.desired();
        for (HostPlan host : plan.hosts()) {
            Device device = binding.device(host.node());
            if (device.has(Service.HOST_AGENT)) {
                DeviceChannel agent = lab.channel(device, Service.HOST_AGENT);
                hosts.put(host.node(), new HostAgentClient(agent, device.id()));
            }
        }
    }

    /**
     * Puts everything but traffic in place, or nothing.
     *
     * @throws io.losslab.driver.DeviceException where a device refuses
     */
    public void provision() {
        provisioner.apply(desired);
        if (timePasses) {
            CounterAges.awaitBefore(switches(), silence);
        }
        for (Device device : binding.devices()) {
            if (device.kind().isSwitch()) {
                DeviceKind.of(device)
                        .counters(sessions.of(device))
                        .ifPresent(told -> counters.put(device, told));
            } else {
                addNics(device);
            }
        }
    }

    private void addNics(Device device) {
        Node host = binding.nodesOn(device).get(0);
        DeviceKind.of(device)
                .nicCounters(sessions.of(device), port -> binding.logical(device, port).isPresent())
                .ifPresent(told -> nics.put(host, () -> rows.reading(host, told.read())));
    }

    private List<DeviceSession> switches() {
        return binding.devices().stream()
                .filter(device -> device.kind().isSwitch())
                .map(sessions::of)
                .toList();
    }

    /** Hands every host its flows; they start at their own times. */
    public void startTraffic() {
        sending = true;
        silence.end();
        settings.traffic().forEach(call -> call.send(sessions.of(call.device())));
    }

    /** Lets hosts post no more messages; what is on its way arrives. */
    public void stopTraffic() {
        hosts.values().forEach(HostAgentClient::stopTraffic);
        sending = false;
    }

    /**
     * Makes sure that the devices were not changed from outside meanwhile.
     *
     * @throws io.losslab.driver.DeviceException that names what is not as it was set
     */
    public void requireUnchanged() {
        provisioner.requireUnchanged(desired);
    }

    public Map<Node, HostAgentClient> hosts() {
        return hosts;
    }

    /**
     * What tells whether the devices still answer: a question for each connection in use.
     *
     * @param clocks hear what time it is at agents
     */
    List<LifeSigns.Question> questions(AgentClocks clocks) {
        List<LifeSigns.Question> questions = new ArrayList<>();
        Set<DeviceAddress> asked = new HashSet<>();
        for (Device device : binding.devices()) {
            DeviceSession session = sessions.of(device);
            if (device.has(Service.HOST_AGENT)) {
                questions.add(
                        LifeSigns.Question.ofAgent(
                                device, session.channel(Service.HOST_AGENT), clocks));
            }
            for (Service service : device.addresses().keySet()) {
                if (service.equals(Service.HOST_AGENT) || service.equals(Service.SSH)) {
                    continue;
                }
                DeviceChannel channel = session.channel(service);
                if (channel.isConnected() && asked.add(channel.address())) {
                    questions.add(LifeSigns.Question.of(device, channel));
                }
            }
            session.openLogin()
                    .ifPresent(login -> questions.add(LifeSigns.Question.of(device, login)));
        }
        return questions;
    }

    /** What the NICs of hosts count, from provisioning on. */
    Map<Node, NicCounters> nicCounters() {
        return nics;
    }

    /** What hosts have counted until now. */
    Map<Node, HostCounters> readHosts() {
        Map<Node, HostCounters> readings = new LinkedHashMap<>();
        hosts.forEach((node, client) -> readings.put(node, rows.counters(node, client.counters())));
        return readings;
    }

    /**
     * Counters of all ports, with what has happened until now; of a switch that does not tell any,
     * none.
     */
    Map<Node, PortReadings> readPorts() {
        if (timePasses) {
            if (!sending && !hasOpenMessages()) {
                silence.begin();
            }
            CounterAges.awaitAfter(counters.values());
        }
        Map<Node, PortReadings> readings = new LinkedHashMap<>();
        for (Device device : binding.devices()) {
            if (device.kind().isSwitch()) {
                CounterSamples samples =
                        counters.containsKey(device)
                                ? counters.get(device).read()
                                : CounterSamples.getDefaultInstance();
                for (Node node : binding.nodesOn(device)) {
                    readings.put(node, new PortReadings(rows.samples(device, node, samples)));
                }
            }
        }
        return readings;
    }

    /**
     * Adds what all devices count now; for any thread, from provisioning on. A device that does not
     * answer is left out: whether it is lost is found out elsewhere.
     */
    public void collectMetrics(MetricRows metrics) {
        counters.forEach((device, told) -> addSwitch(metrics, device, told));
        hosts.forEach((node, client) -> addHost(metrics, node, client.within(METRICS_PATIENCE)));
    }

    private void addSwitch(MetricRows metrics, Device device, PortCounters told) {
        boolean answers = true;
        CounterSamples samples = CounterSamples.getDefaultInstance();
        try {
            samples = told.readClasses();
        } catch (DeviceException | CommandFailure e) {
            answers = false;
        }
        for (Node node : binding.nodesOn(device)) {
            metrics.add(Metric.DEVICE_UP, answers ? 1 : 0, node.name());
            if (answers) {
                SwitchRows.add(metrics, node.name(), rows.samples(device, node, samples));
            }
        }
    }

    private void addHost(MetricRows metrics, Node node, HostAgentClient client) {
        try {
            HostCounters totals = rows.counters(node, client.counters());
            AgentStatistics statistics = rows.statistics(node, client.statistics());
            HostRows.add(metrics, node.name(), totals);
            HostRows.add(metrics, node.name(), statistics);
            metrics.add(Metric.DEVICE_UP, 1, node.name());
        } catch (DeviceException e) {
            metrics.add(Metric.DEVICE_UP, 0, node.name());
        }
    }

    /** Frames sent by each egress queue of a switch's port; none where it does not count them. */
    public Map<Integer, Long> sentByQueue(PortRef port) {
        Device device = binding.device(port.node());
        Map<Integer, Long> sent = new TreeMap<>();
        if (!counters.containsKey(device)) {
            return sent;
        }
        CounterSamples samples =
                rows.samples(device, port.node(), counters.get(device).readQueues());
        for (int row = 0; row < samples.getTimeNsCount(); row++) {
            if (samples.getPort(row) == port.port()
                    && samples.getQueue(row) >= 0
                    && samples.getCounter(row) == Counter.TX_PACKETS) {
                sent.put(samples.getQueue(row), samples.getValue(row));
            }
        }
        return sent;
    }

    /** Whether a message was posted that is not complete. */
    public boolean hasOpenMessages() {
        return hosts.values().stream()
                .anyMatch(host -> host.counters().getOutstandingMessages() > 0);
    }

    /** Events since the last call. */
    void collectEvents(Consumer<QueueEvent> receiver) {
        hosts.forEach(
                (node, client) ->
                        client.collectEvents(
                                batch -> collect(binding.device(node), batch, receiver)));
        counters.forEach(
                (device, told) -> told.collectEvents(batch -> collect(device, batch, receiver)));
    }

    private void collect(Device device, QueueEvents batch, Consumer<QueueEvent> receiver) {
        batch.getEventsList().forEach(event -> rows.event(device, event).ifPresent(receiver));
    }

    void readGauges(Consumer<Gauges> receiver) {
        counters.values().forEach(told -> told.readGauges(receiver));
    }

    /** Whether a node's Bifrost can be read: its coprocessor has an address. */
    boolean hasCoprocessor(Node node) {
        return binding.device(node).has(Service.COPROCESSOR);
    }

    /** Counters of Bifrost at a port. */
    BifrostCounters bifrostCounters(Node node, int port) {
        Device device = binding.device(node);
        return new BifrostCoprocessorClient(
                        sessions.of(device).channel(Service.COPROCESSOR), device.id())
                .counters(binding.devicePort(node, port));
    }

    /** Paused time by cause, with the node it was spent at. */
    void collectPauseCharges(BiConsumer<Node, PauseCharges> receiver) {
        hosts.forEach(
                (node, client) ->
                        client.collectPauseCharges(
                                charges -> rows.charges(binding.device(node), charges, receiver)));
        counters.forEach(
                (device, told) ->
                        told.collectPauseCharges(
                                charges -> rows.charges(device, charges, receiver)));
    }

    /** Samples a switch until the subscription is closed. */
    OpenWatch watch(Node node, WatchCountersRequest request, Consumer<CounterSamples> receiver) {
        Device device = binding.device(node);
        List<Integer> ports =
                request.getSelect().getPortsList().stream()
                        .map(port -> binding.devicePort(node, port))
                        .toList();
        Consumer<CounterSamples> logical =
                samples -> receiver.accept(rows.samples(device, node, samples));
        return counters.get(device)
                .watch(
                        ports,
                        request.getSelect().getCountersList(),
                        request.getIntervalNs(),
                        logical);
    }

    /** Whether the times of a watched node's samples are the lab's. */
    boolean isSampledInLabTime(Node node) {
        return counters.get(binding.device(node)).hasLabTime();
    }

    /** Whether a node's counters can be watched at an interval. */
    boolean isSampled(Node node, long intervalNanos) {
        PortCounters told = counters.get(binding.device(node));
        return told != null && intervalNanos >= told.shortestIntervalNanos();
    }

    @Override
    public void close() {
        if (sending && timePasses) {
            Uninterrupted.run(this::endTraffic);
        }
        silence.begin();
        sessions.close();
    }

    /**
     * The cell has failed: a host with messages on their way could not begin another, nor be
     * restored. Those that do not answer are left, and what does not arrive is not waited for.
     */
    private void endTraffic() {
        forEachThatAnswers(HostAgentClient::stopTraffic);
        long deadline = System.nanoTime() + ARRIVAL_PATIENCE.toNanos();
        forEachThatAnswers(host -> awaitArrival(host, deadline));
    }

    private void forEachThatAnswers(Consumer<HostAgentClient> task) {
        for (HostAgentClient host : hosts.values()) {
            try {
                task.accept(host.within(STOP_PATIENCE));
            } catch (DeviceException e) {
                LOG.warn("traffic may go on: {}", e.getMessage());
            }
        }
    }

    private static void awaitArrival(HostAgentClient host, long deadline) {
        while (host.counters().getOutstandingMessages() > 0 && System.nanoTime() < deadline) {
            LockSupport.parkNanos(LOOK_NANOS);
        }
    }
}
