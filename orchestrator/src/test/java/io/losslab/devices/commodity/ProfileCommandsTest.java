package io.losslab.devices.commodity;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.grpc.ServerCredentials;
import io.grpc.TlsServerCredentials;
import io.losslab.configs.library.Library;
import io.losslab.devices.failure.ExitCode;
import io.losslab.devices.registry.DeviceKinds;
import io.losslab.driver.TestIdentity;
import io.losslab.labs.provision.Journal;
import io.losslab.labs.provision.Ledger;
import io.losslab.labs.provision.Provisioner;
import io.losslab.orchestrator.cli.LosslabCommand;
import io.losslab.orchestrator.run.ParallelRun;
import io.losslab.orchestrator.session.Console;
import io.losslab.services.product.EosServer;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What users see of profiles: {@code testbed check}, {@code plan}, and {@code run}. */
class ProfileCommandsTest {
    private static final String WRONG = "wr0ng-Pony";

    @TempDir private Path folder;
    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();
    private ProfiledLab lab;

    @AfterEach
    void stop() {
        lab.close();
    }

    @Test
    void checkTellsWhichProfileFitsAndWhy() throws IOException {
        lab = lab("Ethernet", StandIn.eos(2), StandIn.eos(3));
        assertEquals(ExitCode.OK, losslab("testbed", "check", file()), this::said);
        assertSaid(
                "gNMI 0.7.0; profile eos (Arista EOS), model arista-intf-augments of Arista"
                        + " Networks <http://arista.com/>; sets priorities over gNMI, not pfc,"
                        + " thresholds, ecn; samples every 1 s at the shortest");
    }

    @Test
    void theLoginGoesOverTls() throws Exception {
        TestIdentity identity = TestIdentity.make(folder, "leaf");
        ServerCredentials credentials =
                TlsServerCredentials.create(
                        identity.certificateFile().toFile(), identity.keyFile().toFile());
        lab = new ProfiledLab(folder, credentials, "Ethernet", StandIn.eos(2), StandIn.eos(3));
        lab.with("tls: {trust: leaf.crt}");
        assertEquals(ExitCode.OK, losslab("testbed", "check", file()), this::said);
        assertSaid("profile eos (Arista EOS)");
    }

    @Test
    void checkConfirmsAProfile() throws IOException {
        lab = lab("ethernet-1/", StandIn.srLinux(2), StandIn.srLinux(3));
        lab.with("profile: srlinux");
        assertEquals(ExitCode.OK, losslab("testbed", "check", file()), this::said);
        assertSaid(
                "profile srlinux (Nokia SR Linux), given, and confirmed by model"
                        + " urn:nokia.com:srlinux:qos:qos:srl_nokia-qos of Nokia; sets pfc, priorities"
                        + " over gNMI, not thresholds, ecn;");
    }

    @Test
    void checkReadsCountersOfASystemWithoutGet() throws IOException {
        lab = lab("swp", StandIn.cumulus(2), StandIn.cumulus(3));
        lab.with("profile: cumulus");
        assertEquals(ExitCode.OK, losslab("testbed", "check", file()), this::said);
        assertSaid(
                "profile cumulus (NVIDIA Cumulus Linux), given; none of its models contradicts;"
                        + " sets nothing over gNMI, not pfc, priorities, thresholds, ecn;");
    }

    @Test
    void aProfileOfAnotherSystemIsAProblem() throws IOException {
        lab = lab("ethernet-1/", StandIn.srLinux(2), StandIn.srLinux(3));
        lab.with("profile: eos");
        assertEquals(ExitCode.DEVICE, losslab("testbed", "check", file()), this::said);
        assertSaid(
                "its profile is eos, but it is Nokia SR Linux (model"
                        + " urn:nokia.com:srlinux:qos:qos:srl_nokia-qos of Nokia); use 'profile:"
                        + " srlinux' in the testbed file");
    }

    @Test
    void aSystemThatSaysNothingOfItselfNeedsTheKey() throws IOException {
        lab = lab("swp", StandIn.cumulus(2), StandIn.cumulus(3));
        assertEquals(ExitCode.DEVICE, losslab("testbed", "check", file()), this::said);
        assertSaid(
                "none of the 2 models of its gNMI server tells which system it is; set 'profile' in"
                        + " the testbed file to one of losslab, eos, srlinux, cumulus");
    }

    @Test
    void sonicHasAKindOfItsOwn() throws IOException {
        lab = lab("Ethernet", StandIn.sonic(), StandIn.sonic());
        assertEquals(ExitCode.DEVICE, losslab("testbed", "check", file()), this::said);
        assertSaid("it is SONiC, which has no profile; use 'kind: sonic' in the testbed file");
        lab.with("profile: eos");
        assertEquals(ExitCode.DEVICE, losslab("testbed", "check", file()), this::said);
        assertSaid("it is SONiC, which has no profile; use 'kind: sonic' in the testbed file");
    }

    @Test
    void aPortOfAnotherNameIsAProblem() throws IOException {
        lab = lab("Ethernet", StandIn.eos(1), StandIn.eos(3));
        assertEquals(ExitCode.DEVICE, losslab("testbed", "check", file()), this::said);
        assertSaid("it has no counters of the interfaces Ethernet2; check the names of its ports");
    }

