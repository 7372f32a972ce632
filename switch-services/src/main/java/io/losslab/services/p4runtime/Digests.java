package io.losslab.services.p4runtime;

import io.losslab.proto.p4.config.v1.Digest;
import io.losslab.proto.p4.v1.P4Data;
import io.losslab.services.p4runtime.forwarding.ForwardingProgram;
import io.losslab.services.p4runtime.forwarding.Pipeline;
import io.losslab.services.p4runtime.program.DataType;
import java.math.BigInteger;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * The digests of the program in force, and the pauses that the forwarding program reports as one.
 * Thread-safe: the plane's thread adds, gRPC's threads follow the program and acknowledge.
 */
final class Digests {
    private record Sent(int id, DataType type, DigestLists lists) {}

    /** A list may be late by so much where less than it is asked for. */
    private static final long SHORTEST_REMINDER_NANOS = 1_000;

    /** Lists that may be older are sent early. */
    private static final long LONGEST_REMINDER_NANOS = 3_600_000_000_000L;

    private final Audience receivers;
    private volatile Map<String, Sent> byName = Map.of();
    private volatile Optional<String> pauses = Optional.empty();
    private volatile long reminderNanos;

    Digests(Audience receivers) {
        this.receivers = receivers;
    }

    /** Takes the program in force, or that there is none. Lists of a digest that stays go on. */
    void follow(Optional<Pipeline> inForce) {
        Map<String, Sent> next = new HashMap<>();
        inForce.ifPresent(
                pipeline -> {
                    for (Digest digest : pipeline.program().digests()) {
                        Sent sent = sent(digest, pipeline);
                        sent.lists().follow(pipeline.digestConfig(sent.id()));
                        next.put(digest.getPreamble().getName(), sent);
                    }
                });
        pauses = inForce.flatMap(Pipeline::pauseEvents).map(it -> it.getPreamble().getName());
        byName = next;
        reminderNanos =
                next.values().stream()
                        .mapToLong(it -> it.lists().timeoutNanos())
                        .filter(timeout -> timeout > 0)
                        .map(Digests::bounded)
                        .min()
                        .orElse(0);
    }

    private static long bounded(long timeoutNanos) {
        return Math.max(SHORTEST_REMINDER_NANOS, Math.min(LONGEST_REMINDER_NANOS, timeoutNanos));
    }

    /** How often {@link #flushDue} has to come so that no list gets too old; 0: never. */
    long reminderNanos() {
        return reminderNanos;
    }

    void acknowledge(int digestId, long listId) {
        byName.values().stream()
                .filter(it -> it.id() == digestId)
                .forEach(it -> it.lists().acknowledge(listId));
    }

    /** A queue was paused or may send again. */
    void addPause(long timeNanos, int port, int queue, boolean paused) {
        Sent sent = pauses.map(byName::get).orElse(null);
        add(timeNanos, sent, () -> ForwardingProgram.pauseEvent(port, queue, paused));
    }

    /** The program reports what fields hold. */
    void add(long timeNanos, String name, List<BigInteger> fields) {
        Sent sent = byName.get(name);
        add(timeNanos, sent, () -> sent.type().assemble(fields.iterator()));
    }

    /** Sends what would be too old when this is called next. */
    void flushDue(long timeNanos) {
        long next = timeNanos + reminderNanos;
        byName.values().forEach(it -> it.lists().flushDue(timeNanos, next, receivers));
    }

    /** Sends what has gathered. */
    void flush(long timeNanos) {
        byName.values().forEach(it -> it.lists().flush(timeNanos, receivers));
    }

    /** Most digests are off: their data are not made. */
    private void add(long timeNanos, Sent sent, Supplier<P4Data> data) {
        if (sent != null && sent.lists().isOn()) {
            sent.lists().add(timeNanos, data.get(), receivers);
        }
    }

    private Sent sent(Digest digest, Pipeline pipeline) {
        Sent before = byName.get(digest.getPreamble().getName());
        int id = digest.getPreamble().getId();
        DigestLists lists =
                before != null && before.id() == id ? before.lists() : new DigestLists(id);
        return new Sent(id, pipeline.program().typeOf(digest), lists);
    }
}
