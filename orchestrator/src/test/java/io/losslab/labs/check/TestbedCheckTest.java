package io.losslab.labs.check;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.losslab.api.topology.Topology;
import io.losslab.configs.experiment.file.ExperimentLoader;
import io.losslab.configs.library.Library;
import io.losslab.configs.testbed.file.TestbedYaml;
import io.losslab.configs.yaml.Problems;
import io.losslab.devices.failure.CommandFailure;
import io.losslab.driver.ReservedPort;
import io.losslab.driver.TestIdentity;
import io.losslab.labs.backend.ServedLab;
import io.losslab.orchestrator.cli.LosslabCommand;
import io.losslab.orchestrator.session.Console;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TestbedCheckTest {
    @TempDir private static Path folder;
    private static TestIdentity server;
    private static TestIdentity client;

    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();

    @BeforeAll
    static void makeIdentities() throws Exception {
        server = TestIdentity.make(folder, "server");
        client = TestIdentity.make(folder, "client");
    }

    @Test
    void aTestbedThatIsAsItsFileSaysIsOk() throws Exception {
        try (ServedLab lab = serve(Optional.empty())) {
            assertEquals(0, check(TestbedYaml.text(lab.testbed())));
            assertTrue(text().contains("M (softwareSwitch): ok"), text());
            assertTrue(text().contains("losslab virtual switch 'M', 4 ports"), text());
            assertTrue(text().contains("no pipeline, no other controller"), text());
            assertTrue(
                    text().endsWith("bifrost-case-a: 5 devices, 5 cables, no problems\n"), text());
        }
    }

    @Test
    void everythingThatIsNotAsTheFileSaysIsReportedAtOnce() throws Exception {
        try (ServedLab lab = serve(Optional.empty())) {
            String wrong =
                    TestbedYaml.text(lab.testbed())
                            .replace("100Gbps", "40Gbps")
                            .replace("from: M/3, to: N/1", "from: M/3, to: N/x")
                            .replace("from: M/4, to: N/2", "from: M/4, to: N/1")
                            .replace("to: N/x", "to: N/2");
            assertEquals(1, check(wrong, "--format", "json"));
            JsonNode report = new ObjectMapper().readTree(text());
            assertEquals(false, report.get("ok").asBoolean());
            JsonNode problems = report.at("/devices/3/problems");
            assertEquals("M", report.at("/devices/3/name").asText());
            assertEquals(
                    "M/1 runs at 100Gbps, but at 40Gbps in the testbed file",
                    problems.get(0).asText());
            assertTrue(
                    problems.toString()
                            .contains("M/3 is cabled to N/1, but to N/2 in the testbed file"),
                    problems.toString());
            assertTrue(report.at("/devices/0/reachable").asBoolean());
        }
    }

    @Test
    void framesFindTheCablesBetweenSwitches() throws Exception {
        try (ServedLab lab = serve(Optional.empty())) {
            assertEquals(0, check(TestbedYaml.text(lab.testbed()), "--cables"), this::text);
            assertTrue(text().contains("frames from 2 of 4 ports arrived at a switch"), text());
        }
    }

    @Test
    void framesTellWhichCablesAreCrossedMissingAndExtra() throws Exception {
        try (ServedLab lab = serve(Optional.empty())) {
            String named = TestbedYaml.text(lab.testbed());
            String crossed =
                    named.replace("from: M/3, to: N/1", "from: M/3, to: N/x")
                            .replace("from: M/4, to: N/2", "from: M/4, to: N/1")
                            .replace("to: N/x", "to: N/2");
            assertEquals(1, check(crossed, "--cables"));
            assertTrue(
                    text().contains("! M/3 is cabled to N/1, but to N/2 in the testbed file"),
                    text());
            assertTrue(
                    text().contains("! N/1 is cabled to M/3, but to M/4 in the testbed file"),
                    text());
            String one = named.substring(0, named.indexOf("nodes:"));
            assertEquals(1, check(one.replaceAll("  - .from: M/4.*\n", ""), "--cables"));
            assertTrue(
                    text().contains("! M/4 is cabled to N/2, but to nothing in the testbed file"),
                    text());
            String missing =
                    one.lines()
                                    .filter(
                                            line ->
                                                    !line.contains("{from:")
                                                            || line.contains("M/3")
                                                            || line.contains("M/4"))
                                    .collect(Collectors.joining("\n"))
                            + "\n  - {from: M/1, to: N/3}\n";
            assertEquals(1, check(missing, "--cables"));
            assertTrue(
                    text().contains(
                                    "! M/1: no frame from it arrives at N/3; the cable is missing"
                                            + " or connected elsewhere"),
                    text());
        }
    }

    @Test
    void devicesThatDoNotAnswerAreNamedBesideThoseThatDo() throws Exception {
        try (ReservedPort silent = ReservedPort.take();
                ServedLab lab = serve(Optional.empty())) {
            String text =
                    TestbedYaml.text(lab.testbed())
                            .replaceFirst(
                                    "hostAgent: '127.0.0.1:" + lab.port(),
                                    "hostAgent: '127.0.0.1:" + silent.number());
            assertEquals(3, check(text));
            assertTrue(text().contains("A (host): not ok"), text());
            assertTrue(
                    text().contains(
                                    "! A (127.0.0.1:%d): cannot be reached"
                                            .formatted(silent.number())),
                    text());
            assertTrue(text().contains("B (host): ok"), text());
        }
    }

    @Test
    void mutualTlsWithTheFilesOfTheTestbedFileReachesTheDevices() throws Exception {
        ServedLab.Protection protection =
                new ServedLab.Protection(
                        server.certificateFile(),
                        server.keyFile(),
                        Optional.of(client.certificateFile()));
        try (ServedLab lab = serve(Optional.of(protection))) {
            String own =
                    "trust: '%s', cert: '%s', key: '%s'"
                            .formatted(
                                    server.certificateFile(),
                                    client.certificateFile(),
                                    client.keyFile());
            String trusting = TestbedYaml.text(lab.testbed());
            String identified = trusting.replaceFirst("trust: '[^']*'", own);
            assertEquals(0, check(identified));
            assertEquals(3, check(trusting));
            assertEquals(
                    3,
                    check(
                            identified.replaceFirst(
                                    "trust: '[^']*'",
                                    "trust: '" + client.certificateFile() + "'")));
            assertTrue(
                    !text().contains("PRIVATE KEY")
                            && !err.toString(StandardCharsets.UTF_8).contains("PRIVATE KEY"));
        }
    }

    @Test
    void plaintextIsServedOnLoopbackOnly() {
        CommandFailure failure =
                assertThrows(
                        CommandFailure.class,
                        () -> ServedLab.start(topology(), 8, "0.0.0.0", 0, Optional.empty()));
        assertEquals(
                "plaintext is only allowed on loopback addresses, and 0.0.0.0 is not one",
                failure.getMessage());
    }

    @Test
    void plaintextToAnotherMachineIsRefused() throws Exception {
        try (ServedLab lab = serve(Optional.empty())) {
            assertEquals(
                    2,
                    check(
                            TestbedYaml.text(lab.testbed())
                                    .replaceFirst(
                                            "hostAgent: '127.0.0.1:", "hostAgent: '192.0.2.7:")));
            String errors = err.toString(StandardCharsets.UTF_8);
            assertTrue(
                    errors.contains("error: plaintext to 192.0.2.7:")
                            && errors.contains("would leave this machine"),
                    errors);
        }
    }

    private int check(String yaml, String... options) throws Exception {
        Path file = Files.writeString(folder.resolve("lab.yaml"), yaml);
        out.reset();
        err.reset();
        Console console =
                new Console(
                        new PrintStream(out, true, StandardCharsets.UTF_8),
                        new PrintStream(err, true, StandardCharsets.UTF_8),
                        false);
        String[] args = new String[options.length + 3];
        args[0] = "testbed";
        args[1] = "check";
        args[2] = file.toString();
        System.arraycopy(options, 0, args, 3, options.length);
        return LosslabCommand.commandLine(console, () -> null).execute(args);
    }

    private String text() {
        return out.toString(StandardCharsets.UTF_8);
    }

    private static ServedLab serve(Optional<ServedLab.Protection> protection) {
        return ServedLab.start(topology(), 8, "127.0.0.1", 0, protection);
    }

    private static Topology topology() {
        return new ExperimentLoader(new Library())
                .networkOf("bifrost-case-a", new Problems())
                .orElseThrow()
                .topology();
    }
}
