package io.losslab.services.commodity;

import io.losslab.api.process.DaemonThreads;
import io.losslab.api.topology.Node;
import io.losslab.api.topology.Topology;
import io.losslab.services.lab.DeviceFaces;
import java.io.IOException;
import java.net.InetAddress;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.function.Function;

/**
 * The switches of a lab as commodity switches, each with a gNMI server of its own, in plaintext.
 */
public final class CommodityFaces extends DeviceFaces<Face> {
    private final Product product;
    private final Function<Node, Installation> installed;
    private final InetAddress address;
    private final ScheduledExecutorService wall =
            Executors.newSingleThreadScheduledExecutor(DaemonThreads.named("commodity-samples"));

    private CommodityFaces(
            Product product, Function<Node, Installation> installed, InetAddress address) {
        super(node -> installed.apply(node).base(), "is configured");
        this.product = product;
        this.installed = installed;
        this.address = address;
    }

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
        CommodityFaces faces = new CommodityFaces(product, installed, address);
        faces.startAll(topology, firstPort);
        return faces;
    }

    @Override
    protected Face start(Node node, int port) throws IOException {
        Face face = product.face(node, installed.apply(node), wall);
        serve(node, address, port, face.gnmi());
        return face;
    }

    /** The name of a port of a switch in its models. */
    public String portName(String name, int port) {
        return face(name).portName(port);
    }

    @Override
    public void close() {
        super.close();
        wall.shutdownNow();
    }
}
