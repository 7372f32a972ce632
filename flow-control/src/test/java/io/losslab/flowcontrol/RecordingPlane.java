package io.losslab.flowcontrol;

import io.losslab.flowcontrol.pfc.PauseFrame;
import java.util.ArrayList;
import java.util.List;
import java.util.PriorityQueue;

/**
 * A device of one port for tests: keeps what a scheme did, and lets the test set what it sees. Time
 * passes only in {@link #advanceTo}.
 */
public final class RecordingPlane implements DataPlane {
    /** MAC address of its port. */
    public static final long MAC = 0x02_00_00_00_01_03L;

    /** A control frame that was sent. */
    public record Sent(long atNanos, int port, int priorities, int quanta) {}

    /** A pause or, with {@code untilNanos} 0, a resume of an egress priority. */
    public record EgressChange(int port, int priority, long untilNanos) {}

    private record Timer(long atNanos, int number) {}

    private final LinkProfile link;
    private final List<Sent> sent = new ArrayList<>();
    private final List<EgressChange> egressChanges = new ArrayList<>();
    private final List<String> violations = new ArrayList<>();
    private final PriorityQueue<Timer> timers =
            new PriorityQueue<>((a, b) -> Long.compare(a.atNanos, b.atNanos));
    private final long[] headroomBytes = new long[8];
    private long nowNanos;
    private long ingressBytes;
    private long receivedBytes;
    private long freeSharedBytes;

    public RecordingPlane(LinkProfile link) {
        this.link = link;
    }

    /** Lets time pass while no timer is set. */
    public void advanceTo(long nanos) {
        if (!timers.isEmpty()) {
            throw new IllegalStateException("a timer is set; say whose");
        }
        nowNanos = nanos;
    }

    /** Fires the scheme's timers that are due by then. */
    public void advanceTo(long nanos, Scheme scheme) {
        while (!timers.isEmpty() && timers.peek().atNanos <= nanos) {
            Timer timer = timers.poll();
            nowNanos = timer.atNanos;
            scheme.onTimer(timer.number);
        }
        nowNanos = nanos;
    }

    public void setIngressBytes(long bytes) {
        ingressBytes = bytes;
    }

    public void receive(long bytes) {
        receivedBytes += bytes;
    }

    public void setFreeSharedBytes(long bytes) {
        freeSharedBytes = bytes;
    }

    public void setHeadroomBytes(int priority, long bytes) {
        headroomBytes[priority] = bytes;
    }

    /** Control frames sent since the last call. */
    public List<Sent> drainSent() {
        List<Sent> drained = List.copyOf(sent);
        sent.clear();
        return drained;
    }

    /** Pauses and resumes since the last call. */
    public List<EgressChange> drainEgressChanges() {
        List<EgressChange> drained = List.copyOf(egressChanges);
        egressChanges.clear();
        return drained;
    }

    public List<String> violations() {
        return List.copyOf(violations);
    }

    @Override
    public long nowNanos() {
        return nowNanos;
    }

    @Override
    public LinkProfile link(int port) {
        return link;
    }

    @Override
    public long mac(int port) {
        return MAC;
    }

    @Override
    public long ingressBytes(int port) {
        return ingressBytes;
    }

    @Override
    public long receivedBytes(int port) {
        return receivedBytes;
    }

    @Override
    public long freeSharedBytes() {
        return freeSharedBytes;
    }

    @Override
    public long headroomBytes(int port, int priority) {
        return headroomBytes[priority];
    }

    @Override
    public void pause(int port, int priority, long untilNanos) {
        egressChanges.add(new EgressChange(port, priority, untilNanos));
    }

    @Override
    public void resume(int port, int priority) {
        egressChanges.add(new EgressChange(port, priority, 0));
    }

    @Override
    public void sendControl(int port, byte[] frame, int offset, int length) {
        if (length != PauseFrame.LENGTH_BYTES || !PauseFrame.matches(frame, offset)) {
            throw new AssertionError("not a pause frame");
        }
        int priorities = PauseFrame.priorities(frame, offset);
        int first = Integer.numberOfTrailingZeros(priorities);
        sent.add(new Sent(nowNanos, port, priorities, PauseFrame.quanta(frame, offset, first)));
    }

    @Override
    public void setTimer(int timer, long atNanos) {
        timers.add(new Timer(atNanos, timer));
    }

    @Override
    public void reportViolation(int port, String cause) {
        violations.add(cause);
    }
}
