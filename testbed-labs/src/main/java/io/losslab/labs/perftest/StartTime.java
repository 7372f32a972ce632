package io.losslab.labs.perftest;

import io.losslab.devices.failure.CommandFailure;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;

/**
 * The moment that all hosts count from, each by its own clock: the clocks must be kept at the same
 * time by something, and are compared with each other over SSH besides.
 *
 * @param zeroNanos the moment, in nanoseconds of Unix time
 */
record StartTime(long zeroNanos) {
    /** Clocks that are kept at the time may differ by so much more than can be told over SSH. */
    private static final long TOLERANCE_NANOS = 100_000_000L;

    /**
     * Chooses it.
     *
     * @param clients hosts that wait for it, by name
     * @param untilZeroNanos from now
     */
    static StartTime in(long untilZeroNanos, Map<String, HostFacts> clients) {
        // Any of them: they agree.
        HostFacts one = clients.values().iterator().next();
        return new StartTime(HostFacts.wallNanos() + untilZeroNanos + one.aheadNanos());
    }

    /**
     * Makes sure that hosts agree about the time.
     *
     * @param clients hosts that are to start together, by name
     * @return what users should know; nothing where all is well
     * @throws CommandFailure where several hosts have no common time
     */
    static List<String> check(Map<String, HostFacts> clients) {
        List<String> free = new ArrayList<>();
        clients.forEach(
                (name, host) -> {
                    if (!host.clock().disciplined()) {
                        free.add(name);
                    }
                });
        if (free.isEmpty() || clients.size() == 1) {
            requireAgreement(clients);
            return free.isEmpty()
                    ? List.of()
                    : List.of(
                            "the clock of %s is free-running; start times are by that clock"
                                    .formatted(free.get(0)));
        }
        throw CommandFailure.ofDevice(
                "%s: no time source keeps the clock, so that perftest on %d hosts cannot start at one time"
                        .formatted(String.join(", ", free), clients.size()),
                "run chronyd there (Debian: apt-get install chrony), or ptp4l with phc2sys");
    }

    private static void requireAgreement(Map<String, HostFacts> clients) {
        Map.Entry<String, HostFacts> one = clients.entrySet().iterator().next();
        for (Map.Entry<String, HostFacts> other : clients.entrySet()) {
            long apart = Math.abs(other.getValue().aheadNanos() - one.getValue().aheadNanos());
            long most = TOLERANCE_NANOS + error(one.getValue()) + error(other.getValue());
            if (apart > most) {
                throw CommandFailure.ofDevice(
                        "the clocks of %s and %s differ by %.3f s, though %s and %s keep them"
                                .formatted(
                                        one.getKey(),
                                        other.getKey(),
                                        apart / 1e9,
                                        one.getValue().clock().source(),
                                        other.getValue().clock().source()),
                        "let both hosts take the time from the same servers");
            }
        }
    }

    /** Of a comparison over SSH, and of the clock itself. */
    private static long error(HostFacts host) {
        return host.aheadErrorNanos() + host.clock().errorNanos().orElse(0);
    }

    /** The most by which one of some clocks can be off; empty where one does not tell. */
    static OptionalLong errorNanos(Map<String, HostFacts> clients) {
        long most = 0;
        for (HostFacts host : clients.values()) {
            if (host.clock().errorNanos().isEmpty()) {
                return OptionalLong.empty();
            }
            most = Math.max(most, host.clock().errorNanos().getAsLong());
        }
        return OptionalLong.of(most);
    }
}
