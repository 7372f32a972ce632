package io.losslab.orchestrator.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import io.losslab.api.rpc.ChannelSecurity;
import io.losslab.api.rpc.DeviceAddress;
import io.losslab.api.topology.Topology;
import io.losslab.configs.experiment.Cell;
import io.losslab.configs.experiment.file.ExperimentLoader;
import io.losslab.configs.library.Library;
import io.losslab.configs.plan.CellPlanner;
import io.losslab.configs.testbed.Device;
import io.losslab.configs.testbed.Testbed;
import io.losslab.configs.testbed.file.TestbedLoader;
import io.losslab.configs.testbed.file.TestbedYaml;
import io.losslab.configs.yaml.Problems;
import io.losslab.devices.Sessions;
import io.losslab.devices.registry.DeviceKinds;
import io.losslab.driver.DeviceChannel;
import io.losslab.driver.switchcontrol.SwitchControlClient;
import io.losslab.labs.backend.Channels;
import io.losslab.labs.backend.LocalLab;
import io.losslab.labs.backend.ServedLab;
import io.losslab.labs.backend.physical.PhysicalLabs;
import io.losslab.labs.provision.CellSettings;
import io.losslab.labs.provision.Journal;
import io.losslab.labs.provision.Ledger;
import io.losslab.labs.provision.Provisioner;
import io.losslab.proto.v1.SwitchConfig;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A testbed with a virtual clock, and a switch that does not begin anew with it: N is another
 * server's.
 */
class MixedClockRunTest {
    private static final String EXPERIMENT =
            """
            experiment: mixed
            topology: bifrost-case-a
            duration: 10us
            seeds: [1, 2]
            schemes:
              pfc:
                - {links: edge, pfc: {xoff: 288KB, headroom: auto}}
                - {links: longHaul, pfc: {xoff: 6MB, xon: 6MB, headroom: 9.5MB}}
            traffic: []
            """;

    @TempDir private Path folder;
    private final Commands losslab = new Commands();
    private Path experiment;
    private Path testbed;
    private Topology topology;
    private ServedLab virtual;
    private ServedLab real;

    @BeforeEach
    void serve() throws IOException {
        experiment = Files.writeString(folder.resolve("mixed.yaml"), EXPERIMENT);
        topology =
                new ExperimentLoader(new Library())
                        .networkOf(experiment.toString(), new Problems())
                        .orElseThrow()
                        .topology();
        virtual = LocalLab.of(topology);
        real = LocalLab.of(topology);
        StringBuilder yaml = new StringBuilder();
        String device = "";
        for (String line : TestbedYaml.text(virtual.testbed()).lines().toList()) {
            if (line.matches("  [a-zA-Z0-9]+:")) {
                device = line.strip();
            }
            yaml.append(
                    device.equals("N:")
                            ? line.replace(":" + virtual.port(), ":" + real.port())
                            : line);
            yaml.append('\n');
        }
        testbed = Files.writeString(folder.resolve("lab.yaml"), yaml.toString());
    }

    @AfterEach
    void end() {
        virtual.close();
        real.close();
    }

    @Test
    void aRunRestoresASwitchThatDoesNotBeginAnewWithTheClock() throws IOException {
        List<SwitchConfig> before = configurations();
        assertEquals(
                0,
                losslab.execute(
                        "run",
                        experiment.toString(),
                        "--no-report",
                        "--backend",
                        "physical",
                        "--testbed",
                        testbed.toString(),
                        "--out",
                        folder.resolve("results").toString()),
                losslab::err);
        assertEquals(before, configurations());
        assertFalse(Files.exists(folder.resolve("results").resolve(Journal.FILE)));
    }

    @Test
    void cleanupDoesSoForARunThatDied() throws IOException {
        List<SwitchConfig> before = configurations();
        Path died = Files.createDirectory(folder.resolve("died.partial"));
        set(Ledger.in(Journal.at(died.resolve(Journal.FILE), testbed.toString())));
        assertNotEquals(before.get(0), configurations().get(0));
        assertNotEquals(before.get(1), configurations().get(1));
        assertEquals(0, losslab.execute("cleanup", died.toString()), losslab::err);
        assertEquals(before, configurations());
        assertFalse(Files.exists(died.resolve(Journal.FILE)));
    }

    private void set(Ledger ledger) throws IOException {
        Testbed devices =
                new TestbedLoader(new Library(), DeviceKinds.catalog())
                        .load(testbed.toString(), new Problems())
                        .orElseThrow();
        Cell cell =
                new ExperimentLoader(new Library())
                        .load(experiment.toString(), List.of(), new Problems())
                        .orElseThrow()
                        .cells()
                        .get(0);
        try (Channels channels = new Channels();
                Sessions sessions = new Sessions(channels)) {
            new Provisioner(sessions, ledger)
                    .apply(
                            new CellSettings(
                                            new CellPlanner().plan(cell),
                                            PhysicalLabs.bind(topology, devices))
                                    .desired());
        }
    }

    /** Of M, which the clock's server has, and N. */
    private List<SwitchConfig> configurations() {
        return List.of(configuration(virtual, "M"), configuration(real, "N"));
    }

    private static SwitchConfig configuration(ServedLab lab, String device) {
        try (DeviceChannel channel =
                DeviceChannel.open(
                        device,
                        new DeviceAddress("127.0.0.1", lab.port()),
                        ChannelSecurity.plaintext(),
                        Device.DEFAULT_DEADLINE)) {
            long id = lab.testbed().device(device).orElseThrow().id();
            return new SwitchControlClient(channel, id).configuration();
        }
    }
}
