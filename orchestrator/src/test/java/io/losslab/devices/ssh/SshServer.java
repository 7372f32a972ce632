package io.losslab.devices.ssh;

import io.losslab.api.process.ProcessMark;
import io.losslab.configs.testbed.SshLogin;
import io.losslab.driver.ReservedPort;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;

/**
 * An sshd of this machine on a loopback port that is kept for it while it is stopped, run by the
 * user that runs the tests, with keys and a home directory of its own.
 */
public final class SshServer implements AutoCloseable {
    static final Path PROGRAM = Path.of("/usr/sbin/sshd");
    private static final long PATIENCE_NANOS = 60_000_000_000L;

    private final Path directory;
    private final List<String> launcher;
    private final ReservedPort port = ReservedPort.take();
    private Process process;

    private SshServer(Path directory, List<String> launcher) {
        this.directory = directory;
        this.launcher = launcher;
    }

    public static SshServer start(Path directory) throws IOException, InterruptedException {
        return start(directory, List.of());
    }

    /**
     * One that a command starts, with the server's command line as its last arguments; it must
     * become the server.
     */
    public static SshServer start(Path directory, List<String> launcher)
            throws IOException, InterruptedException {
        SshServer server = new SshServer(directory, launcher);
        server.makeKey("hostkey", "ed25519", "");
        server.makeKey("userkey", "ed25519", "");
        Files.copy(server.file("userkey.pub"), server.file("authorized_keys"));
        Files.createDirectories(server.home());
        server.writeConfiguration();
        server.knowHostKey("hostkey");
        server.serve();
        return server;
    }

    /** Keys as ssh-keygen makes them. */
    public void makeKey(String name, String type, String passphrase)
            throws IOException, InterruptedException {
        tool(
                List.of(
                        "ssh-keygen",
                        "-q",
                        "-t",
                        type,
                        "-N",
                        passphrase,
                        "-C",
                        "test",
                        "-f",
                        file(name).toString()));
    }

    /** Makes a key the only one that the known-hosts file has for this server. */
    void knowHostKey(String name) throws IOException {
        Files.writeString(
                knownHosts(),
                "[127.0.0.1]:%d %s".formatted(port(), Files.readString(file(name + ".pub"))));
    }

    void serve() throws IOException, InterruptedException {
        if (System.getProperty("user.name").equals("root")) {
            Files.createDirectories(Path.of("/run/sshd"));
        }
        List<String> command = new ArrayList<>(launcher);
        command.addAll(List.of(PROGRAM.toString(), "-D", "-e", "-f", file("sshd.conf").toString()));
        process =
                new ProcessBuilder(command)
                        .redirectErrorStream(true)
                        .redirectOutput(ProcessBuilder.Redirect.appendTo(file("sshd.log").toFile()))
                        .start();
        awaitPort();
    }

    /** Starts again with another line in its configuration. */
    void configure(String line) throws IOException, InterruptedException {
        stop();
        Files.writeString(
                file("sshd.conf"), line + System.lineSeparator(), StandardOpenOption.APPEND);
        serve();
    }

    /** Processes of the connections that are open. */
    Set<Long> sessions() {
        return process.descendants().map(ProcessHandle::pid).collect(Collectors.toSet());
    }

    /** Ends the connections that are open, without a word to the clients. */
    void dropConnections() throws InterruptedException {
        List<ProcessHandle> sessions = process.descendants().toList();
        sessions.forEach(ProcessHandle::destroyForcibly);
        for (ProcessHandle session : sessions) {
            awaitEnd(session);
        }
    }

    void stop() throws InterruptedException {
        dropConnections();
        process.destroyForcibly().waitFor();
    }

    /** Returns once a process has ended, whether or not somebody has waited for it. */
    static void awaitEnd(ProcessHandle process) throws InterruptedException {
        while (ProcessMark.isRunning(process)) {
            TimeUnit.MILLISECONDS.sleep(5);
        }
    }

    public SshLogin login() {
        return login(Optional.of(file("userkey")));
    }

    SshLogin login(Optional<Path> key) {
        return new SshLogin(
                "127.0.0.1", port(), System.getProperty("user.name"), key, knownHosts());
    }

    public int port() {
        return port.number();
    }

    public Path home() {
        return directory.resolve("home");
    }

    public Path knownHosts() {
        return file("known_hosts");
    }

    public Path file(String name) {
        return directory.resolve(name);
    }

    @Override
    public void close() {
        try {
            stop();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        port.close();
    }

    static String tool(List<String> command) throws IOException, InterruptedException {
        Process running = new ProcessBuilder(command).redirectErrorStream(true).start();
        running.getOutputStream().close();
        String output = new String(running.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        if (running.waitFor() != 0) {
            throw new IOException(String.join(" ", command) + ": " + output);
        }
        return output;
    }

    private void writeConfiguration() throws IOException {
        Files.write(
                file("sshd.conf"),
                List.of(
                        "Port " + port(),
                        "ListenAddress 127.0.0.1",
                        "HostKey " + file("hostkey"),
                        "AuthorizedKeysFile " + file("authorized_keys"),
                        "StrictModes no",
                        "PidFile none",
                        "PermitRootLogin prohibit-password",
                        "PasswordAuthentication no",
                        "KbdInteractiveAuthentication no",
                        "UsePAM no",
                        "UseDNS no",
                        "SetEnv HOME=%1$s TMPDIR=%1$s PATH=%1$s/bin:/usr/sbin:/usr/bin:/sbin:/bin"
                                .formatted(home()),
                        "Subsystem sftp internal-sftp"));
    }

    private void awaitPort() throws IOException, InterruptedException {
        long end = System.nanoTime() + PATIENCE_NANOS;
        while (true) {
            try {
                new Socket(InetAddress.getLoopbackAddress(), port()).close();
                return;
            } catch (IOException e) {
                if (System.nanoTime() > end || !process.isAlive()) {
                    throw new IOException(Files.readString(file("sshd.log")), e);
                }
                TimeUnit.MILLISECONDS.sleep(10);
            }
        }
    }
}
