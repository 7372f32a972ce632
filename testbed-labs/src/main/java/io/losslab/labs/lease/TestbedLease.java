package io.losslab.labs.lease;

import io.losslab.api.process.Uninterrupted;
import io.losslab.devices.failure.CommandFailure;
import io.losslab.proto.v1.LeaseState;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A lease that is held: a thread renews it until it is closed. It is lost where another stands in
 * its place, or where it could not be renewed for its whole time, counted by this machine's own
 * clock. Thread safe.
 */
public final class TestbedLease implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(TestbedLease.class);
    private static final TestbedLease NONE = new TestbedLease();

    /** For a renewal that is under way when the lease is given back. */
    private static final Duration RENEWAL = Duration.ofSeconds(10);

    /** For giving it back. */
    private static final Duration CLOSING = Duration.ofSeconds(30);

    private final Optional<LeasePlace> place;
    private final String testbed;
    private final String token;
    private final LeaseTerms terms;
    private final Thread renewal;

    /** Sees the time run out even while a renewal waits for an answer. */
    private final Thread expiry;

    private final List<Runnable> actions = new ArrayList<>();
    private long validUntil;
    private RuntimeException failure;
    private CommandFailure loss;
    private boolean closed;

    private TestbedLease() {
        this.place = Optional.empty();
        this.testbed = "";
        this.token = "";
        this.terms = LeaseTerms.USUAL;
        this.renewal = new Thread();
        this.expiry = new Thread();
    }

    private TestbedLease(
            LeasePlace place, String testbed, String token, LeaseTerms terms, long validUntil) {
        this.place = Optional.of(place);
        this.testbed = testbed;
        this.token = token;
        this.terms = terms;
        this.validUntil = validUntil;
        this.renewal = new Thread(this::renewUntilClosed, "testbed-lease");
        renewal.setDaemon(true);
        this.expiry = new Thread(this::loseWhenExpired, "testbed-lease-expiry");
        expiry.setDaemon(true);
    }

    /** The lease of devices that only one process reaches: it needs none and is never lost. */
    public static TestbedLease none() {
        return NONE;
    }

    /**
     * A lease that has just been taken.
     *
     * @param place closed with it
     * @param takenAt {@link System#nanoTime} before it was taken
     */
    static TestbedLease hold(
            LeasePlace place, String testbed, String token, LeaseTerms terms, long takenAt) {
        TestbedLease lease =
                new TestbedLease(place, testbed, token, terms, takenAt + terms.limit().toNanos());
        lease.renewal.start();
        lease.expiry.start();
        return lease;
    }

    /** Why it is no longer held; empty: it is. */
    public synchronized Optional<CommandFailure> loss() {
        return Optional.ofNullable(loss);
    }

    /**
     * Makes sure that it is still held.
     *
     * @throws CommandFailure that says why it is not
     */
    public void requireHeld() {
        loss().ifPresent(
                        reason -> {
                            throw reason;
                        });
    }

    /** Does something once it is lost; at once where it is already. */
    public void whenLost(Runnable action) {
        synchronized (this) {
            if (place.isEmpty()) {
                return;
            }
            if (loss == null) {
                actions.add(action);
                return;
            }
        }
        action.run();
    }

    /** Gives it back, unless it is lost. An interrupt waits until that is done. */
    @Override
    public void close() {
        synchronized (this) {
            if (closed || place.isEmpty()) {
                return;
            }
            closed = true;
            notifyAll();
        }
        try (LeasePlace from = place.get()) {
            if (!Uninterrupted.within(CLOSING, () -> release(from))) {
                LOG.warn("the lease of testbed {} was not given back: no answer", testbed);
            }
        }
    }

    /** One that cannot be given back ends by itself. */
    private void release(LeasePlace from) {
        try {
            renewal.join(RENEWAL.toMillis());
            renewal.interrupt();
            renewal.join();
            if (loss().isEmpty()) {
                giveBack(from);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (RuntimeException e) {
            LOG.warn("the lease of testbed {} was not given back", testbed, e);
        }
    }

    private void giveBack(LeasePlace from) {
        LeaseState state = from.read();
        if (Leases.isOf(state, token)) {
            from.replace(state.getLease(), Leases.NONE);
        }
    }

    private void renewUntilClosed() {
        while (restUntilRenewal()) {
            renew(place.orElseThrow());
        }
    }

    private void renew(LeasePlace at) {
        long begun = System.nanoTime();
        try {
            LeaseState state = at.read();
            if (Leases.isOf(state, token)) {
                state = at.replace(state.getLease(), Leases.renewed(state));
            }
            if (Leases.isOf(state, token)) {
                renewed(begun);
            } else {
                lose(taken(state), null);
            }
        } catch (RuntimeException e) {
            LOG.warn("the lease of testbed {} was not renewed", testbed, e);
            lastFailure(e);
        }
    }

    private synchronized void renewed(long begun) {
        validUntil = begun + terms.limit().toNanos();
        failure = null;
        notifyAll();
    }

    private synchronized void lastFailure(RuntimeException e) {
        failure = e;
    }

    private void loseWhenExpired() {
        if (restUntilExpired()) {
            String why = failure == null ? "there was no answer" : failure.getMessage();
            lose("it could not be renewed in time: " + why, failure);
        }
    }

    /** Returns whether it expired: it was neither closed nor lost before. */
    private synchronized boolean restUntilExpired() {
        try {
            while (!closed && loss == null && validUntil - System.nanoTime() > 0) {
                wait(Math.max(1, (validUntil - System.nanoTime()) / 1_000_000));
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        return !closed && loss == null;
    }

    private static String taken(LeaseState state) {
        return state.hasLease()
                ? "it is now held by " + LeaseText.holder(state.getLease().getHolder())
                : "it was released by another user, or its place was started again";
    }

    private void lose(String why, RuntimeException cause) {
        List<Runnable> waiting;
        synchronized (this) {
            if (closed || loss != null) {
                return;
            }
            loss =
                    CommandFailure.failed(
                            "the lease of testbed %s was lost: %s".formatted(testbed, why),
                            "ask who uses the testbed before running 'losslab cleanup'",
                            cause);
            waiting = List.copyOf(actions);
            notifyAll();
        }
        LOG.error(loss.getMessage());
        waiting.forEach(Runnable::run);
    }

    /** Returns whether it is to be renewed: it is neither closed nor lost. */
    private synchronized boolean restUntilRenewal() {
        long end = System.nanoTime() + terms.renewal().toNanos();
        long left = end - System.nanoTime();
        try {
            while (!closed && loss == null && left > 0) {
                wait(Math.max(1, left / 1_000_000));
                left = end - System.nanoTime();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
        return !closed && loss == null;
    }
}
