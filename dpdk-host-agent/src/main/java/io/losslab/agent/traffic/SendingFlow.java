package io.losslab.agent.traffic;

import io.losslab.agent.frame.RoceWriter;
import io.losslab.api.frame.RoceFrame;
import io.losslab.api.traffic.FlowSpec;

/**
 * The sending half of a queue pair: what was posted, written and acknowledged, and the packet that
 * comes next. Sequence numbers count packets from 0. Data thread; allocates nothing per packet.
 */
final class SendingFlow {
    final int index;
    final FlowSpec spec;
    final boolean answers;
    final MessageSpace messages;
    final int priority;
    final Opening opening;
    final long timeoutNanos;
    private final RoceWriter writer;
    private final int mtuBytes;
    private final int ackEvery;

    /** Post times of the messages that are not logged yet, by number modulo length. */
    private final long[] postNanos;

    /** Time from which the spec's times count. */
    long originNanos;

    /** No message is posted at or after it. */
    long stopNanos;

    long messagesPosted;
    long messagesDone;
    long messagesLogged;

    /** In the list of those that have something to write. */
    boolean active;

    boolean closed;

    private long next;
    private long highest;
    private long posted;
    private long acked;
    private long messageStart;
    private long messageEnd;
    private long message;
    private int lastPayloadBytes;
    private int resent;

    boolean timerSet;
    private long ackedAtTimer;

    SendingFlow(
            int index,
            FlowSpec spec,
            boolean answers,
            int priority,
            Opening opening,
            RoceWriter writer,
            TransportSettings settings) {
        this.index = index;
        this.spec = spec;
        this.answers = answers;
        this.priority = priority;
        this.opening = opening;
        this.writer = writer;
        mtuBytes = settings.mtuBytes();
        ackEvery = settings.ackEveryPackets();
        timeoutNanos = settings.recovery().retransmitTimeoutNanos();
        messages = new MessageSpace(spec, mtuBytes);
        stopNanos = spec.stopNanos();
        boolean scheduled = spec.pattern() == FlowSpec.Pattern.SCHEDULED;
        postNanos = new long[scheduled ? Math.max(1, spec.schedule().size()) : spec.txDepth()];
    }

    // ---- messages

    /** The application posts its next message. */
    void post(long nowNanos) {
        postNanos[(int) (messagesPosted % postNanos.length)] = nowNanos;
        posted = messages.end(messagesPosted);
        messagesPosted++;
    }

    long postNanos(long ofMessage) {
        return postNanos[(int) (ofMessage % postNanos.length)];
    }

    /** Whether nothing is to come after so many completed messages. */
    boolean isComplete(long completed, long nowNanos) {
        return completed == messages.count()
                || nowNanos >= stopNanos && completed == messagesPosted;
    }

    /** Packets sent again since the last call. */
    int takeResent() {
        int packets = resent;
        resent = 0;
        return packets;
    }

    // ---- packets

    /** Packets that were posted and not written. */
    long waiting() {
        return posted - next;
    }

    /** Packets that were written and not acknowledged. */
    long inFlight() {
        return next - acked;
    }

    /**
     * Writes the next packet.
     *
     * @return frame bytes without FCS
     */
    int writeNext(long frame, long nowNanos) {
        if (next == messageEnd || next == 0) {
            enter(next);
        }
        long sequence = next++;
        highest = Math.max(highest, next);
        boolean first = sequence == messageStart;
        boolean last = sequence + 1 == messageEnd;
        return writer.writeData(
                frame,
                sequence,
                last ? lastPayloadBytes : mtuBytes,
                first,
                last,
                last || (next - messageStart) % ackEvery == 0,
                messages.bytes(message),
                first ? remoteAddress() : 0,
                nowNanos);
    }

    /** Takes the last packets back that were written: nobody took them. */
    void unwrite(int packets) {
        moveTo(next - packets);
    }

    /** Whether the receiver's acknowledgement can be: not of what was never written. */
    boolean wasWritten(long sequence) {
        return sequence <= highest;
    }

    long acked() {
        return acked;
    }

    /** All packets below a sequence number have arrived; whether that is news. */
    boolean acknowledge(long sequence) {
        if (sequence <= acked) {
            return false;
        }
        acked = sequence;
        if (sequence > next) {
            // What a rewind would have sent again has arrived after all.
            moveTo(sequence);
        }
        return true;
    }

    /** Goes back to a packet; how many are written again. */
    long rewindTo(long sequence) {
        long again = next - sequence;
        if (again <= 0) {
            return 0;
        }
        resent += (int) again;
        moveTo(sequence);
        return again;
    }

    // ---- timer

    void onTimerSet() {
        timerSet = true;
        ackedAtTimer = acked;
    }

    boolean hasProgressedSinceTimer() {
        return acked != ackedAtTimer;
    }

    private long remoteAddress() {
        boolean asks = spec.pattern() == FlowSpec.Pattern.LATENCY && !answers;
        return RemoteAddress.of(message, asks, message + 1 == messages.count());
    }

    private void moveTo(long sequence) {
        next = sequence;
        if (sequence < posted) {
            enter(sequence);
        } else {
            messageEnd = sequence;
        }
    }

    /** Makes the message that a sequence number lies in the current one. */
    private void enter(long sequence) {
        message = messages.messageAt(sequence);
        messageEnd = messages.end(message);
        long packets = messages.packets(message);
        messageStart = messageEnd - packets;
        lastPayloadBytes = (int) (messages.bytes(message) - (packets - 1) * mtuBytes);
    }

    /** Longest frame it writes, with FCS. */
    int longestFrameBytes() {
        return RoceFrame.maxFrameBytes(mtuBytes);
    }
}
