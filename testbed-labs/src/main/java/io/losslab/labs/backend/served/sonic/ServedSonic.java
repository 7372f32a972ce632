package io.losslab.labs.backend.served.sonic;

import io.losslab.api.topology.Node;
import io.losslab.api.topology.Topology;
import io.losslab.configs.plan.CellPlan;
import io.losslab.configs.testbed.Device;
import io.losslab.configs.testbed.Service;
import io.losslab.configs.testbed.SshLogin;
import io.losslab.devices.failure.CommandFailure;
import io.losslab.devices.registry.DeviceKinds;
import io.losslab.devices.sonic.SonicKeys;
import io.losslab.flowcontrol.pfc.PfcKeys;
import io.losslab.labs.backend.served.RehearsedSchemes;
import io.losslab.labs.backend.served.ServedKind;
import io.losslab.labs.backend.served.ServedNetwork;
import io.losslab.labs.backend.served.ServedSwitches;
import io.losslab.proto.v1.NamedScheme;
import io.losslab.services.sonic.SonicBuild;
import io.losslab.services.sonic.SonicFaces;
import io.losslab.services.sonic.SonicSystem;
import io.losslab.services.sonic.SshServer;
import java.io.IOException;
import java.net.InetAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;

/**
 * SONiC switches, each behind an sshd and a Redis of this machine, with a coprocessor. SSH is what
 * a run needs to read counters, which the gNMI server of SONiC does not have.
 */
public final class ServedSonic implements ServedKind {
    private static final long BITS_PER_MEGABIT = 1_000_000;

    @Override
    public void require(CellPlan cell) {
        RehearsedSchemes.require(cell, "--as sonic stands for switches with PFC");
    }

    @Override
    public ServedSwitches start(ServedNetwork network, String host, int firstPort)
            throws IOException {
        if (!InetAddress.getByName(host).equals(InetAddress.getLoopbackAddress())) {
            throw CommandFailure.usage(
                    "serve --as sonic listens on 127.0.0.1 only, not on " + host,
                    "use --listen 127.0.0.1:PORT");
        }
        requireProgram(SshServer.PROGRAM, "openssh-server");
        requireProgram(SonicSystem.REDIS, "redis-server");
        requireProgram(SonicSystem.PYTHON, "python3");
        return new Switches(
                SonicFaces.start(
                        network.topology(),
                        node -> build(network, node),
                        // Marking is set by runs; its draws are those of the served cell.
                        network::baseWithMarking,
                        firstPort),
                host);
    }

    private static void requireProgram(Path program, String packageName) {
        if (!Files.isExecutable(program)) {
            throw CommandFailure.usage(
                    "serve --as sonic needs %s".formatted(program),
                    "install %s".formatted(packageName));
        }
    }

    /** The pool has the memory of the switch, and thresholds as the first scheme with PFC asks. */
    private static SonicBuild build(ServedNetwork network, Node node) {
        Topology topology = network.topology();
        List<Long> megabits =
                IntStream.rangeClosed(1, node.ports())
                        .mapToObj(port -> topology.linkAt(node, port).rate().bitsPerSecond())
                        .map(rate -> rate / BITS_PER_MEGABIT)
                        .toList();
        boolean staticPool =
                network.plans(node)
                        .flatMap(plan -> plan.config().getPortsList().stream())
                        .flatMap(port -> ServedNetwork.pfc(port).stream())
                        .findFirst()
                        .map(ServedSonic::isStatic)
                        .orElse(true);
        return new SonicBuild(
                megabits, staticPool, network.base(node).config().getBufferBytes(), false);
    }

    private static boolean isStatic(NamedScheme pfc) {
        return !pfc.getSettingsOrDefault(PfcKeys.THRESHOLD, PfcKeys.STATIC).equals(PfcKeys.DYNAMIC);
    }

    private record Switches(SonicFaces faces, String host) implements ServedSwitches {
        @Override
        public Device device(Device software) {
            SshServer ssh = faces.ssh(software.name());
            SshLogin login =
                    new SshLogin(
                            host,
                            ssh.port(),
                            System.getProperty("user.name"),
                            Optional.of(ssh.userKey()),
                            ssh.knownHosts());
            return software.as(
                            DeviceKinds.SONIC,
                            Map.of(Service.COPROCESSOR, software.address(Service.COPROCESSOR)),
                            port -> port.named(SonicSystem.port(port.number() - 1)))
                    .behind(login, Set.of(Service.COPROCESSOR))
                    .having(SonicKeys.usual());
        }
    }
}
