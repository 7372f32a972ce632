package io.losslab.devices.ssh;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.losslab.configs.testbed.SshLogin;
import io.losslab.devices.failure.CommandFailure;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@NeedsSshServer
class HostConnectionTest {
    @TempDir private Path directory;
    private SshServer server;

    @BeforeEach
    void startServer() throws Exception {
        server = SshServer.start(directory);
    }

    @AfterEach
    void stopServer() throws Exception {
        server.close();
    }

    @Test
    void logsInWithAKeyFileAndTellsWhatACommandDid() {
        try (HostConnection host = connection(server.login())) {
            assertEquals(
                    new CommandResult(7, "it's out\n", "err\n"),
                    host.run("echo \"it's out\"; echo err >&2; exit 7"));
        }
    }

    @Test
    void aCommandThatDoesNotEndIsLeftAndNotRunAgain() throws Exception {
        Path began = directory.resolve("began");
        try (HostConnection host = connection(server.login())) {
            String script = "echo began >> %s; sleep 30".formatted(began);
            long start = System.nanoTime();
            CommandFailure failure =
                    assertThrows(
                            CommandFailure.class,
                            () -> host.run(script, "", Duration.ofSeconds(1)));
            assertTrue(System.nanoTime() - start < 20_000_000_000L);
            assertEquals("h1: a command did not end within 1 s", failure.getMessage());
            assertEquals("in", host.require("speak", "echo in"), "others keep the connection");
            assertEquals("began\n", Files.readString(began));
        }
    }

    @Test
    void aFileThatTheHostDoesNotTakeIsNoLostConnection() throws Exception {
        Path file = Files.writeString(directory.resolve("file"), "text");
        try (HostConnection host = connection(server.login())) {
            assertEquals("in", host.require("speak", "echo in"));
            Path remote = directory.resolve("no/such/folder/file");
            long start = System.nanoTime();
            CommandFailure failure =
                    assertThrows(CommandFailure.class, () -> host.copy(file, remote.toString()));
            assertTrue(System.nanoTime() - start < 10_000_000_000L, "it was tried again");
            assertTrue(
                    failure.getMessage().startsWith("h1: cannot write " + remote + " by SFTP: "),
                    failure.getMessage());
            assertEquals("in", host.require("speak", "echo in"));
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "Subsystem sftp /no/such/sftp-server"})
    void aServerWithoutSftpIsNoLostConnection(String line) throws Exception {
        server.replaceSftp(line);
        Path file = Files.writeString(directory.resolve("file"), "text");
        try (HostConnection host = connection(server.login())) {
            long start = System.nanoTime();
            CommandFailure failure =
                    assertThrows(
                            CommandFailure.class,
                            () -> host.copy(file, directory.resolve("copy").toString()));
            assertTrue(System.nanoTime() - start < 10_000_000_000L, "it was tried again");
            assertEquals(
                    "h1: the SSH server has no working SFTP subsystem, by which files are copied",
                    failure.getMessage());
            assertEquals(
                    "set 'Subsystem sftp internal-sftp' in its sshd_config, and reload it",
                    failure.advice());
            assertTrue(failure.isOfDevice());
            assertEquals("in", host.require("speak", "echo in"), "others keep the connection");
        }
    }

    @Test
    void aServerThatOpensNoSessionIsNotOneWithoutSftp() throws Exception {
        server.configure("MaxSessions 0");
        Path file = Files.writeString(directory.resolve("file"), "text");
        Login login = new Login("h1", server.login(), Optional.empty());
        try (HostConnection host = new HostConnection(login, Duration.ofSeconds(1))) {
            CommandFailure failure =
                    assertThrows(
                            CommandFailure.class,
                            () -> host.copy(file, directory.resolve("copy").toString()));
            assertFalse(failure.getMessage().contains("SFTP"), failure.getMessage());
        }
    }

    /** A patch of a switch's configuration takes minutes. */
    @Test
    void aLongCommandIsRunOnceMoreWhereItsConnectionIsLost() throws Exception {
        Path began = directory.resolve("began");
        String script =
                "echo began >> %s; [ $(wc -l < %s) = 2 ] || { sleep 2; kill $PPID; sleep 9; }"
                        .formatted(began, began);
        Login login = new Login("h1", server.login(), Optional.empty());
        try (HostConnection host = new HostConnection(login, Duration.ofSeconds(1))) {
            assertTrue(host.run(script, "", Duration.ofSeconds(20)).succeeded());
            assertEquals(List.of("began", "began"), Files.readAllLines(began));
            Files.delete(began);
            assertThrows(CommandFailure.class, () -> host.run(script));
            assertEquals(List.of("began"), Files.readAllLines(began));
        }
    }

