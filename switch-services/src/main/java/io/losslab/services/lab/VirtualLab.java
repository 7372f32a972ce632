package io.losslab.services.lab;

import io.grpc.BindableService;
import io.grpc.InsecureServerCredentials;
import io.grpc.ManagedChannel;
import io.grpc.ServerBuilder;
import io.grpc.ServerCredentials;
import io.losslab.api.lease.TestbedLeaseService;
import io.losslab.api.topology.Node;
import io.losslab.api.topology.PortRef;
import io.losslab.api.topology.Topology;
import io.losslab.roce.service.HostAgentService;
import io.losslab.services.control.SwitchServices;
import io.losslab.services.fabric.EventMailboxes;
import io.losslab.services.fabric.FabricThread;
import io.losslab.services.p4runtime.P4RuntimeService;
import io.losslab.services.p4runtime.forwarding.ForwardingDevice;
import io.losslab.softswitch.fabric.Fabric;
import io.losslab.softswitch.fabric.parallel.Partition;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;

/**
 * A lab without hardware: a fabric, cabled as the topology says, behind one gRPC server, in this
 * process or at a socket.
 *
 * <p>Device and host ids are {@link Node#deviceId()}. The server at a socket has reflection, so
 * common tools can talk to it.
 */
public final class VirtualLab implements AutoCloseable {
    /** Starts a lab's server with its services. */
    private interface ServerStart {
        LabServer start(Consumer<ServerBuilder<?>> services) throws IOException;
    }

    private static final int LEAST_DATA_QUEUES = 8;

    private final Topology topology;
    private final Partition partition;
    private final SwitchFaces faces;
    private final ServiceTable services = new ServiceTable();
    private final List<LabCapture> captures = new ArrayList<>();
    private List<BindableService> offered = List.of();
    private LabServer server;
    private FabricThread fabric;
    private VirtualHosts hosts;

    private VirtualLab(Topology topology, Partition partition, SwitchFaces faces) {
        this.topology = topology;
        this.partition = partition;
        this.faces = faces;
    }

    /**
     * Cables the lab, with the least number of queues, and starts its server on a free loopback
     * port.
     *
     * @throws IOException where no port can be bound
     */
    public static VirtualLab start(Topology topology) throws IOException {
        return start(topology, LEAST_DATA_QUEUES);
    }

    /**
     * Cables the lab and starts its server on a free loopback port.
     *
     * @param dataQueues of every egress port, 8..256
     * @throws IOException where no port can be bound
     */
    public static VirtualLab start(Topology topology, int dataQueues) throws IOException {
        return start(
                topology,
                dataQueues,
                new InetSocketAddress(InetAddress.getLoopbackAddress(), 0),
                InsecureServerCredentials.create(),
                ofSoftwareSwitches(ForwardingDevice.OWN));
    }

    /**
     * Cables the lab and starts its server in this process, which {@link #channel()} reaches.
     *
     * @param dataQueues of every egress port, 8..256
     * @param partition of the topology, each part of which has a thread
     */
    public static VirtualLab inProcess(Topology topology, int dataQueues, Partition partition) {
        try {
            return start(
                    topology,
                    dataQueues,
                    partition,
                    ofSoftwareSwitches(ForwardingDevice.OWN),
                    services -> LabServer.inProcess(topology.name(), services));
        } catch (IOException e) {
            throw new IllegalStateException("a server in this process binds nothing", e);
        }
    }

    /**
     * Cables the lab and starts its server.
     *
     * @param dataQueues of every egress port, 8..256
     * @param address where it listens
     * @param faces what its switches are to their controllers; the lab's to close from here on
     * @throws IOException where the address cannot be bound
     */
    public static VirtualLab start(
            Topology topology,
            int dataQueues,
            InetSocketAddress address,
            ServerCredentials credentials,
            SwitchFaces faces)
            throws IOException {
        return start(
                topology,
                dataQueues,
                Partition.whole(topology),
                faces,
                services -> LabServer.start(topology.name(), address, credentials, services));
    }

    private static VirtualLab start(
            Topology topology,
            int dataQueues,
            Partition partition,
            SwitchFaces faces,
            ServerStart servers)
            throws IOException {
        VirtualLab lab = new VirtualLab(topology, partition, faces);
        lab.renew(dataQueues);
        try {
            lab.server =
                    servers.start(
                            builder ->
                                    builder.addService(new TestbedLeaseService(System::nanoTime))
                                            .fallbackHandlerRegistry(lab.services));
        } catch (IOException e) {
            faces.close();
            lab.fabric.close();
            throw e;
        }
        return lab;
    }

    /**
     * The services of losslab's software switches.
     *
     * @param architectures of the P4 programs that they take, {@link ForwardingDevice#OWN} unless
     *     they stand for others
     */
    public static SwitchFaces ofSoftwareSwitches(Set<String> architectures) {
        return (switches, queueEvents) -> switches.all(queueEvents, architectures, true);
    }

    /** Puts a new fabric in the place of the old one, which ends. */
    private synchronized void renew(int dataQueues) {
        endCaptures();
        FabricThread old = fabric;
        fabric = new FabricThread(new Fabric(topology, dataQueues, partition));
        EventMailboxes events = new EventMailboxes();
        List<BindableService> all =
                new ArrayList<>(faces.of(new SwitchServices(fabric, topology), events));
        hosts = new VirtualHosts(fabric, topology, events);
        all.add(new HostAgentService(hosts));
        all.add(new VirtualClockService(fabric, faces::settle, this::renew));
        services.put(all);
        for (BindableService before : offered) {
            if (before instanceof P4RuntimeService switches) {
                switches.close();
            }
        }
        offered = all;
        if (old != null) {
            old.close();
        }
    }

    /** The port the server listens on. */
    public int port() {
        return server.port();
    }

    /** A new channel to the server of a lab in this process. */
    public ManagedChannel channel() {
        return server.channel();
    }

    /**
     * Captures both directions of ports, whole frames, into a file, from now on until the lab is
     * closed.
     *
     * @throws IOException where the file cannot be written
     */
    public synchronized void capture(List<PortRef> ports, Path file) throws IOException {
        captures.add(LabCapture.begin(fabric, ports, file));
    }

    /**
     * What all devices have counted, read between two slices of virtual time.
     *
     * @return empty where that takes longer than {@code patienceNanos}
     */
    public Optional<LabCounters> counters(long patienceNanos) {
        FabricThread asked;
        VirtualHosts itsHosts;
        synchronized (this) {
            asked = fabric;
            itsHosts = hosts;
        }
        return asked.callWithin(patienceNanos, owned -> LabCounters.read(owned, itsHosts));
    }

    @Override
    public synchronized void close() {
        server.close();
        faces.close();
        endCaptures();
        fabric.close();
    }

    private void endCaptures() {
        captures.forEach(LabCapture::close);
        captures.clear();
    }
}