    @Test
    void aSystemThatAnswersNonsenseFailsAlone() throws IOException {
        StandIn<EosServer> m = StandIn.eos(2);
        m.nonsense.answer();
        lab = lab("Ethernet", m, StandIn.eos(3));
        assertEquals(ExitCode.DEVICE, losslab("testbed", "check", file()), this::said);
        List<String> problems =
                said().lines().filter(line -> line.contains("cannot be read")).toList();
        assertEquals(1, problems.size(), this::said);
        assertTrue(problems.get(0).contains("M (127.0.0.1:"), this::said);
        assertSaid("gNMI 0.7.0; profile eos (Arista EOS)");
    }

    @Test
    void planRefusesWhatGnmiDoesNotSetAndNamesTheCommands() throws IOException {
        lab = lab("Ethernet", StandIn.eos(2), StandIn.eos(3)).with("profile: eos");
        assertEquals(ExitCode.USAGE, plan(), this::said);
        assertSaid(
                "M: the gNMI of Arista EOS does not set pfc, thresholds, which the experiment asks"
                        + " of its ports: Ethernet1 (priorities [3], mode STATIC, xoff-bytes 200000,"
                        + " xon-bytes 200000, headroom-bytes 38504");
        assertSaid(
                "make these settings on the device (pfc: 'priority-flow-control on' in each"
                        + " interface; thresholds: the PFC buffer profile of the platform), then set"
                        + " 'byHand: [pfc, thresholds]' of M in the testbed file");
        lab.with("byHand: [pfc, thresholds]");
        assertEquals(ExitCode.OK, plan(), this::said);
        assertSaid("gnmi.gNMI/Set");
        assertSaid("Ethernet2 priorities-no-drop \"08\"");
    }

    /** One threshold on the switch cannot be three in the results. */
    @Test
    void whatIsMadeByHandIsTheSameInAllCells() throws IOException {
        StandIn<EosServer> m = StandIn.eos(2);
        lab = lab("Ethernet", m, StandIn.eos(3)).with("profile: eos");
        lab.with("byHand: [pfc, thresholds]");
        Path sweep = folder.resolve("sweep.yaml");
        Files.writeString(
                sweep,
                Files.readString(Path.of(ProfiledLab.EXPERIMENT))
                                .replace(
                                        "parameters: {flows: 2}",
                                        "parameters: {flows: 2, xon: 100KB}")
                                .replace("xon: 400KB", "xon: '${xon}'")
                                .replaceAll("(?m)^  bifrost:\n.*\n.*\n", "")
                                .replaceAll("(?s)paper:.*", "")
                                .replace("interval: 10us", "interval: 1s")
                        + "sweeps: [{name: xons, matrix: {xon: [100KB, 200KB]}}]\n");
        String refused =
                "M: a run does not set thresholds of Ethernet2 ('byHand'), but cell 0"
                        + " asks for mode STATIC, xoff-bytes 500000, xon-bytes 100000";
        String[] testbed = {sweep.toString(), "--testbed", file()};
        for (String command : List.of("plan", "validate", "run")) {
            List<String> line = new ArrayList<>(List.of(command));
            line.addAll(List.of(testbed));
            if (command.equals("run")) {
                line.addAll(List.of("--backend", "physical", "--out", folder + "/results"));
            }
            assertEquals(ExitCode.USAGE, losslab(line.toArray(String[]::new)), this::said);
            assertSaid(refused);
            assertSaid("make such cells experiments of their own, and set the switch before each");
        }
        assertFalse(Files.exists(folder.resolve("results")));
        assertEquals(0, m.sets());
        String[] one = {"plan", sweep.toString(), "--cell", "0", "--testbed", file()};
        assertEquals(ExitCode.OK, losslab(one), this::said);
    }

    @Test
    void planRefusesSamplesThatTheSystemDoesNotTell() throws IOException {
        lab = lab("Ethernet", StandIn.eos(2), StandIn.eos(3));
        lab.with("profile: eos").with("byHand: [pfc, thresholds]");
        String[] command = {"plan", ProfiledLab.EXPERIMENT, "--cell", "0", "--testbed", file()};
        assertEquals(ExitCode.USAGE, losslab(command), this::said);
        assertSaid("M: counters cannot be recorded every 10us: Arista EOS tells them every 1s");
        assertSaid(
                "set 'record.counters.interval' to 1s or more, or leave out 'record.counters' and the figures that show counters");
    }

    @Test
    void planAsksNoDevice() throws IOException {
        lab = lab("Ethernet", StandIn.eos(2), StandIn.eos(3));
        assertEquals(ExitCode.USAGE, plan(), this::said);
        assertSaid("M has no 'profile', which only the device could tell");
        assertSaid("set 'profile' of M in the testbed file to one of losslab, eos, srlinux,");
    }

