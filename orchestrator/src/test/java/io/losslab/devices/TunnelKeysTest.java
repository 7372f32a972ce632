package io.losslab.devices;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.losslab.configs.library.Library;
import io.losslab.configs.testbed.Device;
import io.losslab.configs.testbed.Service;
import io.losslab.configs.testbed.Testbed;
import io.losslab.configs.testbed.file.TestbedLoader;
import io.losslab.configs.yaml.ProblemPrinter;
import io.losslab.configs.yaml.Problems;
import io.losslab.devices.registry.DeviceKinds;
import io.losslab.devices.tofino2.program.TofinoKeys;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Which services of a testbed file are reached through SSH, and which plaintext is refused. */
class TunnelKeysTest {
    private static final String SSH = "ssh: {address: 192.0.2.7, user: lab, knownHosts: known}";

    @TempDir private Path folder;

    @BeforeEach
    void makeFiles() throws IOException {
        Files.writeString(folder.resolve("known"), "");
        Files.writeString(folder.resolve("ca.pem"), "");
    }

    @Test
    void allServicesOfADeviceWithSshAndWithoutTlsAreTunnelled() throws IOException {
        Device chip = chip(SSH);
        assertEquals(Set.of(Service.P4RUNTIME, TofinoKeys.BFRT), chip.tunnelled());
        assertEquals("192.0.2.7:50052", chip.address(TofinoKeys.BFRT).toString());
    }

    @Test
    void noneOfADeviceWithTlsIsUnlessTheFileNamesIt() throws IOException {
        String tls = SSH + ", tls: {trust: ca.pem}";
        assertEquals(Set.of(), chip(tls).tunnelled());
        assertEquals(Set.of(TofinoKeys.BFRT), chip(tls + ", tunnel: [bfrt]").tunnelled());
    }

    @Test
    void aLocalServiceOfADeviceWithSshMayBeReachedDirectly() throws IOException {
        String yaml = file(SSH + ", tunnel: []").replace("bfrt: 192.0.2.7", "bfrt: localhost");
        yaml = yaml.replace("p4runtime: 192.0.2.7", "p4runtime: '[::1]:9559'");
        assertEquals(Set.of(), read(yaml).orElseThrow().device("t1").orElseThrow().tunnelled());
    }

    @ParameterizedTest
    @ValueSource(strings = {"192.0.2.7", "'[2001:db8::7]:1'", "0.0.0.0"})
    void plaintextToAnotherMachineIsRefusedWithItsPlace(String address) throws IOException {
        String errors = errors(file("deviceId: 1").replace("bfrt: 192.0.2.7", "bfrt: " + address));
        assertTrue(errors.contains("lab.yaml:3:"), errors);
        assertTrue(errors.contains("devices.t1.bfrt") || errors.contains("plaintext to"), errors);
        assertTrue(errors.contains("or 'ssh' of the device"), errors);
    }

    @Test
    void whatATunnelNamesMustBeAServiceThatTheDeviceHas() throws IOException {
        assertTrue(errors(file(SSH + ", tunnel: [bfr]")).contains("did you mean 'bfrt'?"));
        String absent = errors(file(SSH + ", tunnel: [gnmi]"));
        assertTrue(absent.contains("'tunnel' names gnmi, which the device does not have"), absent);
        String alone = errors(file("tunnel: [bfrt]"));
        assertTrue(alone.contains("'tunnel' requires 'ssh'"), alone);
    }

    @Test
    void aVirtualClockOnAnotherMachineNeedsTls() throws IOException {
        String errors = errors(file(SSH) + "clock: 192.0.2.7:9559\n");
        assertTrue(errors.contains("expected: 'tls' of the testbed"), errors);
    }

    /** Two machines may call their own services by the same loopback address. */
    @Test
    void aTunnelledServiceBeginsWithTheClockOnlyOnTheClocksMachine() throws IOException {
        for (String machine : List.of("192.0.2.7", "127.0.0.1")) {
            String yaml = file(SSH.replace("192.0.2.7", machine) + ", tunnel: [p4runtime, bfrt]");
            yaml = yaml.replace("p4runtime: 192.0.2.7", "p4runtime: 127.0.0.1:9559");
            Testbed testbed = read(yaml + "clock: 127.0.0.1:9559\n").orElseThrow();
            Device chip = testbed.device("t1").orElseThrow();
            assertEquals(
                    machine.equals("127.0.0.1"),
                    testbed.beginsWithTheClock(chip, Service.P4RUNTIME));
            assertFalse(testbed.beginsWithTheClock(chip, TofinoKeys.BFRT));
            assertFalse(testbed.beginsWithTheClock(chip, Service.SSH));
        }
    }

    private Device chip(String keys) throws IOException {
        return read(file(keys)).orElseThrow().device("t1").orElseThrow();
    }

    private static String file(String keys) {
        return """
testbed: one
devices:
  t1: {kind: tofino2, p4runtime: 192.0.2.7, bfrt: 192.0.2.7, ports: {1: 100Gbps, 2: 100Gbps}, %s}
cables: [{from: t1/1, to: t1/2}]
"""
                .formatted(keys);
    }

    private String errors(String yaml) throws IOException {
        Problems problems = new Problems();
        assertEquals(Optional.empty(), read(yaml, problems));
        return ProblemPrinter.print(problems);
    }

    private Optional<Testbed> read(String yaml) throws IOException {
        Problems problems = new Problems();
        Optional<Testbed> testbed = read(yaml, problems);
        assertEquals("", ProblemPrinter.print(problems));
        return testbed;
    }

    private Optional<Testbed> read(String yaml, Problems problems) throws IOException {
        Path file = Files.writeString(folder.resolve("lab.yaml"), yaml);
        return new TestbedLoader(new Library(), DeviceKinds.catalog())
                .load(file.toString(), problems);
    }
}
