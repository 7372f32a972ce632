package io.losslab.devices.ssh;

import static org.junit.jupiter.api.Assertions.assertTrue;

import io.losslab.api.process.ProcessMark;
import io.losslab.configs.testbed.SshLogin;
import io.losslab.driver.ReservedPort;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;

/** An sshd of this machine on a loopback port that is kept for it while it is stopped. */
public final class SshServer implements AutoCloseable {
    static final Path PROGRAM = io.losslab.services.sonic.SshServer.PROGRAM;

    private static final String SFTP = "Subsystem sftp internal-sftp";

    private final ReservedPort port;
    private final io.losslab.services.sonic.SshServer server;

    private SshServer(ReservedPort port, io.losslab.services.sonic.SshServer server) {
        this.port = port;
        this.server = server;
    }

    public static SshServer start(Path directory) throws IOException {
        return start(directory, List.of());
    }

    /**
     * One that a command starts, with the server's command line as its last arguments; it must
     * become the server.
     */
    public static SshServer start(Path directory, List<String> launcher) throws IOException {
        ReservedPort port = ReservedPort.take();
        return new SshServer(
                port,
                io.losslab.services.sonic.SshServer.start(directory, port.number(), launcher));
    }

    /** Keys as ssh-keygen makes them. */
    public void makeKey(String name, String type, String passphrase) {
        server.makeKey(name, type, passphrase);
    }

    /** Makes a key the only one that the known-hosts file has for this server. */
    void knowHostKey(String name) throws IOException {
        server.knowHostKey(name);
    }

    void serve() throws IOException {
        server.serve();
    }

    /** Starts again with another line in its configuration. */
    void configure(String line) throws IOException, InterruptedException {
        stop();
        Files.writeString(
                file("sshd.conf"), line + System.lineSeparator(), StandardOpenOption.APPEND);
        serve();
    }

    /** Starts again with another line in place of that which makes it serve SFTP. */
    void replaceSftp(String line) throws IOException, InterruptedException {
        stop();
        Path file = file("sshd.conf");
        String configuration = Files.readString(file);
        assertTrue(configuration.contains(SFTP), configuration);
        Files.writeString(file, configuration.replace(SFTP, line));
        serve();
    }

    /** Processes of the connections that are open. */
    Set<Long> sessions() {
        return server.process().descendants().map(ProcessHandle::pid).collect(Collectors.toSet());
    }

    /** Ends the connections that are open, without a word to the clients. */
    void dropConnections() throws InterruptedException {
        List<ProcessHandle> sessions = server.process().descendants().toList();
        sessions.forEach(ProcessHandle::destroyForcibly);
        for (ProcessHandle session : sessions) {
            awaitEnd(session);
        }
    }

    /** Ends the connections that are open, but not what runs in their sessions. */
    public void cutConnections() {
        server.process().children().forEach(ProcessHandle::destroyForcibly);
    }

    void stop() throws InterruptedException {
        dropConnections();
        server.close();
    }

    /** Returns once a process has ended, whether or not somebody has waited for it. */
    static void awaitEnd(ProcessHandle process) throws InterruptedException {
        while (ProcessMark.isRunning(process)) {
            TimeUnit.MILLISECONDS.sleep(5);
        }
    }

    public SshLogin login() {
        return login(Optional.of(server.userKey()));
    }

    SshLogin login(Optional<Path> key) {
        return new SshLogin(
                "127.0.0.1", port(), System.getProperty("user.name"), key, knownHosts());
    }

    public int port() {
        return server.port();
    }

    public Path home() {
        return server.home();
    }

    public Path knownHosts() {
        return server.knownHosts();
    }

    public Path file(String name) {
        return server.file(name);
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
}
