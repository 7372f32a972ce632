package io.losslab.labs.backend.physical;

import io.losslab.analysis.summary.Check;
import io.losslab.api.address.Ipv4Address;
import io.losslab.api.process.Uninterrupted;
import io.losslab.api.topology.Node;
import io.losslab.api.topology.Topology;
import io.losslab.configs.binding.Binding;
import io.losslab.configs.binding.BindingException;
import io.losslab.configs.binding.BindingSearch;
import io.losslab.configs.experiment.HostSettings;
import io.losslab.configs.testbed.Device;
import io.losslab.configs.testbed.Service;
import io.losslab.configs.testbed.Testbed;
import io.losslab.devices.DeviceKind;
import io.losslab.devices.Sessions;
import io.losslab.devices.failure.CommandFailure;
import io.losslab.driver.DeviceChannel;
import io.losslab.driver.DeviceException;
import io.losslab.driver.clock.VirtualClockClient;
import io.losslab.driver.host.HostAgentClient;
import io.losslab.labs.backend.Channels;
import io.losslab.labs.backend.Lab;
import io.losslab.labs.backend.LabClock;
import io.losslab.labs.backend.Labs;
import io.losslab.labs.backend.Silence;
import io.losslab.labs.backend.VirtualTime;
import io.losslab.labs.backend.agents.AgentPunctuality;
import io.losslab.labs.lease.TestbedLease;
import io.losslab.labs.provision.Journal;
import io.losslab.labs.provision.Ledger;
import io.losslab.labs.provision.Provisioner;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The devices of a testbed file, one lab at a time. Devices keep their state from one lab to the
 * next and are restored at the end; those in virtual time are new for every lab.
 */
public final class PhysicalLabs implements Labs {
    private static final int LEAST_DATA_QUEUES = 8;
    private static final String LATE_ADVICE =
            "give the agent's data thread a core of its own on that host, or use slower links";

    private final Ledger ledger;
    private final TestbedLease lease;
    private final boolean asTheyAre;
    private final Optional<DeviceInventory> inventory;
    private Testbed testbed;
    private final TestbedAgents started;
    private final Silence silence = new Silence();
    private int mtuBytes = HostSettings.DEFAULT.mtuBytes();

    /**
     * Makes labs of a testbed.
     *
     * @param ledger holds what the devices were like before
     * @param lease of the testbed; without it nothing is restored
     */
    public PhysicalLabs(Testbed testbed, Ledger ledger, TestbedLease lease) {
        this(testbed, ledger, lease, false, Optional.empty());
    }

    private PhysicalLabs(
            Testbed testbed,
            Ledger ledger,
            TestbedLease lease,
            boolean asTheyAre,
            Optional<DeviceInventory> inventory) {
        this.testbed = testbed;
        this.ledger = ledger;
        this.lease = lease;
        this.asTheyAre = asTheyAre;
        this.inventory = inventory;
        this.started = new TestbedAgents(ledger);
        ledger.forbiddenBy(lease::loss);
    }

    /** The same; devices in virtual time, too, keep what they are set to. */
    public PhysicalLabs asTheyAre() {
        return new PhysicalLabs(testbed, ledger, lease, true, inventory);
    }

    /** The same; which devices they are is written to a results directory. */
    PhysicalLabs inventoried(Path directory) {
        return new PhysicalLabs(
                testbed, ledger, lease, asTheyAre, Optional.of(new DeviceInventory(directory)));
    }

    /** The same; agents that they start have to send packets of up to so much payload. */
    PhysicalLabs sending(int payloadBytes) {
        mtuBytes = payloadBytes;
        return this;
    }

    /** Labs of a testbed whose states before are written to a journal in a directory. */
    public static PhysicalLabs journaled(Testbed testbed, Path directory, TestbedLease lease) {
        Path written = Path.of(testbed.file());
        String file =
                Files.exists(written)
                        ? written.toAbsolutePath().normalize().toString()
                        : testbed.file();
        return new PhysicalLabs(
                testbed, Ledger.in(Journal.at(directory.resolve(Journal.FILE), file)), lease);
    }

    /** The binding of a topology, checked for the hosts' addresses. */
    public static Binding bind(Topology topology, Testbed testbed) {
        Binding binding;
        try {
            binding = BindingSearch.find(topology, testbed);
        } catch (BindingException e) {
            throw CommandFailure.usage(e.getMessage(), e.advice(), e);
        }
        for (Node host : topology.hosts()) {
            Device device = binding.device(host);
            Optional<Integer> address = device.ipv4();
            if (address.isPresent() && address.get() != host.ipv4()) {
                throw CommandFailure.usage(
                        "address mismatch: host %s has %s in topology %s, but %s has %s in testbed %s"
                                .formatted(
                                        host.name(),
                                        Ipv4Address.text(host.ipv4()),
                                        topology.name(),
                                        device.name(),
                                        Ipv4Address.text(address.get()),
                                        testbed.name()),
                        "set 'address: %s' for the host in the topology"
                                .formatted(Ipv4Address.text(address.get())));
            }
        }
        return binding;
    }

