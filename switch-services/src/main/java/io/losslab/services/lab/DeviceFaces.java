package io.losslab.services.lab;

import io.grpc.BindableService;
import io.grpc.InsecureServerCredentials;
import io.grpc.ServerServiceDefinition;
import io.losslab.api.topology.Node;
import io.losslab.api.topology.Topology;
import io.losslab.services.control.BaseSettings;
import io.losslab.services.control.OwnedSwitch;
import io.losslab.services.control.SwitchServices;
import io.losslab.services.fabric.EventMailboxes;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/**
 * The switches of a lab as other devices. What no run sets on them is there after each reset of the
 * clock. Coprocessors are the lab's own server's.
 *
 * @param <F> what the device is to its controllers
 */
public abstract class DeviceFaces<F extends SwitchFace> implements SwitchFaces {
    private final Map<String, F> faces = new LinkedHashMap<>();
    private final Map<String, LabServer> servers = new LinkedHashMap<>();
    private final Function<Node, BaseSettings> bases;
    private final String source;

    /**
     * Of no switch yet.
     *
     * @param bases what no run sets on a switch
     * @param source where it is said what a switch shall be, as "their tables say"
     */
    protected DeviceFaces(Function<Node, BaseSettings> bases, String source) {
        this.bases = bases;
        this.source = source;
    }

    /**
     * Starts a device for each switch, or closes all.
     *
     * @param firstPort of the first switch, the others' follow; 0: any free ones
     * @throws IOException where a server does not start
     */
    protected final void startAll(Topology topology, int firstPort) throws IOException {
        int port = firstPort;
        try {
            for (Node node : topology.switches()) {
                faces.put(node.name(), start(node, port));
                port += port == 0 ? 0 : 1;
            }
        } catch (IOException | RuntimeException e) {
            close();
            throw e;
        }
    }

    /**
     * Starts the device of a switch.
     *
     * @param port where it listens; 0: any that is free
     */
    protected abstract F start(Node node, int port) throws IOException;

    /** Serves a device's gRPC in plaintext. */
    protected final void serve(
            Node node, InetAddress address, int port, ServerServiceDefinition service)
            throws IOException {
        servers.put(
                node.name(),
                LabServer.start(
                        node.name(),
                        new InetSocketAddress(address, port),
                        InsecureServerCredentials.create(),
                        builder -> builder.addService(service)));
    }

    /** The TCP port on which gRPC of a switch listens. */
    public int port(String name) {
        return servers.get(name).port();
    }

    /** The device that a switch is. */
    protected final F face(String name) {
        return faces.get(name);
    }

    @Override
    public final List<BindableService> of(SwitchServices switches, EventMailboxes queueEvents) {
        for (OwnedSwitch each : switches.owned()) {
            BaseSettings base = bases.apply(each.node());
            each.change(access -> access.begin(base));
            faces.get(each.node().name()).standBefore(each);
        }
        return List.of(switches.coprocessors());
    }

    @Override
    public final void settle() {
        List<String> problems = new ArrayList<>();
        faces.values().forEach(face -> problems.addAll(face.settle()));
        if (!problems.isEmpty()) {
            throw new IllegalStateException(
                    "virtual switches cannot be what %s: %s"
                            .formatted(source, String.join("; ", problems)));
        }
    }

    @Override
    public void close() {
        servers.values().forEach(LabServer::close);
        faces.values().forEach(SwitchFace::close);
    }
}
