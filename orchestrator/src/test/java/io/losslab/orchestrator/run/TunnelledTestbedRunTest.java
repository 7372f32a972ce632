package io.losslab.orchestrator.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.losslab.configs.testbed.SshLogin;
import io.losslab.configs.testbed.file.TestbedYaml;
import io.losslab.devices.ssh.NeedsSshServer;
import io.losslab.devices.ssh.SshServer;
import io.losslab.labs.backend.LocalLab;
import io.losslab.labs.backend.ServedLab;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Commands on a testbed whose services are all reached through SSH. */
@NeedsSshServer
class TunnelledTestbedRunTest {
    @TempDir private Path folder;
    private SshServer ssh;
    private ServedLab lab;
    private Path testbed;
    private Path experiment;

    @BeforeEach
    void serve() throws Exception {
        ssh = SshServer.start(Files.createDirectory(folder.resolve("ssh")));
        lab = LocalLab.of("star-4");
        SshLogin login = ssh.login();
        testbed =
                Files.writeString(
                        folder.resolve("lab.yaml"),
                        TestbedYaml.text(lab.testbed())
                                .replace(
                                        "    deadline:",
                                        "    ssh: {address: '127.0.0.1:%d', user: %s, knownHosts: '%s', key: '%s'}\n    deadline:"
                                                .formatted(
                                                        ssh.port(),
                                                        login.user(),
                                                        login.knownHostsFile(),
                                                        login.keyFile().orElseThrow())));
        experiment =
                Files.writeString(
                        folder.resolve("burst.yaml"),
                        """
                        experiment: test/burst
                        topology: star-4
                        duration: 1ms
                        schemes: {none: []}
                        traffic:
                          - {name: burst, kind: burst, from: h1, to: h2, size: 64KB, flows: 1}
                        """);
    }

    @AfterEach
    void stop() {
        lab.close();
        ssh.close();
    }

    @Test
    void aRunReachesEveryDeviceThroughSsh() throws IOException {
        Commands check = new Commands();
        assertEquals(0, check.execute("testbed", "check", testbed.toString()), check.out());
        assertTrue(check.out().contains(" through SSH"), check.out());
        Commands run = new Commands();
        assertEquals(0, execute(run), run.err());
    }

    @Test
    void anSshServerThatIsAwayEndsWithThree() throws Exception {
        ssh.close();
        Commands check = new Commands();
        assertEquals(3, check.execute("testbed", "check", testbed.toString()), check.out());
        assertTrue(check.out().contains("no SSH connection to 127.0.0.1:"), check.out());
        Commands run = new Commands();
        assertEquals(3, execute(run), run.err());
        assertTrue(run.err().contains("no SSH connection to 127.0.0.1:"), run.err());
    }

    private int execute(Commands commands) {
        return commands.execute(
                "run",
                experiment.toString(),
                "--backend",
                "physical",
                "--testbed",
                testbed.toString(),
                "--out",
                folder.resolve("results").toString());
    }
}