    @Test
    void aCommandThatMustNotBeRunTwiceIsNotWhereItsConnectionIsLost() throws Exception {
        Path began = directory.resolve("began");
        try (HostConnection host = connection(server.login())) {
            host.run("true");
            server.dropConnections();
            assertEquals(
                    new CommandResult(7, "out\n", "err\n"),
                    host.runOnce("a test", "echo out; echo err >&2; exit 7"),
                    "on a new connection, where the last was lost before");
            CommandFailure failure =
                    assertThrows(
                            CommandFailure.class,
                            () ->
                                    host.runOnce(
                                            "a test",
                                            "echo began >> %s; kill $PPID; sleep 9"
                                                    .formatted(began)));
            assertEquals("h1: the SSH connection was lost during a test", failure.getMessage());
            assertEquals(3, failure.exitCode());
            assertEquals("in", host.require("speak", "echo in"));
            assertEquals("began\n", Files.readString(began));
        }
    }

    @Test
    void anInterruptEndsACommandThatIsNotRunAgain() throws Exception {
        Path began = directory.resolve("began");
        try (HostConnection host = connection(server.login())) {
            AtomicReference<CommandFailure> failure = new AtomicReference<>();
            AtomicBoolean stillInterrupted = new AtomicBoolean();
            Thread caller =
                    new Thread(
                            () -> {
                                String script = "echo began >> %s; sleep 20".formatted(began);
                                failure.set(
                                        assertThrows(CommandFailure.class, () -> host.run(script)));
                                stillInterrupted.set(Thread.currentThread().isInterrupted());
                            });
            caller.start();
            while (!Files.exists(began)) {
                TimeUnit.MILLISECONDS.sleep(10);
            }
            caller.interrupt();
            caller.join(10_000);
            assertEquals(130, failure.get().exitCode());
            assertTrue(stillInterrupted.get());
            assertEquals("in", host.require("speak", "echo in"), "others keep the connection");
            assertEquals("began\n", Files.readString(began));
        }
    }

    @Test
    void findsAHostWhoseNameIsHashedInTheKnownHostsFile() throws Exception {
        SshServer.tool(List.of("ssh-keygen", "-H", "-f", server.knownHosts().toString()));
        assertTrue(Files.readString(server.knownHosts()).startsWith("|1|"));
        try (HostConnection host = connection(server.login())) {
            assertEquals("in", host.require("speak", "echo in"));
        }
    }

    @Test
    void refusesAnUnknownHostAndTellsItsFingerprint() throws Exception {
        Files.writeString(server.knownHosts(), "");
        CommandFailure failure = refusal(server.login());
        assertEquals(
                "h1: the host key of [127.0.0.1]:%d, ssh-ed25519 %s, is not in %s"
                        .formatted(server.port(), fingerprint("hostkey"), server.knownHosts()),
                failure.getMessage());
        assertTrue(failure.advice().contains("ssh-keyscan"), failure.advice());
        assertEquals(3, failure.exitCode());
        assertEquals("", Files.readString(server.knownHosts()));
    }

    @Test
    void refusesAHostWhoseKeyHasChanged() throws Exception {
        server.makeKey("otherkey", "ed25519", "");
        server.knowHostKey("otherkey");
        CommandFailure failure = refusal(server.login());
        assertEquals(
                "h1: the host key of [127.0.0.1]:%d has changed: it is ssh-ed25519 %s, but %s contains another one"
                        .formatted(server.port(), fingerprint("hostkey"), server.knownHosts()),
                failure.getMessage());
        assertTrue(failure.advice().contains("ssh-keygen -R"), failure.advice());
    }

    @Test
    void needsAKnownHostsFile() throws Exception {
        Files.delete(server.knownHosts());
        assertEquals(
                "h1: the known-hosts file cannot read %s".formatted(server.knownHosts()),
                refusal(server.login()).getMessage());
    }

