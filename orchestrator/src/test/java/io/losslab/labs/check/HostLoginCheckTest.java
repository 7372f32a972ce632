package io.losslab.labs.check;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.losslab.configs.library.Library;
import io.losslab.configs.testbed.Testbed;
import io.losslab.configs.testbed.file.TestbedLoader;
import io.losslab.configs.testbed.file.TestbedYaml;
import io.losslab.configs.yaml.Problems;
import io.losslab.devices.DeviceReport;
import io.losslab.devices.registry.DeviceKinds;
import io.losslab.devices.ssh.NeedsSshServer;
import io.losslab.devices.ssh.SshServer;
import io.losslab.labs.backend.Channels;
import io.losslab.labs.backend.LocalLab;
import io.losslab.labs.backend.ServedLab;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Hosts of a testbed file that has {@code ssh} for them. */
@NeedsSshServer
class HostLoginCheckTest {
    @TempDir private Path directory;
    private SshServer server;
    private ServedLab lab;

    @BeforeEach
    void start() throws Exception {
        server = SshServer.start(directory);
        lab = LocalLab.of("star-4");
    }

    @AfterEach
    void stop() throws Exception {
        lab.close();
        server.close();
    }

    @Test
    void aHostThatLetsUsInTellsItsVersions() throws Exception {
        DeviceReport report = check(ssh(server.port(), "userkey")).get(0);
        DeviceReport.Finding login = report.findings().get(report.findings().size() - 1);
        assertEquals("ssh", login.service());
        assertTrue(login.reached());
        assertTrue(login.detail().startsWith("Linux "), login.detail());
        assertTrue(login.detail().contains("Java "), login.detail());
        assertFalse(report.unreachable());
    }

    @Test
    void everyHostThatDoesNotHasALineOfItsOwn() throws Exception {
        server.makeKey("stranger", "ed25519", "");
        List<DeviceReport> reports = check(ssh(server.port(), "stranger"), ssh(1, "userkey"));
        String agent = reports.get(0).problems().get(0);
        assertTrue(agent.contains(" through SSH): "), agent);
        String refused = reports.get(0).problems().get(1);
        assertTrue(refused.startsWith("h1: "), refused);
        assertTrue(refused.contains("none of the keys was accepted"), refused);
        String silent = reports.get(1).problems().get(1);
        assertEquals(
                "h2: no SSH connection to 127.0.0.1:1: the connection was refused; check 'ssh' of"
                        + " the host in the testbed file, and that its SSH server runs",
                silent);
        assertTrue(reports.get(1).unreachable());
        assertEquals(List.of(), reports.get(2).problems());
    }

    private String ssh(int port, String key) {
        return "{address: '127.0.0.1:%d', user: %s, key: '%s', knownHosts: '%s'}"
                .formatted(
                        port,
                        System.getProperty("user.name"),
                        server.file(key),
                        server.knownHosts());
    }

    /** Reports of the hosts h1, h2 and so on, the first ones with {@code ssh}. */
    private List<DeviceReport> check(String... logins) throws Exception {
        String text = TestbedYaml.text(lab.testbed());
        for (int i = 0; i < logins.length; i++) {
            String device = "  h%d:\n    kind: host\n".formatted(i + 1);
            assertTrue(text.contains(device), text);
            text = text.replace(device, device + "    ssh: " + logins[i] + "\n");
        }
        Path file = directory.resolve("lab.yaml");
        Files.writeString(file, text);
        Problems problems = new Problems();
        Testbed testbed =
                new TestbedLoader(new Library(), DeviceKinds.catalog())
                        .load(file.toString(), problems)
                        .orElseThrow(() -> new AssertionError(problems.list().toString()));
        try (Channels channels = new Channels()) {
            return new TestbedCheck(testbed, channels)
                    .run().stream()
                            .filter(report -> report.device().name().startsWith("h"))
                            .toList();
        }
    }
}
