package io.losslab.services.p4runtime;

import io.losslab.proto.p4.v1.DigestEntry;
import io.losslab.proto.p4.v1.DigestList;
import io.losslab.proto.p4.v1.P4Data;
import io.losslab.proto.p4.v1.StreamMessageResponse;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * One digest of a device: gathers what is new into lists, by the controller's settings, and does
 * not repeat what waits for an acknowledgement. Times are the device's. Source: P4Runtime
 * specification 1.5, "DigestEntry". Thread-safe; never waits for another lock than a stream's.
 */
final class DigestLists {
    private static final int MOST_IN_LIST = 1_000;

    private record Sent(long timeNanos, Set<P4Data> data) {}

    private final int digestId;
    private final Map<Long, Sent> unacknowledged = new LinkedHashMap<>();
    private final Set<P4Data> buffer = new LinkedHashSet<>();
    private Optional<DigestEntry.Config> config = Optional.empty();
    private long firstNanos;
    private long lastListId;

    DigestLists(int digestId) {
        this.digestId = digestId;
    }

    /** Takes the controller's settings; empty where the digest is off. */
    synchronized void follow(Optional<DigestEntry.Config> settings) {
        config = settings;
        if (config.isEmpty()) {
            buffer.clear();
            unacknowledged.clear();
        }
    }

    /** Whether the controller has turned the digest on. */
    synchronized boolean isOn() {
        return config.isPresent();
    }

    /** How old a list may get; 0 where each digest is sent at once, or none is. */
    synchronized long timeoutNanos() {
        return config.map(DigestEntry.Config::getMaxTimeoutNs).orElse(0L);
    }

    synchronized void acknowledge(long listId) {
        unacknowledged.remove(listId);
    }

    /** Takes what the plane reports. */
    synchronized void add(long timeNanos, P4Data data, Audience receivers) {
        if (config.isEmpty()) {
            return;
        }
        expire(timeNanos);
        if (isUnacknowledged(data)) {
            return;
        }
        if (!buffer.isEmpty() && timeNanos - firstNanos >= config.get().getMaxTimeoutNs()) {
            flush(timeNanos, receivers);
        }
        if (buffer.isEmpty()) {
            firstNanos = timeNanos;
        }
        buffer.add(data);
        int most = config.get().getMaxListSize();
        boolean full = buffer.size() >= (most == 0 ? MOST_IN_LIST : most);
        if (full || config.get().getMaxTimeoutNs() == 0) {
            flush(timeNanos, receivers);
        }
    }

    /** Sends what has gathered if it would be too old at a later time. */
    synchronized void flushDue(long timeNanos, long laterNanos, Audience receivers) {
        if (laterNanos - firstNanos > timeoutNanos()) {
            flush(timeNanos, receivers);
        }
    }

    /** Sends what has gathered. */
    synchronized void flush(long timeNanos, Audience receivers) {
        if (buffer.isEmpty()) {
            return;
        }
        DigestList.Builder list =
                DigestList.newBuilder()
                        .setDigestId(digestId)
                        .setListId(lastListId + 1)
                        .addAllData(buffer)
                        .setTimestamp(timeNanos);
        boolean sent = receivers.offer(StreamMessageResponse.newBuilder().setDigest(list).build());
        if (sent) {
            lastListId++;
        }
        if (sent && config.get().getAckTimeoutNs() > 0) {
            unacknowledged.put(lastListId, new Sent(timeNanos, new HashSet<>(buffer)));
        }
        buffer.clear();
    }

    private void expire(long timeNanos) {
        long timeout = config.map(DigestEntry.Config::getAckTimeoutNs).orElse(0L);
        unacknowledged.values().removeIf(sent -> timeNanos - sent.timeNanos() >= timeout);
    }

    private boolean isUnacknowledged(P4Data data) {
        return unacknowledged.values().stream().anyMatch(sent -> sent.data().contains(data));
    }
}
