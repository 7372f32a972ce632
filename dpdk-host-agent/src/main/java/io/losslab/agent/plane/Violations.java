package io.losslab.agent.plane;

import java.util.ArrayList;
import java.util.List;

/**
 * What schemes found broken: each cause of a port once, and so many causes at most, since those
 * that name what is in a frame are as many as senders like. Not thread safe.
 */
public final class Violations {
    /** Causes that are kept; one more says that there were others. */
    static final int MOST = 100;

    private final List<Violation> all = new ArrayList<>();

    /** How many of them were taken. */
    private int taken;

    /**
     * One of them.
     *
     * @param nanos when it was found first, by the device's clock
     * @param port where
     * @param cause text for users
     */
    public record Violation(long nanos, int port, String cause) {
        private boolean is(int otherPort, String otherCause) {
            return port == otherPort && cause.equals(otherCause);
        }
    }

    void add(long nowNanos, int port, String cause) {
        if (all.size() > MOST || all.stream().anyMatch(each -> each.is(port, cause))) {
            return;
        }
        String kept = all.size() == MOST ? "further causes are not listed" : cause;
        all.add(new Violation(nowNanos, port, kept));
    }

    /** Those that were not taken before, in order of time. */
    public List<Violation> take() {
        List<Violation> fresh = List.copyOf(all.subList(taken, all.size()));
        taken = all.size();
        return fresh;
    }

    /** All of them: {@code port 1: cause}. */
    public List<String> texts() {
        return all.stream().map(each -> "port " + each.port() + ": " + each.cause()).toList();
    }

    /** Forgets all of them. */
    public void clear() {
        all.clear();
        taken = 0;
    }
}
