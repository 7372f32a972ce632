package io.losslab.devices;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.losslab.api.frame.ClassMap;
import io.losslab.api.rpc.ChannelSecurity;
import io.losslab.api.rpc.DeviceAddress;
import io.losslab.api.units.DataRate;
import io.losslab.api.units.Nanos;
import io.losslab.configs.library.Library;
import io.losslab.configs.testbed.AgentDevices;
import io.losslab.configs.testbed.Device;
import io.losslab.configs.testbed.DevicePort;
import io.losslab.configs.testbed.LeaseSite;
import io.losslab.configs.testbed.PortQueues;
import io.losslab.configs.testbed.Service;
import io.losslab.configs.testbed.SshLogin;
import io.losslab.configs.testbed.Testbed;
import io.losslab.configs.testbed.file.TestbedLoader;
import io.losslab.configs.yaml.ProblemPrinter;
import io.losslab.configs.yaml.Problems;
import io.losslab.devices.registry.DeviceKinds;
import io.losslab.devices.tofino2.program.TofinoKeys;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Testbed files with devices of all kinds. */
class TestbedFilesTest {
    private static final Path BAD = Path.of("src/test/resources/bad-testbeds");

    @TempDir private Path folder;

    @ParameterizedTest
    @ValueSource(strings = {"many", "cabling", "twins"})
    void allProblemsOfAFileAreReportedWithTheirPlaces(String name) throws IOException {
        Problems problems = new Problems();
        assertEquals(Optional.empty(), load(BAD.resolve(name + ".yaml"), problems));
        String printed = ProblemPrinter.print(problems).replace(BAD + "/", "");
        Path expected = BAD.resolve(name + ".expected");
        if ("update".equals(System.getProperty("losslab.golden"))) {
            Files.writeString(expected, printed);
        }
        assertEquals(Files.readString(expected), printed);
    }

    @Test
    void bundledTestbedsLoad() {
        Library library = new Library();
        assertEquals(
                List.of("bifrost-case-a-commodity", "ndc21-two-tofino2", "ofc-one-tofino2"),
                library.names(Library.Kind.TESTBEDS));
        for (String name : library.names(Library.Kind.TESTBEDS)) {
            Problems problems = new Problems();
            assertTrue(
                    new TestbedLoader(library, DeviceKinds.catalog())
                            .load(name, problems)
                            .isPresent(),
                    name);
        }
    }

    @Test
    void defaultsAreTheUsualPortsAndTheSharedTls() throws IOException {
        Files.writeString(folder.resolve("ca.pem"), "");
        Testbed testbed =
                read(
                        """
testbed: one
tls: {trust: ca.pem}
devices:
  tor1:
    kind: tofino2
    p4runtime: tor1.lab
    bfrt: "[2001:db8::7]:1234"
    deviceId: 3
    electionId: 9
    deadline: 500ms
    ports:
      2..3: 100Gbps
      17/0: {speed: 400Gbps, number: 132, name: Ethernet17}
  n0: {kind: host, hostAgent: 127.0.0.1:1, tls: {trust: ca.pem, cert: ca.pem, key: ca.pem}, address: 10.0.0.1, ports: {1: 400Gbps}}
cables:
  - {from: tor1/17/0, to: n0/1, length: 2m}
  - {from: tor1/2, to: tor1/3}
""");
        Device tor = testbed.device("tor1").orElseThrow();
        Path trust = folder.resolve("ca.pem");
        assertEquals(new DeviceAddress("tor1.lab", 9559), tor.address(Service.P4RUNTIME));
        assertEquals(new DeviceAddress("2001:db8::7", 1234), tor.address(TofinoKeys.BFRT));
        assertEquals(ChannelSecurity.tls(trust), tor.security());
        assertEquals(Duration.ofMillis(500), tor.deadline());
        assertEquals(List.of(3L, 9L), List.of(tor.id(), tor.electionId()));
        assertEquals(
                List.of(
                        new DevicePort("2", 2, "2", DataRate.parse("100Gbps")),
                        new DevicePort("3", 3, "3", DataRate.parse("100Gbps")),
                        new DevicePort("17/0", 132, "Ethernet17", DataRate.parse("400Gbps"))),
                tor.ports());
        Device host = testbed.device("n0").orElseThrow();
        assertEquals(ChannelSecurity.mutualTls(trust, trust, trust), host.security());
        assertEquals(Optional.of(0x0A000001), host.ipv4());
        assertEquals("[tor1/17/0 to n0/1, tor1/2 to tor1/3]", testbed.cables().toString());
        assertEquals(Optional.of(new Nanos(10)), testbed.cables().get(0).delay());
        assertEquals(Optional.empty(), testbed.clock());
    }

