package io.losslab.devices.ssh;

import io.losslab.api.process.DaemonThreads;
import io.losslab.api.rpc.DeviceAddress;
import io.losslab.devices.failure.CommandFailure;
import io.losslab.driver.Passage;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import net.schmizz.sshj.connection.channel.direct.DirectConnection;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A loopback port of this machine that leads, through SSH, to one that only the host itself can
 * reach: so a service needs no protection of its own. A connection through it ends with the SSH
 * connection; the next one goes through a new one, and waits for an SSH server that was reached
 * before.
 */
public final class Tunnel implements Passage, AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Tunnel.class);
    private static final int BACKLOG = 16;
    private static final int CHUNK_BYTES = 1 << 15;

    private final HostConnection host;
    private final String address;
    private final int remotePort;
    private final ServerSocket entry;
    private final ExecutorService pumps;
    private volatile Optional<Trouble> trouble = Optional.empty();

    private Tunnel(HostConnection host, String address, int remotePort, ServerSocket entry) {
        this.host = host;
        this.address = address;
        this.remotePort = remotePort;
        this.entry = entry;
        this.pumps = Executors.newCachedThreadPool(DaemonThreads.named("tunnel-" + host.device()));
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

    @Override
    public DeviceAddress entry() {
        return new DeviceAddress(entry.getInetAddress().getHostAddress(), entry.getLocalPort());
    }

    @Override
    public Optional<Trouble> trouble() {
        return trouble;
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
        try (socket) {
            Optional<DirectConnection> way = way();
            if (way.isPresent()) {
                carry(socket, way.get());
            }
        } catch (IOException e) {
            LOG.debug("{}: a connection through the tunnel ended", host.device(), e);
        }
    }

    private void carry(Socket socket, DirectConnection way) throws IOException {
        try (way) {
            socket.setTcpNoDelay(true);
            pumps.execute(
                    () -> {
                        pump(way::getInputStream, socket::getOutputStream);
                        quietly(socket);
                    });
            pump(socket::getInputStream, way::getOutputStream);
        }
    }

    /** A way to the far port; empty where there is none, which is remembered. */
    private Optional<DirectConnection> way() {
        try {
            DirectConnection way = host.direct(address, remotePort, this::close);
            trouble = Optional.empty();
            return Optional.of(way);
        } catch (CommandFailure e) {
            close(e);
            return Optional.empty();
        }
    }

    private void close(CommandFailure failure) {
        String ofHost = host.device() + ": ";
        String problem = failure.getMessage();
        if (problem.startsWith(ofHost)) {
            problem = problem.substring(ofHost.length());
        }
        trouble = Optional.of(new Trouble(problem, failure.advice()));
        LOG.warn("{}: no way to {}:{}: {}", host.device(), address, remotePort, problem);
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
