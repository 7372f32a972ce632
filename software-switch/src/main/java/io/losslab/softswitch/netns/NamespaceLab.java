package io.losslab.softswitch.netns;

import io.losslab.api.address.Ipv4Address;
import io.losslab.api.address.MacAddress;
import io.losslab.api.frame.RoceFrame;
import io.losslab.api.process.ProgramException;
import io.losslab.api.process.SystemProgram;
import io.losslab.api.topology.Node;
import io.losslab.api.topology.PortRef;
import io.losslab.api.topology.Topology;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The hosts of a topology as network namespaces of this machine, with a veth pair for every port
 * and one for management, and an SSH server in each.
 *
 * <p>A host's own ports are called {@code port1}, {@code port2} … and have the MAC addresses of
 * {@link Topology#macOf}; they carry no IP address, so the kernel stays out of what is sent there.
 * The other ends stay in this process's namespace, for the switches. Management addresses are from
 * the range set aside for tests of network devices, 198.18.0.0/15 (RFC 2544, C.2.2). All is written
 * to a journal before it is made, and removed by {@link #close} or, after a crash, {@link
 * #cleanUp}.
 */
public final class NamespaceLab implements AutoCloseable {
    private static final int FIRST_ADDRESS = 198 << 24 | 18 << 16;
    private static final int ADDRESSES_A_LAB = 1 << 12;
    private static final int ADDRESSES_A_HOST = 4;
    private static final int MOST_HOSTS = ADDRESSES_A_LAB / ADDRESSES_A_HOST;
    private static final int TAG_BYTES = 4;

    private final Topology topology;
    private final LabPlace place;
    private final int mtuBytes;
    private SshAccess ssh;
    private boolean closed;

    private NamespaceLab(Topology topology, LabPlace place, int mtuBytes) {
        this.topology = topology;
        this.place = place;
        this.mtuBytes = mtuBytes;
    }

    /**
     * Why this machine or user cannot have a lab of namespaces; empty if nothing is known to stand
     * against it.
     */
    public static Optional<String> obstacle() {
        if (!"root".equals(System.getProperty("user.name"))) {
            return Optional.of(
                    "network namespaces need root, and this is %s: run it with sudo"
                            .formatted(System.getProperty("user.name")));
        }
        try {
            // Namespaces without names: nothing is left, whatever ends this.
            SystemProgram.run("unshare", "--net", "--mount", "true");
            return Optional.empty();
        } catch (ProgramException e) {
            return Optional.of("network namespaces are not permitted here: " + e.getMessage());
        }
    }

    /**
     * Makes the lab.
     *
     * @param mtuBytes most payload of a RoCEv2 packet
     * @throws LabException where it cannot be made; nothing of it is left then
     */
    public static NamespaceLab create(Topology topology, int mtuBytes) {
        Optional<String> obstacle = obstacle();
        if (obstacle.isPresent()) {
            throw new LabException(obstacle.get());
        }
        if (topology.hosts().size() > MOST_HOSTS) {
            throw new LabException(
                    "a lab of namespaces has at most %d hosts, and %s has %d"
                            .formatted(MOST_HOSTS, topology.name(), topology.hosts().size()));
        }
        NamespaceLab lab = new NamespaceLab(topology, LabPlace.claim(), mtuBytes);
        try {
            lab.build();
            return lab;
        } catch (RuntimeException | Error e) {
            lab.place.undo().forEach(failure -> e.addSuppressed(new LabException(failure)));
            throw e;
        }
    }

    /**
     * Removes what labs left behind whose process has ended.
     *
     * @return what could not be removed, as text
     */
    public static List<String> cleanUp() {
        List<String> failures = new ArrayList<>();
        LabPlace.orphans().forEach(orphan -> failures.addAll(orphan.undo()));
        return failures;
    }

    /** How many labs {@link #cleanUp} would remove. */
    public static int leftOver() {
        return LabPlace.orphans().size();
    }

    /** Name of a host's namespace. */
    public String namespace(Node host) {
        return "losslab%d-%s".formatted(place.number(), safe(host.name()));
    }

    /** Name of a host's port within its namespace. */
    public static String hostInterface(int port) {
        return "port" + port;
    }

    /** Name of the other end of a host's port, in this process's namespace. */
    public String switchInterface(PortRef hostPort) {
        return "ll%dh%dp%d".formatted(place.number(), hostPort.node().id(), hostPort.port());
    }

    /** Management address of a host. */
    public String managementAddress(Node host) {
        return Ipv4Address.text(firstAddress(host) + 2);
    }

    /** Address of this machine on a host's management link. */
    public String ownManagementAddress(Node host) {
        return Ipv4Address.text(firstAddress(host) + 1);
    }

    /** How to log in to the hosts. */
    public SshAccess ssh() {
        return ssh;
    }

    /** A directory for what belongs to the lab; removed with it. */
    public Path directory() {
        return place.directory();
    }

    /**
     * Ends all processes in the hosts and takes the lab away.
     *
     * @return what could not be removed, as text; empty where it was removed before
     */
    public synchronized List<String> takeDown() {
        if (closed) {
            return List.of();
        }
        List<String> failures = place.undo();
        closed = failures.isEmpty();
        return failures;
    }

    /**
     * As {@link #takeDown}.
     *
     * @throws LabException where something could not be removed
     */
    @Override
    public void close() {
        List<String> failures = takeDown();
        if (!failures.isEmpty()) {
            throw new LabException(
                    "the lab could not be torn down: %s; try 'losslab cleanup'"
                            .formatted(String.join("; ", failures)));
        }
    }

    private void build() {
        UndoJournal journal = new UndoJournal(place.journal());
        topology.hosts().forEach(host -> addHost(journal, host));
        startSsh();
    }

    private void addHost(UndoJournal journal, Node host) {
        String namespace = namespace(host);
        journal.before(new UndoStep(UndoStep.Kind.NAMESPACE, namespace));
        Namespaces.add(namespace);
        run(
                namespace,
                "sh",
                "-c",
                "for f in all default; do echo 1 > /proc/sys/net/ipv6/conf/$f/disable_ipv6; done"
                        + " 2>/dev/null || true");
        List<String> outside = new ArrayList<>();
        List<String> inside = new ArrayList<>(List.of("link set lo up"));
        for (int port = 1; port <= host.ports(); port++) {
            addPort(journal, new PortRef(host, port), outside, inside);
        }
        addManagement(journal, host, outside, inside);
        Namespaces.ip("", outside);
        Namespaces.ip(namespace, inside);
        Namespaces.ip("", quietUp(host));
        offloadsOff(host);
    }

    /**
     * Brings the outer ends up; before, IPv6 is taken off them, or the kernel would speak there,
     * and IPv4 forwarding: frames have the outer ends' addresses, so a machine that routes would
     * send them on.
     */
    private List<String> quietUp(Node host) {
        List<String> commands = new ArrayList<>();
        for (int port = 1; port <= host.ports(); port++) {
            String outer = switchInterface(new PortRef(host, port));
            noIpv6(outer);
            set("ipv4", outer, "forwarding", "0");
            commands.add("link set %s arp off up".formatted(outer));
        }
        noIpv6(managementInterface(host));
        commands.add("link set %s up".formatted(managementInterface(host)));
        return commands;
    }

    /** Else the kernel leaves checksums to a network card that is not there. */
    private void offloadsOff(Node host) {
        for (int port = 1; port <= host.ports(); port++) {
            String line =
                    "ethtool -K %s tx off gso off tso off gro off txvlan off rxvlan off"
                            .formatted(hostInterface(port));
            run(namespace(host), line.split(" ", -1));
        }
    }

    private static void run(String namespace, String... words) {
        SystemProgram.run(Namespaces.within(namespace, List.of(words)));
    }

    private static void noIpv6(String interfaceName) {
        set("ipv6", interfaceName, "disable_ipv6", "1");
    }

    private static void set(String protocol, String interfaceName, String name, String value) {
        Path setting = Path.of("/proc/sys/net", protocol, "conf", interfaceName, name);
        if (!Files.exists(setting)) {
            return;
        }
        try {
            Files.writeString(setting, value);
        } catch (IOException e) {
            throw new LabException(
                    "%s cannot be written: %s".formatted(setting, e.getMessage()), e);
        }
    }

    private void addPort(
            UndoJournal journal, PortRef port, List<String> outside, List<String> inside) {
        String outer = switchInterface(port);
        PortRef peer = topology.linkAt(port.node(), port.port()).peerOf(port.node());
        journal.before(new UndoStep(UndoStep.Kind.INTERFACE, outer));
        int mtu = RoceFrame.maxFrameBytes(mtuBytes) + TAG_BYTES;
        outside.add(
                "link add %s mtu %d address %s type veth peer name %s mtu %d address %s netns %s"
                        .formatted(
                                outer,
                                mtu,
                                MacAddress.text(Topology.macOf(peer.node().id(), peer.port())),
                                hostInterface(port.port()),
                                mtu,
                                MacAddress.text(Topology.macOf(port.node().id(), port.port())),
                                namespace(port.node())));
        inside.add("link set %s arp off up".formatted(hostInterface(port.port())));
    }

    private void addManagement(
            UndoJournal journal, Node host, List<String> outside, List<String> inside) {
        String outer = managementInterface(host);
        journal.before(new UndoStep(UndoStep.Kind.INTERFACE, outer));
        outside.add(
                "link add %s type veth peer name mgmt netns %s".formatted(outer, namespace(host)));
        outside.add("address add %s/30 dev %s".formatted(ownManagementAddress(host), outer));
        inside.add("address add %s/30 dev mgmt".formatted(managementAddress(host)));
        inside.add("link set mgmt up");
    }

    private void startSsh() {
        SshServers servers = new SshServers(place.directory());
        for (Node host : topology.hosts()) {
            servers.start(namespace(host), managementAddress(host));
        }
        for (Node host : topology.hosts()) {
            servers.await(namespace(host), managementAddress(host));
        }
        ssh = servers.access(topology.hosts().stream().map(this::managementAddress).toList());
    }

    private String managementInterface(Node host) {
        return "ll%dm%d".formatted(place.number(), host.id());
    }

    private int firstAddress(Node host) {
        return FIRST_ADDRESS
                + place.number() * ADDRESSES_A_LAB
                + topology.hosts().indexOf(host) * ADDRESSES_A_HOST;
    }

    /** Names of namespaces are file names. */
    private static String safe(String name) {
        return name.replaceAll("[^A-Za-z0-9_.-]", "_");
    }
}