    @Test
    void twoPortsOfOneNameAreRefused() throws IOException {
        Path file = folder.resolve("lab.yaml");
        Files.writeString(
                file,
                """
                testbed: one
                devices:
                  tor1:
                    kind: tofino2
                    p4runtime: 127.0.0.1:1
                    ports:
                      1..4: 100Gbps
                      5: {speed: 400Gbps, name: "4"}
                """);
        Problems problems = new Problems();
        assertEquals(Optional.empty(), load(file, problems));
        String printed = ProblemPrinter.print(problems);
        assertTrue(
                printed.contains("lab.yaml:8:10: error: ports 4 and 5 have the same name '4'"),
                printed);
    }

    @Test
    void classesThatAFileDoesNotListKeepTheirNumbersAndSelectors() throws IOException {
        assertEquals(ClassMap.STANDARD, read(oneHost("")).classes());
        ClassMap classes =
                read(oneHost("classes: {3: {dscp: 26}, 0: {priorityGroup: 7}}")).classes();
        assertEquals(new ClassMap.Entry(26, 3, 3, 3), classes.of(3));
        assertEquals(new ClassMap.Entry(0, 0, 0, 7), classes.of(0));
        assertEquals(ClassMap.Entry.standard(4), classes.of(4));
    }

    @Test
    void twoClassesOfOneDscpAreRefusedAndSoIsAClassThatThereIsNot() throws IOException {
        Problems problems = new Problems();
        Path file = folder.resolve("lab.yaml");
        Files.writeString(file, oneHost("classes: {3: {dscp: 40, dcsp: 1}, 8: {queue: 9}}"));
        assertEquals(Optional.empty(), load(file, problems));
        String printed = ProblemPrinter.print(problems);
        for (String part :
                List.of(
                        "unknown key 'dcsp' in a traffic class",
                        "did you mean 'dscp'?",
                        "there is no traffic class '8'",
                        "expected: 0 to 7")) {
            assertTrue(printed.contains(part), printed);
        }
        problems = new Problems();
        Files.writeString(file, oneHost("classes: {3: {dscp: 40}}"));
        assertEquals(Optional.empty(), load(file, problems));
        printed = ProblemPrinter.print(problems);
        assertTrue(
                printed.contains("lab.yaml:2:10: error: classes 3 and 5 both have DSCP 40"),
                printed);
    }

    private static String oneHost(String classes) {
        return """
        testbed: one
        %s
        devices:
          n0: {kind: host, hostAgent: 127.0.0.1:1, ports: {1: 400Gbps}}
          n1: {kind: host, hostAgent: 127.0.0.1:2, ports: {1: 400Gbps}}
        cables: [{from: n0/1, to: n1/1}]
        """
                .formatted(classes);
    }

    @Test
    void aLeaseIsKeptByADeviceOrOnAHostThatIsNone() throws IOException {
        Files.writeString(folder.resolve("known"), "");
        String login = "ssh: {address: gateway, user: lab, knownHosts: known}";
        String devices =
                """
testbed: one
devices:
  tor1: {kind: softwareSwitch, p4runtime: 127.0.0.1:1, switchControl: 127.0.0.1:2, ports: {1: 100Gbps}}
  chip: {kind: commodity, gnmi: 127.0.0.1:1, ports: {1: 100Gbps}}
  n0: {kind: host, hostAgent: 127.0.0.1:3, ports: {1: 100Gbps}}
cables:
  - {from: tor1/1, to: n0/1}
""";
        Testbed silent = read(devices);
        assertEquals(Optional.empty(), silent.lease());
        assertEquals(silent.device("tor1"), LeaseSite.ofFirst(silent).orElseThrow().device());
        Testbed named = read(devices + "lease: n0\n");
        assertEquals(
                Optional.of(LeaseSite.of(named.device("n0").orElseThrow(), Optional.empty())),
                named.lease());
        LeaseSite site =
                read(devices + "lease: {" + login + ", folder: /srv/rack7}\n")
                        .lease()
                        .orElseThrow();
        assertEquals(Optional.empty(), site.device());
        assertEquals(
                Optional.of(
                        new SshLogin(
                                "gateway", 22, "lab", Optional.empty(), folder.resolve("known"))),
                site.ssh());
        assertEquals(Optional.of("/srv/rack7"), site.folder());
        for (Map.Entry<String, String> wrong :
                Map.of(
                                "chip",
                                "chip cannot keep a lease",
                                "n1",
                                "unknown device 'n1'",
                                "{device: n0, " + login + "}",
                                "'ssh' cannot be combined with 'device'",
                                "{device: n0, folder: here}",
                                "an absolute path")
                        .entrySet()) {
            Path file = folder.resolve("wrong.yaml");
            Files.writeString(file, devices + "lease: " + wrong.getKey() + "\n");
            Problems problems = new Problems();
            assertEquals(Optional.empty(), load(file, problems), wrong.getKey());
            String printed = ProblemPrinter.print(problems);
            assertTrue(printed.contains(wrong.getValue()), printed);
        }
    }

