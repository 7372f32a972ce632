package io.losslab.services.sonic;

import io.losslab.api.topology.Node;
import io.losslab.api.topology.Topology;
import io.losslab.services.control.BaseSettings;
import io.losslab.services.lab.DeviceFaces;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.util.function.Function;

/**
 * The switches of a lab as SONiC switches, each with an sshd and a Redis of its own. CONFIG_DB
 * stays as it is after a reset of the clock. The servers end with this program, whatever ends it,
 * and leave no files.
 */
public final class SonicFaces extends DeviceFaces<SonicFace> {
    private final Function<Node, SonicBuild> builds;
    private final Function<Node, BaseSettings> bases;
    private final Guard guard;

    private SonicFaces(
            Function<Node, SonicBuild> builds, Function<Node, BaseSettings> bases, Guard guard) {
        super(bases, "CONFIG_DB says");
        this.builds = builds;
        this.bases = bases;
        this.guard = guard;
    }

    /**
     * Starts the servers.
     *
     * @param builds how a switch is set up at first
     * @param bases what no run sets on a switch
     * @param firstPort of the first switch's sshd, the others' follow; 0: any free ones
     * @throws IOException where a server does not start
     */
    public static SonicFaces start(
            Topology topology,
            Function<Node, SonicBuild> builds,
            Function<Node, BaseSettings> bases,
            int firstPort)
            throws IOException {
        SonicFaces faces = new SonicFaces(builds, bases, Guard.start());
        faces.startAll(topology, firstPort);
        return faces;
    }

    @Override
    protected SonicFace start(Node node, int port) throws IOException {
        SonicSystem system =
                SonicSystem.start(
                        Files.createDirectory(guard.folder().resolve(node.name())),
                        port == 0 ? freePort() : port,
                        builds.apply(node),
                        guard);
        try {
            for (int index = 0; index < node.ports(); index++) {
                system.linkUp(index);
            }
            return new SonicFace(node, system, bases.apply(node));
        } catch (IOException e) {
            system.close();
            throw e;
        }
    }

    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }

    /** Where a switch is logged in to. */
    public SshServer ssh(String name) {
        return face(name).system().ssh();
    }

    @Override
    public void close() {
        super.close();
        guard.close();
    }
}
