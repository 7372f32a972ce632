package io.losslab.devices.commodity;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.losslab.configs.library.Library;
import io.losslab.configs.testbed.Testbed;
import io.losslab.configs.testbed.file.TestbedLoader;
import io.losslab.configs.yaml.Problem;
import io.losslab.configs.yaml.Problems;
import io.losslab.devices.failure.CommandFailure;
import io.losslab.devices.registry.DeviceKinds;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The keys of a commodity switch, and where its password is found. */
class CommodityKeysTest {
    @TempDir private Path folder;

    @Test
    void keysAreReadFromAFile() throws IOException {
        Problems problems = new Problems();
        CommodityKeys keys =
                read(
                        "profile: eos, login: {userVariable: U, passwordFile: p}, byHand: [pfc,"
                                + " thresholds]",
                        problems);
        assertEquals("eos", keys.profile().orElseThrow().word());
        assertEquals(Set.of(Aspect.PFC, Aspect.THRESHOLDS), keys.byHand());
        assertEquals(Optional.of(folder.resolve("p")), keys.login().orElseThrow().passwordFile());
        assertFalse(problems.hasErrors());
    }

    @Test
    void aProfileThatDoesNotSetEverythingIsAWarning() throws IOException {
        Problems problems = new Problems();
        read("profile: cumulus, byHand: [thresholds]", problems);
        assertEquals(
                List.of(
                        "the gNMI of NVIDIA Cumulus Linux does not set pfc, priorities: experiments"
                                + " with flow control are refused unless 'byHand' lists them"),
                messages(problems));
        assertFalse(problems.hasErrors());
    }

    @Test
    void aPasswordInTheFileItselfIsNotAKey() throws IOException {
        assertRefused("login: {user: a, password: x}", "unknown key 'password' in login");
    }

    @Test
    void aLoginNeedsOneUserAndOnePassword() throws IOException {
        assertRefused("login: {user: a, passwordFile: p, passwordVariable: P}", "passwordVariable");
        assertRefused("login: {passwordFile: p}", "login lacks the key 'user' or 'userVariable'");
    }

    @Test
    void profilesAndSettingsAreThoseThatThereAre() throws IOException {
        assertRefused("profile: junos", "'junos' is not a valid value of 'profile'");
        assertRefused("byHand: [headroom]", "'headroom' is not a valid value");
    }

    @Test
    void userAndPasswordComeFromTheEnvironmentOrAFile() throws IOException {
        Path file = Files.writeString(folder.resolve("p"), "s3cret!\nsecond line\n");
        Map<String, String> environment = Map.of("U", "admin", "P", "0ther");
        assertEquals(
                "user admin",
                new LoginSource(
                                Optional.empty(),
                                Optional.of("U"),
                                Optional.of(file),
                                Optional.empty())
                        .open("leaf1", environment::get)
                        .toString());
        LoginSource variable =
                new LoginSource(
                        Optional.of("ops"), Optional.empty(), Optional.empty(), Optional.of("P"));
        assertEquals("user ops", variable.open("leaf1", environment::get).toString());
        CommandFailure missing =
                assertThrows(
                        CommandFailure.class, () -> variable.open("leaf1", Map.of("P", "")::get));
        assertEquals("leaf1: environment variable P of its login is not set", missing.getMessage());
    }

    @Test
    void anEmptyPasswordFileIsRefused() throws IOException {
        Path file = Files.writeString(folder.resolve("p"), "");
        LoginSource source =
                new LoginSource(
                        Optional.of("ops"), Optional.empty(), Optional.of(file), Optional.empty());
        CommandFailure refused =
                assertThrows(CommandFailure.class, () -> source.open("leaf1", name -> null));
        assertEquals(
                "leaf1: the password must be printable ASCII and not empty", refused.getMessage());
    }

    private void assertRefused(String keys, String text) throws IOException {
        Problems problems = new Problems();
        load(keys, problems);
        assertTrue(problems.hasErrors(), keys);
        assertTrue(
                messages(problems).stream().anyMatch(message -> message.contains(text)),
                () -> messages(problems).toString());
    }

    private static List<String> messages(Problems problems) {
        return problems.list().stream().map(Problem::message).toList();
    }

    private CommodityKeys read(String keys, Problems problems) throws IOException {
        return CommodityKeys.of(
                load(keys, problems)
                        .orElseThrow(() -> new AssertionError(messages(problems).toString()))
                        .device("tor1")
                        .orElseThrow());
    }

    private Optional<Testbed> load(String keys, Problems problems) throws IOException {
        Path file =
                Files.writeString(
                        folder.resolve("lab.yaml"),
                        """
                        testbed: lab
                        devices:
                          tor1: {kind: commodity, gnmi: 127.0.0.1, %s, ports: {1: 100Gbps}}
                          a: {kind: host, hostAgent: 127.0.0.1, ports: {1: 100Gbps}}
                        cables:
                          - {from: a/1, to: tor1/1}
                        """
                                .formatted(keys));
        return new TestbedLoader(new Library(), DeviceKinds.catalog())
                .load(file.toString(), problems);
    }
}