    @Test
    void portsThatATofinoDoesNotHaveAreRefused() throws IOException {
        Problems problems = new Problems();
        Path file = folder.resolve("lab.yaml");
        Files.writeString(
                file,
                """
                testbed: one
                devices:
                  t1: {kind: tofino2, bfrt: 127.0.0.1, ports: {5: 40Gbps, 72: 40Gbps, 520: 40Gbps}}
                  t2:
                    kind: tofino2
                    deviceId: 2
                    bfrt: 127.0.0.1
                    sweep: 5us
                    ports:
                      134: 40Gbps
                      135: {speed: 40Gbps, number: 199, queues: {group: 8, first: 0}}
                      136: {speed: 40Gbps, queues: {group: 3, first: 0}}
                cables: [{from: t1/5, to: t2/135}]
                """);
        assertEquals(Optional.empty(), load(file, problems));
        assertEquals(
                List.of(
                        "port 72 has number 72, which a Tofino2 does not have",
                        "port 520 has number 520, which a Tofino2 does not have",
                        "port 134 has number 134, which is one of those for the CPU and the packet"
                                + " generator",
                        "the queues of port 136, number 136, are in group 1, not 3"),
                problems.list().stream().map(each -> each.message()).toList());
    }

    @Test
    void aTofinoHasFilesASweepLoopPortsAndPlacesOfItsQueues() throws IOException {
        Testbed testbed =
                read(
                        """
                        testbed: two
                        devices:
                          t1:
                            kind: tofino2
                            p4runtime: 127.0.0.1
                            bfrt: 127.0.0.1
                            program: {pfc_forward: build/pfc.tofino2}
                            bfrtTables: [sde/tm.json, sde/ports]
                            sweep: 5us
                            loopPorts: [18]
                            sde: 9.13.4
                            ports:
                              17/0: {speed: 400Gbps, number: 136, queues: {group: 1, first: 8, count: 24}}
                              18: 400Gbps
                          t2:
                            kind: tofino2
                            p4runtime: 127.0.0.1
                            deviceId: 2
                            bfrt: 127.0.0.1
                            program: build
                            ports: {1: {speed: 400Gbps, number: 132}}
                        cables:
                          - {from: t1/17/0, to: t2/1}
                        """);
        Device one = testbed.device("t1").orElseThrow();
        assertEquals(
                new TofinoKeys(
                        Map.of("pfc_forward", folder.resolve("build/pfc.tofino2")),
                        List.of(folder.resolve("sde/tm.json"), folder.resolve("sde/ports")),
                        Optional.of(new Nanos(5_000)),
                        List.of("18"),
                        Optional.of("9.13.4")),
                one.settings(TofinoKeys.class));
        assertEquals(Optional.of(new PortQueues(1, 8, 24)), one.ports().get(0).queues());
        Device two = testbed.device("t2").orElseThrow();
        assertEquals(
                folder.resolve("build"), two.settings(TofinoKeys.class).programs().get("portfc"));
        assertEquals(List.of(), two.settings(TofinoKeys.class).bfrtTables());
    }

    @Test
    void aHostMayHaveAnAgentThatIsStartedOverSsh() throws IOException {
        Files.writeString(folder.resolve("known_hosts"), "");
        Testbed testbed =
                read(
                        """
testbed: started
devices:
  tor1: {kind: softwareSwitch, p4runtime: 127.0.0.1, switchControl: 127.0.0.1, ports: {1..3: 100Gbps}}
  n0:
    kind: host
    ssh: {address: n0.lab, user: root, knownHosts: known_hosts}
    agent: {interfaces: [eth1, eth2], peerMac: ["0c:42:a1:00:00:01", "0c:42:a1:00:00:02"]}
    ports: {1..2: 100Gbps}
  n1:
    kind: host
    ssh: {address: n1.lab, user: root, knownHosts: known_hosts}
    agent: {pci: ["0000:3b:00.0"], memory: 1024}
    ports: {1: 100Gbps}
cables:
  - {from: tor1/1, to: n0/1}
  - {from: tor1/2, to: n0/2}
  - {from: tor1/3, to: n1/1}
""");
        Device byInterfaces = testbed.device("n0").orElseThrow();
        assertEquals(
                Optional.of(
                        new AgentDevices(
                                List.of("eth1", "eth2"),
                                List.of(),
                                List.of("0c:42:a1:00:00:01", "0c:42:a1:00:00:02"),
                                256)),
                byInterfaces.agent());
        assertTrue(byInterfaces.has(Service.HOST_AGENT));
        assertEquals(
                Optional.of(new AgentDevices(List.of(), List.of("0000:3b:00.0"), List.of(), 1024)),
                testbed.device("n1").orElseThrow().agent());
    }

    private Testbed read(String yaml) throws IOException {
        Path file = Files.writeString(folder.resolve("testbed.yaml"), yaml);
        Problems problems = new Problems();
        return load(file, problems)
                .orElseThrow(() -> new AssertionError(ProblemPrinter.print(problems)));
    }

    private static Optional<Testbed> load(Path file, Problems problems) {
        return new TestbedLoader(new Library(), DeviceKinds.catalog())
                .load(file.toString(), problems);
    }
}