    @Test
    void logsInWithKeysThatOnlyTheSshAgentHas() throws Exception {
        for (String type : List.of("ed25519", "rsa", "ecdsa")) {
            server.makeKey(type, type, "");
            Files.copy(
                    server.file(type + ".pub"),
                    server.file("authorized_keys"),
                    java.nio.file.StandardCopyOption.REPLACE_EXISTING);
            try (KeyAgentProcess agent =
                    KeyAgentProcess.start(directory.resolve("agent-" + type))) {
                agent.add(server.file("userkey"));
                agent.add(server.file(type));
                Login login =
                        new Login("h1", server.login(Optional.empty()), Optional.of(agent.agent()));
                try (HostConnection host = new HostConnection(login)) {
                    assertEquals("in", host.require("speak", "echo in"), type);
                }
            }
        }
    }

    @Test
    void neverAsksForAPassphrase() throws Exception {
        server.makeKey("locked", "ed25519", "a passphrase");
        CommandFailure failure = refusal(server.login(Optional.of(server.file("locked"))));
        assertEquals(
                "h1: %s cannot log in at 127.0.0.1:%d: there is no key to log in with; tried: %s (unreadable or protected by a passphrase; add it to the SSH agent), no SSH agent (SSH_AUTH_SOCK is not set)"
                        .formatted(
                                System.getProperty("user.name"),
                                server.port(),
                                server.file("locked")),
                failure.getMessage());
    }

    @Test
    void tellsWhichKeysWereTried() throws Exception {
        server.makeKey("stranger", "ed25519", "");
        CommandFailure failure = refusal(server.login(Optional.of(server.file("stranger"))));
        assertEquals(
                "h1: %s cannot log in at 127.0.0.1:%d: none of the keys was accepted; tried: the key of %s, no SSH agent (SSH_AUTH_SOCK is not set)"
                        .formatted(
                                System.getProperty("user.name"),
                                server.port(),
                                server.file("stranger")),
                failure.getMessage());
        assertTrue(failure.advice().contains("authorized_keys"), failure.advice());
    }

    @Test
    void tellsAtOnceThatNobodyListens() throws Exception {
        server.stop();
        CommandFailure failure = refusal(server.login());
        assertEquals(
                "h1: no SSH connection to 127.0.0.1:%d: the connection was refused"
                        .formatted(server.port()),
                failure.getMessage());
        assertEquals(3, failure.exitCode());
        server.serve();
    }

    @Test
    void connectsAgainAfterTheConnectionWasDropped() throws Exception {
        try (HostConnection host = connection(server.login())) {
            host.run("true");
            server.dropConnections();
            assertEquals("in", host.require("speak", "echo in"));
        }
    }

    @Test
    void tellsWithinSecondsThatAServerIsGoneOrSuspended() throws Exception {
        Duration patience = Duration.ofSeconds(2);
        try (HostConnection host = connection(server.login())) {
            host.run("true");
            host.requireAnswer(patience);
            List<Long> sessions = List.copyOf(server.sessions());
            signal("STOP", sessions);
            try {
                CommandFailure suspended =
                        assertThrows(CommandFailure.class, () -> host.requireAnswer(patience));
                assertTrue(suspended.getMessage().endsWith(": no answer"), suspended.getMessage());
            } finally {
                signal("CONT", sessions);
            }
            host.requireAnswer(patience);
            server.dropConnections();
            host.requireAnswer(patience);
            server.stop();
            CommandFailure gone =
                    assertThrows(CommandFailure.class, () -> host.requireAnswer(patience));
            assertEquals(3, gone.exitCode());
            server.serve();
        }
    }

    private static void signal(String name, List<Long> processes) throws Exception {
        for (long process : processes) {
            SshServer.tool(List.of("kill", "-" + name, Long.toString(process)));
        }
    }

    @Test
    void waitsForAServerThatIsAwayForAWhile() throws Exception {
        try (HostConnection host = connection(server.login())) {
            host.run("true");
            server.stop();
            Thread restart = new Thread(this::serveAfterAWhile);
            restart.start();
            assertEquals("in", host.require("speak", "echo in"));
            restart.join();
        }
    }

    private void serveAfterAWhile() {
        try {
            TimeUnit.MILLISECONDS.sleep(500);
            server.serve();
        } catch (IOException | InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private static HostConnection connection(SshLogin login) {
        return new HostConnection(new Login("h1", login, Optional.empty()));
    }

    private static CommandFailure refusal(SshLogin login) {
        try (HostConnection host = connection(login)) {
            return assertThrows(CommandFailure.class, () -> host.run("true"));
        }
    }

    /** As ssh-keygen tells it. */
    private String fingerprint(String key) throws Exception {
        return SshServer.tool(List.of("ssh-keygen", "-lf", server.file(key + ".pub").toString()))
                .split(" ", 3)[1];
    }
}
