package io.losslab.orchestrator.faults;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketException;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** A port of loopback that leads to another one, and whose connections can be cut. */
final class CuttableLink implements AutoCloseable {
    private final ServerSocket entry;
    private final Set<Socket> open = ConcurrentHashMap.newKeySet();
    private volatile int target;

    CuttableLink() throws IOException {
        entry = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        daemon(this::accept);
    }

    int port() {
        return entry.getLocalPort();
    }

    /** From now on, connections lead to a port. */
    void leadTo(int port) {
        target = port;
    }

    /** Ends all connections without a word; new ones are taken. */
    void cut() throws IOException {
        for (Socket socket : Set.copyOf(open)) {
            open.remove(socket);
            try {
                socket.setSoLinger(true, 0);
                socket.close();
            } catch (SocketException e) {
                // It has been closed already.
            }
        }
    }

    private void accept() {
        while (!entry.isClosed()) {
            try {
                Socket near = entry.accept();
                open.add(near);
                daemon(() -> carry(near));
            } catch (IOException e) {
                return;
            }
        }
    }

    private void carry(Socket near) {
        try (near;
                Socket far = new Socket(InetAddress.getLoopbackAddress(), target)) {
            near.setTcpNoDelay(true);
            far.setTcpNoDelay(true);
            open.add(far);
            daemon(() -> pump(far, near));
            pump(near, far);
        } catch (IOException e) {
            // Nothing listens there.
        }
    }

    private static void pump(Socket from, Socket to) {
        try (from;
                to) {
            from.getInputStream().transferTo(to.getOutputStream());
        } catch (IOException e) {
            // It was cut, or an end was closed.
        }
    }

    private static void daemon(Runnable task) {
        Thread thread = new Thread(task, "cuttable-link");
        thread.setDaemon(true);
        thread.start();
    }

    @Override
    public void close() throws IOException {
        entry.close();
        cut();
    }
}
