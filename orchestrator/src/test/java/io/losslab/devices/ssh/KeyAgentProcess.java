package io.losslab.devices.ssh;

import java.io.IOException;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.concurrent.TimeUnit;

/** An ssh-agent of its own. */
final class KeyAgentProcess implements AutoCloseable {
    private final Path socket;
    private final Process process;

    private KeyAgentProcess(Path socket, Process process) {
        this.socket = socket;
        this.process = process;
    }

    static KeyAgentProcess start(Path socket) throws IOException, InterruptedException {
        Process process =
                new ProcessBuilder("ssh-agent", "-D", "-a", socket.toString())
                        .redirectErrorStream(true)
                        .start();
        while (!isListening(socket)) {
            if (!process.isAlive()) {
                throw new IOException("ssh-agent ended");
            }
            TimeUnit.MILLISECONDS.sleep(5);
        }
        return new KeyAgentProcess(socket, process);
    }

    /** The socket is there a moment before the agent listens at it. */
    private static boolean isListening(Path socket) {
        try (SocketChannel probe = SocketChannel.open(UnixDomainSocketAddress.of(socket))) {
            return probe.isConnected();
        } catch (IOException e) {
            return false;
        }
    }

    KeyAgent agent() {
        return new KeyAgent(socket);
    }

    void add(Path key) throws IOException, InterruptedException {
        Files.setPosixFilePermissions(key, PosixFilePermissions.fromString("rw-------"));
        ProcessBuilder builder = new ProcessBuilder("ssh-add", "-q", key.toString());
        builder.environment().put("SSH_AUTH_SOCK", socket.toString());
        if (builder.inheritIO().start().waitFor() != 0) {
            throw new IOException("ssh-add failed");
        }
    }

    @Override
    public void close() {
        process.destroy();
        process.onExit().join();
    }
}