    @Override
    public Lab open(Topology topology, int dataQueues) {
        Binding binding = identified(bind(topology, testbed));
        inventory.ifPresent(devices -> devices.add(testbed, binding));
        List<Device> anew = started.start(binding, mtuBytes);
        ledger.forget(state -> state.endsWithTheRun() && anew.contains(state.device()));
        return new OpenLab(binding, dataQueues);
    }

    /** The same binding with devices that have said what the file leaves to them, each once. */
    private Binding identified(Binding binding) {
        Set<String> used = new HashSet<>();
        binding.devices().forEach(device -> used.add(device.name()));
        Testbed before = testbed;
        try (Channels channels = new Channels()) {
            testbed =
                    before.with(
                            device ->
                                    used.contains(device.name())
                                            ? DeviceKind.of(device).identified(device, channels)
                                            : device);
        }
        return testbed.equals(before) ? binding : bind(binding.topology(), testbed);
    }

    @Override
    public int mostAtATime() {
        return 1;
    }

    /**
     * Agents of the run end first, so that nothing is sent any more, even if it is interrupted.
     * Devices that another user may have by now are left to {@code losslab cleanup}.
     */
    @Override
    public List<String> restore() {
        return Uninterrupted.get(this::restoreAll);
    }

    private List<String> restoreAll() {
        List<String> left = new ArrayList<>(started.end());
        if (lease.loss().isPresent()) {
            left.add(lease.loss().get().getMessage());
            return left;
        }
        if (testbed.clock().isPresent() && !asTheyAre) {
            restart().ifPresent(left::add);
        }
        left.addAll(setBack());
        return left;
    }

    /** What stays is restored part by part. */
    private List<String> setBack() {
        try (Channels channels = new Channels();
                Sessions sessions = new Sessions(channels)) {
            return new Provisioner(sessions, ledger).undoAll();
        }
    }

    /** Devices in virtual time begin anew; what went wrong, if something did. */
    private Optional<String> restart() {
        try (DeviceChannel channel = clockChannel(testbed.clock().get())) {
            renew(channel, LEAST_DATA_QUEUES);
            return Optional.empty();
        } catch (DeviceException e) {
            return Optional.of(e.getMessage());
        }
    }

    private void renew(DeviceChannel clock, int dataQueues) {
        new VirtualClockClient(clock).reset(dataQueues);
        ledger.forget(state -> testbed.beginsWithTheClock(state.device(), state.part().service()));
    }

    private final class OpenLab implements Lab {
        private final Binding binding;
        private final Channels channels = new Channels();
        private final Optional<DeviceChannel> clockChannel;
        private final LabClock clock;

        /** Of agents on real ports, if there are any. */
        private Optional<AgentPunctuality> punctuality = Optional.empty();

        OpenLab(Binding binding, int dataQueues) {
            this.binding = binding;
            this.clockChannel = testbed.clock().map(PhysicalLabs::clockChannel);
            if (clockChannel.isPresent()) {
                this.clock = new VirtualTime(clockChannel.get());
            } else {
                Map<String, HostAgentClient> agents = agents();
                this.clock = new WallTime(agents);
                this.punctuality =
                        Optional.of(new AgentPunctuality(binding.topology(), agents))
                                .filter(any -> !agents.isEmpty());
            }
            if (clockChannel.isPresent() && !asTheyAre) {
                begin(dataQueues);
            }
        }

        private void begin(int dataQueues) {
            try {
                renew(clockChannel.get(), dataQueues);
            } catch (RuntimeException e) {
                clockChannel.get().close();
                throw e;
            }
        }

        private Map<String, HostAgentClient> agents() {
            Map<String, HostAgentClient> agents = new LinkedHashMap<>();
            for (Node host : binding.topology().hosts()) {
                Device device = binding.device(host);
                if (device.has(Service.HOST_AGENT)) {
                    DeviceChannel channel = channel(device, Service.HOST_AGENT);
                    agents.put(device.name(), new HostAgentClient(channel, device.id()));
                }
            }
            return agents;
        }

        @Override
        public Binding binding() {
            return binding;
        }

        @Override
        public Ledger ledger() {
            return ledger;
        }

        @Override
        public Silence silence() {
            return silence;
        }

        @Override
        public DeviceChannel channel(Device device, Service service) {
            return device.isStarted(service)
                    ? channels.channel(device.agentAt(started.address(device)), service)
                    : channels.channel(device, service);
        }

        @Override
        public Optional<String> condition(Device device) {
            return started.condition(device);
        }

        @Override
        public boolean isGone(Device device) {
            return started.isGone(device);
        }

        @Override
        public LabClock clock() {
            return clock;
        }

        @Override
        public List<Check> checks() {
            return punctuality
                    .map(agents -> agents.checks(agents.read(1, LATE_ADVICE)))
                    .orElse(List.of());
        }

        @Override
        public void close() {
            channels.close();
            clockChannel.ifPresent(DeviceChannel::close);
        }
    }

    private static DeviceChannel clockChannel(Testbed.Clock clock) {
        return DeviceChannel.open(
                "virtual clock", clock.address(), clock.security(), Device.DEFAULT_DEADLINE);
    }
}
