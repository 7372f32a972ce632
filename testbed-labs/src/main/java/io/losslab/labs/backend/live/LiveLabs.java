package io.losslab.labs.backend.live;

import io.losslab.analysis.summary.Check;
import io.losslab.analysis.summary.TimeChecks;
import io.losslab.api.clock.ScaledClock;
import io.losslab.api.process.ProgramException;
import io.losslab.api.process.Uninterrupted;
import io.losslab.api.rpc.ChannelSecurity;
import io.losslab.api.rpc.DeviceAddress;
import io.losslab.api.topology.Node;
import io.losslab.api.topology.PortRef;
import io.losslab.api.topology.Topology;
import io.losslab.configs.binding.Binding;
import io.losslab.configs.plan.CellPlan;
import io.losslab.configs.testbed.Device;
import io.losslab.configs.testbed.Service;
import io.losslab.devices.failure.CommandFailure;
import io.losslab.devices.registry.FabricTestbed;
import io.losslab.devices.ssh.AgentArchive;
import io.losslab.driver.DeviceChannel;
import io.losslab.driver.host.HostAgentClient;
import io.losslab.labs.backend.Channels;
import io.losslab.labs.backend.Lab;
import io.losslab.labs.backend.LabClock;
import io.losslab.labs.backend.Labs;
import io.losslab.labs.backend.agents.AgentPunctuality;
import io.losslab.labs.backend.agents.HostTimekeeping;
import io.losslab.labs.provision.Ledger;
import io.losslab.services.lab.LiveLab;
import io.losslab.softswitch.live.LiveException;
import io.losslab.softswitch.live.LiveFabric;
import io.losslab.softswitch.live.LiveTotals;
import io.losslab.softswitch.netns.LabException;
import io.losslab.softswitch.netns.NamespaceLab;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Labs with real frames, one at a time. The switches are made for a cell and end with it; its hosts
 * go to the next cell if all went well. What cannot be removed is reported by {@link #restore};
 * {@code losslab cleanup} tries again.
 */
public final class LiveLabs implements Labs {
    private static final Logger LOG = LoggerFactory.getLogger(LiveLabs.class);

    private final OptionalLong given;
    private final Map<Topology, LivePace> paces = new HashMap<>();
    private final int longestMtuBytes;
    private final AgentArchive archive;
    private final List<String> leftOver = new ArrayList<>();

    /** Of a lab that was closed, for the next one. */
    private Optional<LiveHosts> kept = Optional.empty();

    /**
     * Makes labs.
     *
     * @param given time dilation; empty: the smallest at which this machine keeps time
     * @param longestMtuBytes most payload of a packet in any of them: hosts serve them all
     */
    public LiveLabs(OptionalLong given, int longestMtuBytes, AgentArchive archive) {
        this.given = given;
        this.longestMtuBytes = longestMtuBytes;
        this.archive = archive;
    }

    /** How many labs are left on this machine of runs that were killed. */
    public static int leftOver() {
        return NamespaceLab.leftOver();
    }

    /**
     * Tears them all down: namespaces, interfaces and processes.
     *
     * @return what could not be torn down
     */
    public static List<String> cleanUp() {
        try {
            return NamespaceLab.cleanUp();
        } catch (LabException e) {
            return List.of(e.getMessage());
        }
    }

    @Override
    public Lab open(Topology topology, int dataQueues) {
        return open(topology, dataQueues, longestMtuBytes);
    }

    @Override
    public Lab open(CellPlan plan) {
        return open(plan.topology(), plan.setup().dataQueues(), plan.setup().hosts().mtuBytes());
    }

    private Lab open(Topology topology, int dataQueues, int mtuBytes) {
        OpenLab lab = new OpenLab();
        try {
            lab.build(topology, dataQueues, mtuBytes);
            return lab;
        } catch (LabException | ProgramException | LiveException | IOException e) {
            lab.close();
            throw CommandFailure.failed(
                    "the live lab could not be set up: " + e.getMessage(), "", e);
        } catch (RuntimeException | Error e) {
            lab.close();
            throw e;
        }
    }

    /** Those of the lab before, if they fit; otherwise new ones. */
    private LiveHosts hosts(Topology topology, int dataQueues, TimeDilation dilation) {
        Optional<LiveHosts> before = takeKept();
        if (before.isPresent() && before.get().fit(topology, dataQueues)) {
            return before.get();
        }
        before.ifPresent(this::remove);
        return LiveHosts.make(topology, dataQueues, longestMtuBytes, dilation, archive);
    }

    @Override
    public synchronized LivePace pace(Topology topology) {
        return paces.computeIfAbsent(
                topology,
                any ->
                        given.isPresent()
                                ? LivePace.given(new TimeDilation(given.getAsLong()))
                                : LivePace.from(TimeDilation.of(topology)));
    }

    @Override
    public int mostAtATime() {
        return 1;
    }

    /** Removes the hosts that the last lab has left. */
    @Override
    public List<String> restore() {
        takeKept().ifPresent(this::remove);
        synchronized (this) {
            return List.copyOf(leftOver);
        }
    }

    private synchronized Optional<LiveHosts> takeKept() {
        Optional<LiveHosts> taken = kept;
        kept = Optional.empty();
        return taken;
    }

    private synchronized void keep(LiveHosts hosts) {
        kept = Optional.of(hosts);
    }

    private void remove(LiveHosts hosts) {
        undo(() -> remember(hosts.takeDown()));
    }

    /**
     * Goes on to the end, whatever fails and even if the run is interrupted.
     *
     * @return whether nothing failed
     */
    private boolean undo(Runnable step) {
        try {
            Uninterrupted.run(step);
            return true;
        } catch (RuntimeException | Error e) {
            LOG.error("part of the live lab was not torn down", e);
            remember(List.of(String.valueOf(e.getMessage())));
            return false;
        }
    }

    private synchronized void remember(List<String> failures) {
        leftOver.addAll(failures);
    }

    private final class OpenLab implements Lab {
        private final Deque<Runnable> takeDown = new ArrayDeque<>();
        private final Channels channels = new Channels();
        private Topology topology;
        private TimeDilation dilation;
        private LiveHosts hosts;
        private LiveLab switches;
        private Binding binding;
        private LiveTime clock;
        private AgentPunctuality punctuality;

        /** Whether its cell came to its end. */
        private boolean ended;

        void build(Topology wanted, int dataQueues, int mtuBytes) throws IOException {
            topology = wanted;
            dilation = pace(topology).dilation();
            LOG.info("{}: {}", topology.name(), dilation.describe(topology));
            hosts = hosts(topology, dataQueues, dilation);
            takeDown.push(this::handOn);
            LiveFabric fabric =
                    new LiveFabric(
                            topology,
                            dataQueues,
                            mtuBytes,
                            ScaledClock.standing(dilation.factor()),
                            hosts.places()::switchInterface);
            switches = LiveLab.start(fabric);
            takeDown.push(switches::close);
            hosts.ready();
            takeDown.push(channels::close);
            DeviceAddress here = new DeviceAddress("127.0.0.1", switches.port());
            binding =
                    Binding.ofFabric(
                            topology,
                            FabricTestbed.of(
                                    topology,
                                    node -> node.isHost() ? hosts.address(node) : here,
                                    ChannelSecurity.plaintext(),
                                    Optional.empty()));
            Map<String, HostAgentClient> agents = new LinkedHashMap<>();
            topology.hosts().forEach(host -> agents.put(host.name(), client(host)));
            clock = new LiveTime(fabric, List.copyOf(agents.values()));
            punctuality = new AgentPunctuality(topology, agents);
        }

        private HostAgentClient client(Node host) {
            Device device = binding.device(host);
            return new HostAgentClient(channel(device, Service.HOST_AGENT), device.id());
        }

        @Override
        public Binding binding() {
            return binding;
        }

        @Override
        public Ledger ledger() {
            return hosts.ledger();
        }

        @Override
        public DeviceChannel channel(Device device, Service service) {
            return channels.channel(device, service);
        }

        @Override
        public LabClock clock() {
            return clock;
        }

        @Override
        public void capture(List<PortRef> ports, Path file) throws IOException {
            switches.capture(ports, file);
        }

        @Override
        public Optional<String> condition(Device device) {
            return hosts.condition(device.name());
        }

        @Override
        public boolean isGone(Device device) {
            return hosts.isGone(device.name());
        }

        @Override
        public List<Check> checks() {
            LiveTotals totals = switches.live().totals();
            LOG.info("{}", totals);
            long boundNanos = punctuality.boundNanos();
            HostTimekeeping agents =
                    punctuality.read(
                            dilation.factor(),
                            String.format(
                                    Locale.ROOT,
                                    "use a time dilation larger than %,d",
                                    dilation.factor()));
            pace(topology)
                    .ended(Math.max(totals.latenessOf(boundNanos), punctuality.latenessOf(agents)));
            ended = true;
            List<Check> checks = new ArrayList<>();
            Optional<String> complaint = totals.complaint(boundNanos);
            checks.add(
                    new Check(
                            TimeChecks.SWITCHES,
                            complaint.isEmpty(),
                            complaint.orElseGet(totals::describe)));
            checks.addAll(punctuality.checks(agents));
            return checks;
        }

        /** The next lab has the hosts, unless something is wrong with them or still on its way. */
        private void handOn() {
            if (ended) {
                keep(hosts);
            } else {
                remove(hosts);
            }
        }

        @Override
        public void close() {
            ended = ended && !Thread.currentThread().isInterrupted() && clock.isSettled();
            while (!takeDown.isEmpty()) {
                ended &= undo(takeDown.pop());
            }
        }
    }
}
