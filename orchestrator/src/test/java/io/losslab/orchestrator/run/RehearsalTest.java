package io.losslab.orchestrator.run;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.losslab.api.topology.Topology;
import io.losslab.api.topology.TopologyBuilder;
import io.losslab.configs.experiment.file.ExperimentLoader;
import io.losslab.configs.library.Library;
import io.losslab.configs.testbed.file.TestbedYaml;
import io.losslab.configs.yaml.Problems;
import io.losslab.orchestrator.backend.ServedLab;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** An experiment through a testbed file gives what it gives in this process. */
class RehearsalTest {
    private final Commands losslab = new Commands();
    @TempDir private Path folder;

    @ParameterizedTest
    @ValueSource(strings = {"two-sites.yaml", "ndc.yaml", "ring.yaml"})
    void theFiguresOfAServedLabAreThoseOfTheVirtualOne(String name) throws Exception {
        String experiment = Commands.experiment(name);
        Topology topology = topology(experiment);
        try (ServedLab lab = ServedLab.start(topology, 8, "127.0.0.1", 0, Optional.empty())) {
            Path testbed = folder.resolve("lab.yaml");
            Files.writeString(testbed, TestbedYaml.text(lab.testbed()));
            int expected = run(experiment, "virtual");
            assertEquals(expected, rehearse(experiment, testbed), losslab::err);
            for (String file : List.of("flows", "counters", "events", "pauses")) {
                assertSame(file + ".parquet");
            }
            assertSame("perftest.txt");
            assertFalse(Files.exists(folder.resolve("physical/undo.jsonl")));
        }
    }

    @Test
    void devicesWithOtherNamesIdsAndPortsGiveTheSameFlows() throws Exception {
        String experiment = Commands.experiment("two-sites.yaml");
        Topology shuffled = shuffled(topology(experiment), new Random(5));
        try (ServedLab lab = ServedLab.start(shuffled, 8, "127.0.0.1", 0, Optional.empty())) {
            Path testbed = withoutPlaces(lab);
            int expected = run(experiment, "virtual");
            assertEquals(expected, rehearse(experiment, testbed), losslab::err);
            String flows =
                    "select cell, grp, src, dst, bytes, start_ns, end_ns from $flows"
                                    .replace("grp", "\"group\"")
                            + " order by all";
            assertEquals(
                    Commands.rows(folder.resolve("virtual"), flows),
                    Commands.rows(folder.resolve("physical"), flows));
            String counters =
                    "select cell, device, port, counter, sum(value) from $counters group by all order"
                            + " by all";
            assertEquals(
                    Commands.rows(folder.resolve("virtual"), counters),
                    Commands.rows(folder.resolve("physical"), counters));
        }
    }

    /** OFC's three in one, NDC's four in two. */
    @ParameterizedTest
    @CsvSource({"chain.yaml, one-switch.yaml", "ndc-pfc.yaml, two-switches.yaml"})
    void severalSwitchesOnADeviceGiveTheFlowsOfDevicesOfTheirOwn(String name, String served)
            throws Exception {
        String experiment = Commands.experiment(name);
        Topology topology = topology(Commands.experiment(served));
        try (ServedLab lab = ServedLab.start(topology, 8, "127.0.0.1", 0, Optional.empty())) {
            Path testbed = withoutPlaces(lab);
            assertEquals(0, run(experiment, "virtual"), losslab::err);
            assertEquals(0, rehearse(experiment, testbed), losslab::err);
            for (String query :
                    List.of(
                            "select cell, \"group\", src, dst, bytes, start_ns, end_ns from $flows"
                                    + " order by all",
                            "select cell, device, port, counter, sum(value) from $counters group by"
                                    + " all order by all",
                            "select count(*) from $events where kind = 'DROP'")) {
                assertEquals(
                        Commands.rows(folder.resolve("virtual"), query),
                        Commands.rows(folder.resolve("physical"), query));
            }
        }
    }

    @Test
    void aTestbedThatIsNotThereEndsWithThree() throws Exception {
        String experiment = Commands.experiment("two-sites.yaml");
        Path testbed = folder.resolve("lab.yaml");
        try (ServedLab lab =
                ServedLab.start(topology(experiment), 8, "127.0.0.1", 0, Optional.empty())) {
            Files.writeString(testbed, TestbedYaml.text(lab.testbed()));
        }
        assertEquals(3, rehearse(experiment, testbed));
        assertTrue(losslab.err().contains("cannot be reached"), losslab.err());
    }

    /** The lab's testbed file, which leaves it open which device is which node. */
    private Path withoutPlaces(ServedLab lab) throws IOException {
        String text = TestbedYaml.text(lab.testbed());
        return Files.writeString(
                folder.resolve("lab.yaml"), text.substring(0, text.indexOf("nodes:")));
    }

    private int rehearse(String experiment, Path testbed) {
        return run(
                experiment, "physical", "--backend", "physical", "--testbed", testbed.toString());
    }

    private int run(String experiment, String directory, String... options) {
        String[] all = new String[options.length + 5];
        System.arraycopy(
                new String[] {
                    "run", experiment, "--no-report", "--out", folder.resolve(directory).toString()
                },
                0,
                all,
                0,
                5);
        System.arraycopy(options, 0, all, 5, options.length);
        return losslab.execute(all);
    }

    private void assertSame(String file) throws Exception {
        assertArrayEquals(
                Files.readAllBytes(folder.resolve("virtual").resolve(file)),
                Files.readAllBytes(folder.resolve("physical").resolve(file)),
                file);
    }

    private static Topology topology(String experiment) {
        return new ExperimentLoader(new Library())
                .networkOf(experiment, new Problems())
                .orElseThrow()
                .topology();
    }

    /** The same network: other names, nodes and links in another order, so other ids and ports. */
    private static Topology shuffled(Topology topology, Random random) {
        TopologyBuilder builder = new TopologyBuilder("shuffled");
        var nodes = new java.util.ArrayList<>(topology.nodes());
        Collections.shuffle(nodes, random);
        for (var node : nodes) {
            if (node.isHost()) {
                builder.host("x" + node.name()).address("x" + node.name(), node.ipv4());
            } else {
                builder.switchNode("x" + node.name(), node.buffer(), node.pipeline());
            }
        }
        var links = new java.util.ArrayList<>(topology.links());
        Collections.shuffle(links, random);
        for (var link : links) {
            builder.link(
                    "x" + link.b().node().name(),
                    "x" + link.a().node().name(),
                    link.rate(),
                    link.delay(),
                    link.group());
        }
        return builder.build();
    }
}
