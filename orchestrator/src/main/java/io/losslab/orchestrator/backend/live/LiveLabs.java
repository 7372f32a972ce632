package io.losslab.orchestrator.backend.live;

import io.losslab.analysis.summary.Check;
import io.losslab.analysis.summary.TimeChecks;
import io.losslab.api.clock.ScaledClock;
import io.losslab.api.frame.RoceFrame;
import io.losslab.api.process.ProgramException;
import io.losslab.api.rpc.ChannelSecurity;
import io.losslab.api.rpc.DeviceAddress;
import io.losslab.api.topology.Link;
import io.losslab.api.topology.Node;
import io.losslab.api.topology.PortRef;
import io.losslab.api.topology.Topology;
import io.losslab.configs.binding.Binding;
import io.losslab.configs.testbed.Device;
import io.losslab.configs.testbed.Service;
import io.losslab.configs.testbed.SshLogin;
import io.losslab.devices.failure.CommandFailure;
import io.losslab.devices.registry.FabricTestbed;
import io.losslab.devices.ssh.AgentArchive;
import io.losslab.driver.DeviceChannel;
import io.losslab.driver.host.HostAgentClient;
import io.losslab.orchestrator.backend.Channels;
import io.losslab.orchestrator.backend.Lab;
import io.losslab.orchestrator.backend.LabClock;
import io.losslab.orchestrator.backend.Labs;
import io.losslab.orchestrator.backend.agents.AgentStart;
import io.losslab.orchestrator.backend.agents.StartedAgents;
import io.losslab.orchestrator.provision.Ledger;
import io.losslab.proto.v1.AgentStatistics;
import io.losslab.services.lab.LiveLab;
import io.losslab.softswitch.live.LiveException;
import io.losslab.softswitch.live.LiveFabric;
import io.losslab.softswitch.live.LiveTotals;
import io.losslab.softswitch.netns.LabException;
import io.losslab.softswitch.netns.NamespaceLab;
import io.losslab.softswitch.netns.SshAccess;
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
 * Labs with real frames, one at a time, each made for its cell and removed after it. What cannot be
 * removed is reported by {@link #restore}; {@code losslab cleanup} tries again.
 */
public final class LiveLabs implements Labs {
    private static final Logger LOG = LoggerFactory.getLogger(LiveLabs.class);

    private static final int LATE_FRAMES = 10;

    private final OptionalLong given;
    private final Map<Topology, LivePace> paces = new HashMap<>();
    private final int mtuBytes;
    private final AgentArchive archive;
    private final List<String> leftOver = new ArrayList<>();

    /**
     * Makes labs.
     *
     * @param given time dilation; empty: the smallest at which this machine keeps time
     * @param mtuBytes most payload of a packet
     * @throws CommandFailure where this user or machine cannot have them
     */
    public LiveLabs(OptionalLong given, int mtuBytes, AgentArchive archive) {
        Optional<String> obstacle = NamespaceLab.obstacle();
        if (obstacle.isPresent()) {
            throw CommandFailure.usage(
                    "--backend live: " + obstacle.get(),
                    "use --backend virtual to run the same file without real frames");
        }
        this.given = given;
        this.mtuBytes = mtuBytes;
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
        OpenLab lab = new OpenLab();
        try {
            lab.build(topology, dataQueues);
            return lab;
        } catch (LabException | ProgramException | LiveException | IOException e) {
            lab.close();
            throw CommandFailure.failed(
                    "the live lab could not be set up: " + e.getMessage(), "", e);
        } catch (RuntimeException e) {
            lab.close();
            throw e;
        }
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

    @Override
    public synchronized List<String> restore() {
        return List.copyOf(leftOver);
    }

    private synchronized void remember(List<String> failures) {
        leftOver.addAll(failures);
    }

    private final class OpenLab implements Lab {
        private final Deque<Runnable> takeDown = new ArrayDeque<>();
        private final Ledger ledger = Ledger.inMemory();
        private final Channels channels = new Channels();
        private Topology topology;
        private LiveLab switches;
        private StartedAgents agents;
        private Binding binding;
        private LabClock clock;
        private Map<String, AgentStatistics> before = Map.of();

        void build(Topology wanted, int dataQueues) throws IOException {
            topology = wanted;
            TimeDilation dilation = pace(topology).dilation();
            LOG.info("{}: {}", topology.name(), dilation.describe(topology));
            NamespaceLab hosts = NamespaceLab.create(topology, mtuBytes);
            takeDown.push(() -> remember(hosts.takeDown()));
            LiveFabric fabric =
                    new LiveFabric(
                            topology,
                            dataQueues,
                            mtuBytes,
                            ScaledClock.standing(dilation.factor()),
                            hosts::switchInterface);
            switches = LiveLab.start(fabric);
            takeDown.push(switches::close);
            AgentCommandLine line = new AgentCommandLine(topology, mtuBytes, dataQueues, dilation);
            agents = new StartedAgents(() -> archive);
            takeDown.push(agents::close);
            agents.start(
                    topology.hosts().stream()
                            .map(host -> start(hosts, host, line.of(host)))
                            .toList());
            takeDown.push(channels::close);
            DeviceAddress here = new DeviceAddress("127.0.0.1", switches.port());
            binding =
                    Binding.ofFabric(
                            topology,
                            FabricTestbed.of(
                                    topology,
                                    node -> node.isHost() ? agents.address(node.name()) : here,
                                    ChannelSecurity.plaintext(),
                                    Optional.empty()));
            clock = new LiveTime(fabric, topology.hosts().stream().map(this::client).toList());
        }

        private static AgentStart start(NamespaceLab hosts, Node host, List<String> command) {
            SshAccess access = hosts.ssh();
            SshLogin login =
                    new SshLogin(
                            hosts.managementAddress(host),
                            access.port(),
                            access.user(),
                            Optional.of(access.privateKey()),
                            access.knownHosts());
            Path directory = hosts.directory().resolve("agent-" + host.deviceId());
            return new AgentStart(host.name(), login, directory.toString(), command);
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
            return ledger;
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
            return agents.condition(device.name());
        }

        @Override
        public void warmedUp() {
            switches.live().forgetLateness();
            before = statistics();
        }

        @Override
        public List<Check> checks() {
            LiveTotals totals = switches.live().totals();
            LOG.info("{}", totals);
            long boundNanos = latenessBoundNanos();
            long pauseBoundNanos = Math.max(boundNanos, expectedReactionNanos());
            HostTimekeeping hosts = new HostTimekeeping(before, statistics(), totals.scale());
            pace(topology)
                    .ended(
                            Math.max(
                                    totals.latenessOf(boundNanos),
                                    hosts.latenessOf(boundNanos, pauseBoundNanos)));
            Optional<String> complaint = totals.complaint(boundNanos);
            return List.of(
                    new Check(
                            TimeChecks.SWITCHES,
                            complaint.isEmpty(),
                            complaint.orElseGet(() -> punctuality(totals))),
                    hosts.departures(boundNanos),
                    hosts.pauses(pauseBoundNanos));
        }

        /** How long hosts may take to obey: the headroom of switches allows for it. */
        private long expectedReactionNanos() {
            return topology.hosts().stream()
                    .mapToLong(it -> client(it).configuration().getPauseReactionNs())
                    .max()
                    .orElse(0);
        }

        private Map<String, AgentStatistics> statistics() {
            Map<String, AgentStatistics> statistics = new LinkedHashMap<>();
            topology.hosts().forEach(it -> statistics.put(it.name(), client(it).statistics()));
            return statistics;
        }

        private static String punctuality(LiveTotals totals) {
            return String.format(
                    Locale.ROOT,
                    "transmit lateness of %,d frames to hosts, in lab time: p99 %,.0f ns, worst"
                            + " %,.0f ns",
                    totals.framesOut(),
                    totals.lateP99FabricNanos(),
                    totals.lateWorstFabricNanos());
        }

        /**
         * How late frames may be: as long as the shortest link to a host takes, or ten frames at
         * its rate, whichever is longer. More would show in the completion times.
         */
        private long latenessBoundNanos() {
            return topology.hosts().stream()
                    .map(host -> topology.linkAt(host, 1))
                    .mapToLong(link -> Math.max(link.delay().nanos(), framesNanos(link)))
                    .min()
                    .orElse(0);
        }

        private long framesNanos(Link link) {
            long bits = 8L * LATE_FRAMES * RoceFrame.maxFrameBytes(mtuBytes);
            return bits * 1_000_000_000L / link.rate().bitsPerSecond();
        }

        /** Goes on to the end, whatever fails and even if the run is interrupted. */
        @Override
        public void close() {
            boolean interrupted = Thread.interrupted();
            try {
                while (!takeDown.isEmpty()) {
                    step(takeDown.pop());
                }
            } finally {
                if (interrupted) {
                    Thread.currentThread().interrupt();
                }
            }
        }

        private void step(Runnable undo) {
            try {
                undo.run();
            } catch (RuntimeException e) {
                LOG.error("part of the live lab was not torn down", e);
                remember(List.of(String.valueOf(e.getMessage())));
            }
        }
    }
}
