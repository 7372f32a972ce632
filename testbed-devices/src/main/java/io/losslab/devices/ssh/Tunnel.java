package io.losslab.devices.ssh;

import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import net.schmizz.sshj.connection.channel.direct.DirectConnection;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A loopback port of this machine that leads, through SSH, to one that only the host itself can
 * reach: so an agent's service needs no protection of its own. A connection through it ends with
 * the SSH connection; the next one goes through a new one.
 */
public final class Tunnel implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Tunnel.class);
    private static final int BACKLOG = 16;
    private static final int CHUNK_BYTES = 1 << 15;

    private final HostConnection host;
    private final String address;
    private final int remotePort;
    private final ServerSocket entry;
    private final ExecutorService pumps;

    private Tunnel(HostConnection host, String address, int remotePort, ServerSocket entry) {
        this.host = host;
        this.address = address;
        this.remotePort = remotePort;
        this.entry = entry;
        this.pumps =
                Executors.newCachedThreadPool(
                        task -> {
                            Thread thread = new Thread(task, "tunnel-" + host.device());
                            thread.setDaemon(true);
                            return thread;
                        });
    }

    /**
     * Opens one.
     *
     * @param address as the host sees it
     * @param remotePort as the host sees it
     * @throws IOException where no loopback port is free
     */
    public static Tunnel open(HostConnection host, String address, int remotePort)
            throws IOException {
        Tunnel tunnel =
                new Tunnel(
                        host,
                        address,
                        remotePort,
                        new ServerSocket(0, BACKLOG, InetAddress.getLoopbackAddress()));
        tunnel.pumps.execute(tunnel::accept);
        return tunnel;
    }

    /** The loopback port. */
    public int port() {
        return entry.getLocalPort();
    }

    @Override
    public void close() {
        quietly(entry);
        pumps.shutdownNow();
    }

    private void accept() {
        while (!entry.isClosed()) {
            try {
                Socket socket = entry.accept();
                pumps.execute(() -> carry(socket));
            } catch (IOException e) {
                LOG.debug("{}: tunnel closed", host.device());
                return;
            }
        }
    }

    private void carry(Socket socket) {
        try (socket;
                DirectConnection far = host.direct(address, remotePort)) {
            socket.setTcpNoDelay(true);
            pumps.execute(
                    () -> {
                        pump(far::getInputStream, socket::getOutputStream);
                        quietly(socket);
                    });
            pump(socket::getInputStream, far::getOutputStream);
        } catch (IOException e) {
            if (!entry.isClosed()) {
                LOG.warn(
                        "{}: the tunnel to {}:{} failed: {}",
                        host.device(),
                        address,
                        remotePort,
                        e.toString());
            }
        }
    }

    /** One end of a connection. */
    @FunctionalInterface
    private interface End<T> {
        T open() throws IOException;
    }

    private void pump(End<InputStream> from, End<OutputStream> to) {
        byte[] chunk = new byte[CHUNK_BYTES];
        try {
            InputStream in = from.open();
            OutputStream out = to.open();
            for (int n = in.read(chunk); n >= 0; n = in.read(chunk)) {
                out.write(chunk, 0, n);
                out.flush();
            }
        } catch (IOException e) {
            LOG.debug("{}: a connection through the tunnel ended", host.device(), e);
        }
    }

    private static void quietly(Closeable end) {
        try {
            end.close();
        } catch (IOException e) {
            LOG.debug("an end of a tunnel did not close cleanly", e);
        }
    }
}
