package io.losslab.driver;

import io.grpc.ConnectivityState;
import io.grpc.ManagedChannel;
import io.losslab.api.rpc.DeviceAddress;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;

/**
 * The connection of a channel: made, waited for, and tried again. Ends are of {@link
 * System#nanoTime}. Thread-safe.
 */
record Connection(ManagedChannel channel, DeviceAddress address) {
    /** Before a call that could not connect is tried again: 0.1 s, 0.2 s and 0.4 s on average. */
    private static final BackOff CONNECTING = new BackOff(133, 533, 3);

    /** Whether it stands at present. */
    boolean stands() {
        return channel.getState(false) == ConnectivityState.READY;
    }

    /**
     * Makes the connection, so that a call is not sent where it fails: the entry of a passage takes
     * connections that lead nowhere.
     *
     * @return whether it stands by the end
     */
    boolean isMade(long end) {
        for (int attempt = 0; ; attempt++) {
            if (channel.getState(false) == ConnectivityState.TRANSIENT_FAILURE) {
                // Otherwise this state stays until a connection stands.
                channel.enterIdle();
            }
            if (connected(end - System.nanoTime()) == ConnectivityState.READY) {
                return true;
            }
            if (!restAfter(attempt, end)) {
                return false;
            }
        }
    }

    /** The state of the connection once it stands or has failed, or when patience ends. */
    private ConnectivityState connected(long patienceNanos) {
        return awaitState(
                at -> at == ConnectivityState.READY || at == ConnectivityState.TRANSIENT_FAILURE,
                patienceNanos);
    }

    /**
     * Pauses before a call that could not connect is tried again; false where it was tried often
     * enough, the time is up, or the thread interrupted.
     *
     * @param attempt from 0
     */
    static boolean restAfter(int attempt, long end) {
        if (attempt == CONNECTING.attempts()) {
            return false;
        }
        long pause = CONNECTING.delayMillis(attempt, ThreadLocalRandom.current());
        if (System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(pause) > end) {
            return false;
        }
        try {
            TimeUnit.MILLISECONDS.sleep(pause);
            return true;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    /** Has the next call connect anew; a device that listens has until the end to take it. */
    void renew(long end) {
        channel.resetConnectBackoff();
        if (isListening(end - System.nanoTime())) {
            awaitState(ConnectivityState.READY::equals, end - System.nanoTime());
        }
    }

    /** Whether connections are accepted at the address, as the kernel sees it. */
    private boolean isListening(long patienceNanos) {
        int millis = (int) Math.max(1, Math.min(Integer.MAX_VALUE, patienceNanos / 1_000_000));
        try (Socket probe = new Socket()) {
            probe.connect(new InetSocketAddress(address.host(), address.port()), millis);
            return true;
        } catch (IOException e) {
            return false;
        }
    }

    /** Waits for a state of the connection, which is made if there is none; the last one seen. */
    private ConnectivityState awaitState(Predicate<ConnectivityState> wanted, long patienceNanos) {
        long end = System.nanoTime() + patienceNanos;
        ConnectivityState state = channel.getState(true);
        while (!wanted.test(state)) {
            CountDownLatch changed = new CountDownLatch(1);
            channel.notifyWhenStateChanged(state, changed::countDown);
            try {
                if (!changed.await(end - System.nanoTime(), TimeUnit.NANOSECONDS)) {
                    return state;
                }
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                return state;
            }
            state = channel.getState(true);
        }
        return state;
    }

    /** Ends it; calls under way are cancelled. */
    void close() {
        channel.shutdownNow();
        try {
            channel.awaitTermination(2, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
