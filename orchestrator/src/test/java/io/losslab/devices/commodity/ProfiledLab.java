package io.losslab.devices.commodity;

import io.grpc.InsecureServerCredentials;
import io.grpc.ServerCredentials;
import io.losslab.configs.binding.Binding;
import io.losslab.configs.library.Library;
import io.losslab.configs.plan.CellPlan;
import io.losslab.configs.testbed.Device;
import io.losslab.configs.testbed.Testbed;
import io.losslab.configs.testbed.file.TestbedLoader;
import io.losslab.configs.testbed.file.TestbedYaml;
import io.losslab.configs.yaml.Problems;
import io.losslab.devices.DesiredState;
import io.losslab.devices.Sessions;
import io.losslab.devices.registry.DeviceKinds;
import io.losslab.labs.backend.Channels;
import io.losslab.labs.backend.LocalLab;
import io.losslab.labs.backend.ServedLab;
import io.losslab.labs.backend.TestPlans;
import io.losslab.labs.backend.physical.PhysicalLabs;
import io.losslab.labs.provision.CellSettings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * A testbed of simulated hosts and two commodity switches, M of two ports and N of three, that are
 * gNMI servers of a system.
 */
final class ProfiledLab implements AutoCloseable {
    static final String EXPERIMENT = "src/test/resources/run/two-sites.yaml";

    /** The shortest interval at which products tell counters. */
    static final String INTERVAL = "record.counters.interval=1s";

    final CellPlan plan = plan();
    final Channels channels = new Channels();
    final Sessions sessions = new Sessions(channels);
    private final ServedLab hosts = LocalLab.of(plan);
    private final Path folder;
    private final List<StandIn<?>> switches;
    private final String prefixOfPorts;
    private String keys = "";
    private String password = StandIn.PASSWORD;

    /**
     * Starts the servers.
     *
     * @param folder for the testbed file
     * @param prefixOfPorts of names; the number follows
     * @param switches M and N
     */
    ProfiledLab(Path folder, String prefixOfPorts, StandIn<?>... switches) throws IOException {
        this(folder, InsecureServerCredentials.create(), prefixOfPorts, switches);
    }

    /** The same with the servers' protection. */
    ProfiledLab(
            Path folder,
            ServerCredentials credentials,
            String prefixOfPorts,
            StandIn<?>... switches)
            throws IOException {
        this.folder = folder;
        this.prefixOfPorts = prefixOfPorts;
        this.switches = List.of(switches);
        for (StandIn<?> each : switches) {
            each.start(credentials);
        }
    }

    /** Adds a line of keys to both switches. */
    ProfiledLab with(String line) {
        keys += "    " + line + "\n";
        return this;
    }

    /** Writes another password into its file. */
    ProfiledLab password(String other) {
        password = other;
        return this;
    }

    /**
     * The testbed file.
     *
     * @param clock whether the hosts' virtual clock is that of the testbed: runs need it, undoing
     *     does not go with it
     */
    Path file(boolean clock) throws IOException {
        Files.writeString(folder.resolve("password"), password + "\n");
        String text = TestbedYaml.text(hosts.testbed());
        List<String> names = List.of("M", "N");
        for (int i = 0; i < names.size(); i++) {
            text =
                    text.replaceAll(
                            "(?m)^  %s:\n    kind: softwareSwitch\n(    (p4runtime|switchControl|coprocessor|gnmi): .*\n)*"
                                    .formatted(names.get(i)),
                            "  %s:\n    kind: commodity\n    gnmi: '%s'\n    login: {user: %s, passwordFile: password}\n%s"
                                    .formatted(
                                            names.get(i),
                                            switches.get(i).address(),
                                            StandIn.USER,
                                            keys));
        }
        text = text.replaceAll("'Ethernet([0-9]+)'", "'" + prefixOfPorts + "$1'");
        if (!clock) {
            text = text.replaceAll("(?m)^clock:.*\n", "");
        }
        return Files.writeString(folder.resolve("lab.yaml"), text);
    }

    Testbed testbed() throws IOException {
        Problems problems = new Problems();
        return new TestbedLoader(new Library(), DeviceKinds.catalog())
                .load(file(false).toString(), problems)
                .orElseThrow(() -> new AssertionError(problems.list().toString()));
    }

    /** What the cell wants of the two switches, which have said what they are. */
    List<DesiredState> desired() throws IOException {
        Testbed known =
                testbed()
                        .with(
                                device ->
                                        device.kind() == DeviceKinds.COMMODITY
                                                ? told(device)
                                                : device);
        Binding binding = PhysicalLabs.bind(plan.topology(), known);
        return new CellSettings(plan, binding)
                .desired().stream()
                        .filter(state -> state.device().kind() == DeviceKinds.COMMODITY)
                        .toList();
    }

    private Device told(Device device) {
        return DeviceKinds.COMMODITY.identified(device, channels);
    }

    private static CellPlan plan() {
        return TestPlans.first(EXPERIMENT, INTERVAL);
    }

    @Override
    public void close() {
        sessions.close();
        channels.close();
        hosts.close();
        switches.forEach(StandIn::close);
    }
}
