package io.losslab.services.sonic;

import io.losslab.api.process.SystemProgram;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * An sshd of this machine on a loopback port, run by the user who runs this program, with keys and
 * a home directory of its own. Nothing of the machine's own SSH configuration is read or changed.
 */
public final class SshServer implements AutoCloseable {
    /** The program. */
    public static final Path PROGRAM = Path.of("/usr/sbin/sshd");

    private static final long PATIENCE_NANOS = 60_000_000_000L;

    private final Path directory;
    private final int port;
    private final ProgramStarter starter;
    private ProcessHandle process;

    private SshServer(Path directory, int port, ProgramStarter starter) {
        this.directory = directory;
        this.port = port;
        this.starter = starter;
    }

    /**
     * Starts one, with keys made for it.
     *
     * @param directory that exists, for all its files
     * @param launcher a command that becomes the server, whose command line is its last arguments;
     *     empty: none
     * @throws IOException where it does not start
     */
    public static SshServer start(Path directory, int port, List<String> launcher)
            throws IOException {
        return start(directory, port, ProgramStarter.by(launcher));
    }

    /** As {@link #start(Path, int, List)}, started in another way. */
    static SshServer start(Path directory, int port, ProgramStarter starter) throws IOException {
        SshServer server = new SshServer(directory, port, starter);
        server.makeKey("hostkey", "ed25519", "");
        server.makeKey("userkey", "ed25519", "");
        Files.copy(server.file("userkey.pub"), server.file("authorized_keys"));
        Files.createDirectories(server.home());
        server.writeConfiguration();
        server.knowHostKey("hostkey");
        server.serve();
        return server;
    }

    /** Makes a key pair in the directory, as ssh-keygen does. */
    public void makeKey(String name, String type, String passphrase) {
        SystemProgram.run(
                List.of(
                        "ssh-keygen",
                        "-q",
                        "-t",
                        type,
                        "-N",
                        passphrase,
                        "-C",
                        "losslab",
                        "-f",
                        file(name).toString()));
    }

    /** Makes a key the only one that the known-hosts file has for this server. */
    public void knowHostKey(String name) throws IOException {
        Files.writeString(
                knownHosts(),
                "[127.0.0.1]:%d %s".formatted(port, Files.readString(file(name + ".pub"))));
    }

    /**
     * Starts a server that is stopped.
     *
     * @throws IOException where it does not start; says what it logged
     */
    public void serve() throws IOException {
        if (System.getProperty("user.name").equals("root")) {
            Files.createDirectories(Path.of("/run/sshd"));
        }
        process =
                starter.start(
                        List.of(PROGRAM.toString(), "-D", "-e", "-f", file("sshd.conf").toString()),
                        file("sshd.log"));
        awaitPort();
    }

    /** The process that listens; those of connections descend from it. */
    public ProcessHandle process() {
        return process;
    }

    public int port() {
        return port;
    }

    /** Home directory of whoever logs in; its {@code bin} is first on the path. */
    public Path home() {
        return directory.resolve("home");
    }

    public Path knownHosts() {
        return file("known_hosts");
    }

    /** The private key that it takes. */
    public Path userKey() {
        return file("userkey");
    }

    /** A file of its directory. */
    public Path file(String name) {
        return directory.resolve(name);
    }

    /** Ends it and all its connections. */
    @Override
    public void close() {
        List<ProcessHandle> sessions = process.descendants().toList();
        sessions.forEach(ProcessHandle::destroyForcibly);
        process.destroyForcibly();
        process.onExit().join();
    }

    private void writeConfiguration() throws IOException {
        Files.write(
                file("sshd.conf"),
                List.of(
                        "Port " + port,
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

    private void awaitPort() throws IOException {
        long end = System.nanoTime() + PATIENCE_NANOS;
        while (true) {
            try {
                new Socket(InetAddress.getLoopbackAddress(), port).close();
                return;
            } catch (IOException e) {
                if (System.nanoTime() > end || !process.isAlive()) {
                    throw new IOException(Files.readString(file("sshd.log")), e);
                }
            }
            try {
                TimeUnit.MILLISECONDS.sleep(10);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new IOException("interrupted while waiting for sshd", e);
            }
        }
    }
}
