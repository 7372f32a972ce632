package io.losslab.services.sonic;

import io.grpc.BindableService;
import io.losslab.api.topology.Node;
import io.losslab.api.topology.Topology;
import io.losslab.services.control.BaseSettings;
import io.losslab.services.control.OwnedSwitch;
import io.losslab.services.control.SwitchServices;
import io.losslab.services.fabric.EventMailboxes;
import io.losslab.services.lab.SwitchFaces;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * The switches of a lab as SONiC switches, each with an sshd and a Redis of its own. Their routes
 * are there after each reset of the clock; CONFIG_DB stays as it is. Coprocessors are the lab's own
 * server's. The servers end with this program.
 */
public final class SonicFaces implements SwitchFaces {
    private final Map<String, SonicFace> faces = new LinkedHashMap<>();
    private final Path directory;
    private final Thread ending = new Thread(this::end, "sonic-end");

    private SonicFaces(Path directory) {
        this.directory = directory;
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
        SonicFaces faces = new SonicFaces(Files.createTempDirectory("losslab-sonic"));
        Runtime.getRuntime().addShutdownHook(faces.ending);
        int port = firstPort;
        try {
            for (Node node : topology.switches()) {
                faces.add(
                        node, port == 0 ? freePort() : port, builds.apply(node), bases.apply(node));
                port += port == 0 ? 0 : 1;
            }
        } catch (IOException | RuntimeException e) {
            faces.close();
            throw e;
        }
        return faces;
    }

    private void add(Node node, int port, SonicBuild build, BaseSettings base) throws IOException {
        SonicSystem system = SonicSystem.start(directory.resolve(node.name()), port, build);
        faces.put(node.name(), new SonicFace(node, system, base));
        for (int index = 0; index < node.ports(); index++) {
            system.linkUp(index);
        }
    }

    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }

    /** Where a switch is logged in to. */
    public SshServer ssh(String name) {
        return faces.get(name).system().ssh();
    }

    @Override
    public List<BindableService> of(SwitchServices switches, EventMailboxes queueEvents) {
        for (OwnedSwitch each : switches.owned()) {
            faces.get(each.node().name()).standBefore(each);
        }
        return List.of(switches.coprocessors());
    }

    @Override
    public void settle() {
        List<String> problems = new ArrayList<>();
        faces.values().forEach(face -> problems.addAll(face.settle()));
        if (!problems.isEmpty()) {
            throw new IllegalStateException(
                    "virtual switches cannot be what CONFIG_DB says: "
                            + String.join("; ", problems));
        }
    }

    @Override
    public void close() {
        Runtime.getRuntime().removeShutdownHook(ending);
        end();
    }

    private void end() {
        faces.values().forEach(SonicFace::close);
        try (Stream<Path> files = Files.walk(directory)) {
            files.sorted(Comparator.reverseOrder()).forEach(SonicFaces::delete);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void delete(Path file) {
        try {
            Files.deleteIfExists(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
