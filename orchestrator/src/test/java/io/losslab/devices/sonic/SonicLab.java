package io.losslab.devices.sonic;

import io.losslab.configs.experiment.file.ExperimentLoader;
import io.losslab.configs.library.Library;
import io.losslab.configs.plan.CellPlan;
import io.losslab.configs.plan.CellPlanner;
import io.losslab.configs.testbed.Device;
import io.losslab.configs.testbed.Testbed;
import io.losslab.configs.testbed.file.TestbedLoader;
import io.losslab.configs.yaml.Problems;
import io.losslab.devices.DesiredState;
import io.losslab.devices.Sessions;
import io.losslab.devices.registry.DeviceKinds;
import io.losslab.labs.backend.Channels;
import io.losslab.labs.backend.physical.PhysicalLabs;
import io.losslab.labs.provision.CellSettings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** A network of four hosts with a SONiC switch in the middle, and what experiments ask of it. */
final class SonicLab implements AutoCloseable {
    private static final List<String> FOUR_PORTS =
            List.of(
                    "1: {speed: 100Gbps, name: Ethernet0}",
                    "2: {speed: 100Gbps, name: Ethernet4}",
                    "3: {speed: 100Gbps, name: Ethernet8}",
                    "4: {speed: 100Gbps, name: Ethernet12}");

    private final Path folder;
    private final String testbed;
    private final Channels channels = new Channels();
    final Sessions sessions = new Sessions(channels);

    /**
     * A lab.
     *
     * @param keys of the testbed file, lines
     * @param way how the switch is reached, lines of a testbed file without their indentation
     */
    SonicLab(Path folder, String keys, String... way) {
        this(folder, keys, FOUR_PORTS, way);
    }

    /** A lab whose switch has other ports than four. */
    SonicLab(Path folder, List<String> ports, String... way) {
        this(folder, "", ports, way);
    }

    private SonicLab(Path folder, String keys, List<String> ports, String... access) {
        this.folder = folder;
        StringBuilder lines = new StringBuilder();
        for (String line : access) {
            lines.append("    ").append(line).append('\n');
        }
        StringBuilder text =
                new StringBuilder(
                        """
                        testbed: star
                        %sdevices:
                          tor:
                            kind: sonic
                        %s    ports:
                              %s
                        """
                                .formatted(keys, lines, String.join("\n      ", ports)));
        // Agents know classes by their own numbers only.
        String way =
                keys.contains("classes")
                        ? "perftest: {device: mlx5_0}, ssh: {address: 127.0.0.1:1, user: nobody, knownHosts: %s}"
                                .formatted(folder.resolve("known_hosts"))
                        : "hostAgent: 127.0.0.1:";
        for (int i = 1; i <= 4; i++) {
            String own = way.endsWith(":") ? way + i : way;
            text.append("  server%d: {kind: host, %s, ports: {1: 100Gbps}}\n".formatted(i, own));
        }
        text.append("cables:\n");
        for (int i = 1; i <= 4; i++) {
            text.append("  - {from: server%d/1, to: tor/%d}\n".formatted(i, i));
        }
        this.testbed = text.toString();
    }

    /** Writes an experiment on it. */
    Path experiment(String schemes, String more) throws IOException {
        Files.writeString(
                folder.resolve("topology.yaml"),
                """
                topology: star
                hosts: {h1: {}, h2: {}, h3: {}, h4: {}}
                switches: {S: {buffer: 8MB}}
                links:
                  - {ends: [h1, S], rate: 100Gbps, delay: 5us, group: edge}
                  - {ends: [h2, S], rate: 100Gbps, delay: 5us, group: edge}
                  - {ends: [h3, S], rate: 100Gbps, delay: 5us, group: edge}
                  - {ends: [h4, S], rate: 100Gbps, delay: 5us, group: far}
                """);
        return Files.writeString(
                folder.resolve("experiment.yaml"),
                """
                experiment: star
                topology: topology.yaml
                duration: 1s
                schemes: %s
                traffic: []
                %s
                """
                        .formatted(schemes, more));
    }

    /** Writes the testbed file. */
    Path testbed() throws IOException {
        Files.writeString(folder.resolve("known_hosts"), "");
        return Files.writeString(folder.resolve("star.yaml"), testbed);
    }

    /** What an experiment's first cell asks of the switch. */
    List<DesiredState> desired(String schemes) throws IOException {
        return desired(schemes, "");
    }

    List<DesiredState> desired(String schemes, String more) throws IOException {
        CellPlan plan = plan(experiment(schemes, more));
        return new CellSettings(plan, PhysicalLabs.bind(plan.topology(), load()))
                .desired().stream().filter(state -> state.device().kind().isSwitch()).toList();
    }

    Device device() throws IOException {
        return load().device("tor").orElseThrow();
    }

    private Testbed load() throws IOException {
        Problems problems = new Problems();
        return new TestbedLoader(new Library(), DeviceKinds.catalog())
                .load(testbed().toString(), problems)
                .orElseThrow(() -> new AssertionError(problems.list().toString()));
    }

    static CellPlan plan(Path experiment) {
        Problems problems = new Problems();
        return new CellPlanner()
                .plan(
                        new ExperimentLoader(new Library())
                                .load(experiment.toString(), List.of(), problems)
                                .orElseThrow(() -> new AssertionError(problems.list().toString()))
                                .cells()
                                .get(0));
    }

    @Override
    public void close() {
        sessions.close();
        channels.close();
    }
}
