package io.losslab.softswitch.netns;

import io.losslab.api.process.SystemProgram;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * SSH servers in the namespaces, each on its host's management address only, with a host key and a
 * user key made for the lab. Nothing of the machine's own SSH configuration is read or changed.
 */
final class SshServers {
    private static final String PROGRAM = "/usr/sbin/sshd";
    private static final String USER = "root";
    private static final Path SHADOW = Path.of("/etc/shadow");
    private static final int PORT = 22;
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private final Path directory;

    /** Makes the keys in a directory. */
    SshServers(Path directory) {
        this.directory = directory;
        makeKey("hostkey");
        makeKey("userkey");
        try {
            Files.copy(file("userkey.pub"), file("authorized_keys"));
            // The server wants the directory it locks itself up in.
            Files.createDirectories(Path.of("/run/sshd"));
        } catch (IOException e) {
            throw new LabException("%s: %s".formatted(directory, e.getMessage()), e);
        }
    }

    /** Starts a server in a namespace; it ends with the namespace. */
    void start(String namespace, String address) {
        Path config = file("sshd-" + namespace + ".conf");
        Path log = file("sshd-" + namespace + ".log");
        write(
                config,
                List.of(
                        "Port " + PORT,
                        "ListenAddress " + address,
                        "HostKey " + file("hostkey"),
                        "AuthorizedKeysFile " + file("authorized_keys"),
                        "PidFile none",
                        "PermitRootLogin prohibit-password",
                        "PasswordAuthentication no",
                        "KbdInteractiveAuthentication no",
                        // Without PAM, no key opens an account whose password is locked.
                        "UsePAM " + (isLocked(USER) ? "yes" : "no"),
                        "UseDNS no",
                        "MaxStartups 100",
                        "PrintMotd no",
                        // A shell that is not the first of its session reads no ~/.bashrc, which
                        // may be slow, or leave its own locks behind where it is killed.
                        "SetEnv SHLVL=1 \"JAVA_HOME=%s\""
                                .formatted(System.getProperty("java.home")),
                        "Subsystem sftp internal-sftp"));
        if (!Files.isExecutable(Path.of(PROGRAM))) {
            throw SystemProgram.missing(PROGRAM);
        }
        // It puts itself into the background once it listens.
        SystemProgram.run(
                Namespaces.within(
                        namespace,
                        List.of(PROGRAM, "-f", config.toString(), "-E", log.toString())));
    }

    /** Returns once a server answers at an address. */
    void await(String namespace, String address) {
        long deadline = System.nanoTime() + PATIENCE.toNanos();
        while (true) {
            try (Socket socket = new Socket()) {
                socket.connect(new InetSocketAddress(address, PORT), 1_000);
                return;
            } catch (IOException e) {
                if (System.nanoTime() > deadline) {
                    throw new LabException(
                            "the SSH server in namespace %s does not answer at %s:%d within %d s: %s; its log: %s"
                                    .formatted(
                                            namespace,
                                            address,
                                            PORT,
                                            PATIENCE.toSeconds(),
                                            e.getMessage(),
                                            logOf(namespace)),
                            e);
                }
                pause();
            }
        }
    }

    /** How to log in, at any of the addresses. */
    SshAccess access(List<String> addresses) {
        String key = read(file("hostkey.pub")).strip();
        write(
                file("known_hosts"),
                List.of(
                        addresses.stream()
                                .map(address -> address + " " + key)
                                .collect(Collectors.joining("\n"))));
        return new SshAccess(USER, PORT, file("userkey"), file("known_hosts"));
    }

    /** As root's is where the system was installed without a password for it: shadow(5). */
    private static boolean isLocked(String user) {
        try (Stream<String> accounts = Files.lines(SHADOW)) {
            return accounts.anyMatch(line -> line.startsWith(user + ":!"));
        } catch (IOException | UncheckedIOException e) {
            return false;
        }
    }

    private void makeKey(String name) {
        SystemProgram.run(
                ("ssh-keygen -q -t ed25519 -N  -C losslab -f " + file(name)).split(" ", -1));
    }

    private String logOf(String namespace) {
        Path log = file("sshd-" + namespace + ".log");
        return Files.exists(log) ? read(log).strip() : "none";
    }

    private Path file(String name) {
        return directory.resolve(name);
    }

    private static void pause() {
        try {
            TimeUnit.MILLISECONDS.sleep(20);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new LabException("interrupted while waiting for an SSH server", e);
        }
    }

    private static void write(Path file, List<String> lines) {
        try {
            Files.write(file, lines);
        } catch (IOException e) {
            throw new LabException("%s cannot be written: %s".formatted(file, e.getMessage()), e);
        }
    }

    private static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new LabException("cannot read %s: %s".formatted(file, e.getMessage()), e);
        }
    }
}
