package io.losslab.services.commodity;

import io.grpc.BindableService;
import io.losslab.api.topology.Node;
import io.losslab.api.topology.Topology;
import io.losslab.services.control.OwnedSwitch;
import io.losslab.services.control.SwitchServices;
import io.losslab.services.fabric.EventMailboxes;
import io.losslab.services.lab.LabServer;
import io.losslab.services.lab.SwitchFaces;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.function.Function;

/**
 * The switches of a lab as commodity switches, each with a gNMI server of its own, in plaintext.
 * Their routes and what gNMI does not set are there after each reset of the clock. Coprocessors are
 * the lab's own server's.
 */
public final class CommodityFaces implements SwitchFaces {
    private final Map<String, Face> faces = new LinkedHashMap<>();
    private final Map<String, LabServer> servers = new LinkedHashMap<>();
    private final Map<String, Installation> installations = new LinkedHashMap<>();
    private final ScheduledExecutorService wall =
            Executors.newSingleThreadScheduledExecutor(
                    task -> {
                        Thread thread = new Thread(task, "commodity-samples");
                        thread.setDaemon(true);
                        return thread;
                    });

    private CommodityFaces() {}

    /**
     * Starts the servers.
     *
     * @param product that all switches are
     * @param installed on each switch
     * @param address a loopback address
     * @param firstPort of the first switch, the others' follow; 0: any free ones
     * @throws IOException where a port cannot be bound
     */
    public static CommodityFaces start(
            Topology topology,
            Product product,
            Function<Node, Installation> installed,
            InetAddress address,
            int firstPort)
            throws IOException {
        CommodityFaces faces = new CommodityFaces();
        int port = firstPort;
        try {
            for (Node node : topology.switches()) {
                Installation installation = installed.apply(node);
                Face face = product.face(node, installation, faces.wall);
                faces.installations.put(node.name(), installation);
                faces.faces.put(node.name(), face);
                faces.servers.put(node.name(), face.serve(new InetSocketAddress(address, port)));
                port += port == 0 ? 0 : 1;
            }
        } catch (IOException | RuntimeException e) {
            faces.close();
            throw e;
        }
        return faces;
    }

    /** The TCP port on which gNMI of a switch listens. */
    public int port(String name) {
        return servers.get(name).port();
    }

    /** The name of a port of a switch in its models. */
    public String portName(String name, int port) {
        return faces.get(name).portName(port);
    }

    @Override
    public List<BindableService> of(SwitchServices switches, EventMailboxes queueEvents) {
        for (OwnedSwitch each : switches.owned()) {
            String name = each.node().name();
            each.call(
                    access -> {
                        access.begin(installations.get(name).base());
                        return null;
                    });
            faces.get(name).standBefore(each);
        }
        return List.of(switches.coprocessors());
    }

    @Override
    public void settle() {
        List<String> problems =
                faces.values().stream().map(Face::settle).flatMap(Optional::stream).toList();
        if (!problems.isEmpty()) {
            throw new IllegalStateException(
                    "virtual switches cannot be what is configured: "
                            + String.join("; ", problems));
        }
    }

    @Override
    public void close() {
        servers.values().forEach(LabServer::close);
        wall.shutdownNow();
    }
}