    /**
     * The switches say what they are. The simulated hosts' own switches have no routes, so bytes
     * are missing at the end. Their virtual clock makes undoing unnecessary.
     */
    @Test
    void aRunSetsPrioritiesAndWritesTheCounters() throws IOException {
        StandIn<EosServer> m = StandIn.eos(2);
        lab = lab("Ethernet", m, StandIn.eos(3)).with("byHand: [pfc, thresholds]");
        Path results = folder.resolve("results");
        assertEquals(ExitCode.FAILED, run(results), this::said);
        assertSaid("FAILED  byte conservation");
        assertEquals(2, m.sets(), "set, and restored");
        assertEquals(Map.of(), m.config());
        assertTrue(Files.size(results.resolve("counters.parquet")) > 0);
        assertNowhere(StandIn.PASSWORD, results);
    }

    @Test
    void aWrongPasswordIsOneErrorWithoutThePassword() throws IOException {
        StandIn<EosServer> m = StandIn.eos(2);
        lab = lab("Ethernet", m, StandIn.eos(3)).with("byHand: [pfc, thresholds]").password(WRONG);
        Path results = folder.resolve("results");
        assertEquals(ExitCode.DEVICE, run(results), this::said);
        String refused =
                "M (%s): Capabilities is not permitted (Authentication failed); check user, password,"
                                .formatted(m.address())
                        + " certificate, and rights";
        assertSaid(refused);
        assertEquals(
                said().indexOf("Authentication failed"),
                said().lastIndexOf("Authentication failed"));
        assertNowhere(WRONG, folder);
        assertEquals(Map.of(), m.config());

        assertEquals(ExitCode.DEVICE, losslab("testbed", "check", file()), this::said);
        assertSaid(refused);
        assertNowhere(WRONG, folder);
    }

    @Test
    void cleanupRestoresWhatAKilledRunLeft() throws IOException {
        StandIn<EosServer> m = StandIn.eos(2);
        StandIn<EosServer> n = StandIn.eos(3);
        lab = lab("Ethernet", m, n).with("byHand: [pfc, thresholds]");
        Path died = Files.createDirectory(folder.resolve("died.partial"));
        Ledger ledger =
                Ledger.in(Journal.at(died.resolve(Journal.FILE), lab.file(false).toString()));
        new Provisioner(lab.sessions, ledger).apply(lab.desired());
        assertEquals(4, m.config().size());
        assertEquals(ExitCode.OK, losslab("cleanup", died.toString()), this::said);
        assertEquals(Map.of(), m.config());
        assertEquals(Map.of(), n.config());
        assertNowhere(StandIn.PASSWORD, folder);
    }

    @Test
    void aPasswordFileThatIsNotThereIsNamed() throws IOException {
        lab = lab("Ethernet", StandIn.eos(2), StandIn.eos(3));
        String file = file();
        Files.delete(folder.resolve("password"));
        assertEquals(ExitCode.FAILED, losslab("testbed", "check", file), this::said);
        assertSaid(
                "M: password file %s of its login cannot be read; write the password in its first line"
                        .formatted(folder.resolve("password")));
    }

    private ProfiledLab lab(String prefixOfPorts, StandIn<?> m, StandIn<?> n) throws IOException {
        return new ProfiledLab(folder, prefixOfPorts, m, n);
    }

    private String file() throws IOException {
        return lab.file(true).toString();
    }

    private int plan() throws IOException {
        return losslab(
                "plan",
                ProfiledLab.EXPERIMENT,
                "--set",
                ProfiledLab.INTERVAL,
                "--cell",
                "0",
                "--testbed",
                file());
    }

    private int run(Path results) throws IOException {
        return losslab(
                "run",
                ProfiledLab.EXPERIMENT,
                "--seed",
                "1",
                "--set",
                "scheme=pfc",
                "--set",
                ProfiledLab.INTERVAL,
                "--backend",
                "physical",
                "--testbed",
                file(),
                "--no-report",
                "--out",
                results.toString());
    }

    private int losslab(String... args) {
        Console console = new Console(printed(out), printed(err), false);
        return LosslabCommand.commandLine(
                        console, () -> new ParallelRun(), new Library(), DeviceKinds.catalog())
                .execute(args);
    }

    private static PrintStream printed(ByteArrayOutputStream stream) {
        stream.reset();
        return new PrintStream(stream, true, StandardCharsets.UTF_8);
    }

    private String said() {
        return out.toString(StandardCharsets.UTF_8) + err.toString(StandardCharsets.UTF_8);
    }

    private void assertSaid(String text) {
        assertTrue(said().contains(text), this::said);
    }

    /** Neither in what was said nor in a file, but for the password's own. */
    private void assertNowhere(String secret, Path below) throws IOException {
        assertFalse(said().contains(secret), this::said);
        byte[] bytes = secret.getBytes(StandardCharsets.UTF_8);
        List<Path> files;
        try (Stream<Path> walked = Files.walk(below)) {
            files = walked.filter(Files::isRegularFile).toList();
        }
        for (Path file : files) {
            String text = new String(Files.readAllBytes(file), StandardCharsets.ISO_8859_1);
            boolean found = text.contains(new String(bytes, StandardCharsets.ISO_8859_1));
            assertEquals(file.endsWith("password"), found, file::toString);
        }
    }
}
