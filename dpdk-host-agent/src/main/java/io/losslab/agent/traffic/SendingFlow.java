package io.losslab.agent.traffic;

import io.losslab.agent.dpdk.Burst;
import io.losslab.agent.plane.OwnFlows;
import io.losslab.api.frame.RoceFrame;
import io.losslab.api.traffic.FlowSpec;
import io.losslab.roce.frame.RoceWriter;
import io.losslab.roce.host.MessageSpace;
import io.losslab.roce.host.PostedMessages;
import io.losslab.roce.host.TransportSettings;
import io.losslab.roce.recovery.GoBackN;
import io.losslab.roce.recovery.HoleSender;
import io.losslab.roce.recovery.Irn;

/**
 * The sending half of a queue pair: what was posted, written and acknowledged, and the packet that
 * comes next. Sequence numbers count packets from 0. Data thread; allocates nothing per packet.
 */
final class SendingFlow {
    private static final long PICOS_PER_NANO = 1000;

    final int index;
    final FlowSpec spec;
    final boolean answers;
    private final int destinationIpv4;
    final PostedMessages messages;
    private final MessageSpace space;

    /** At the device, of its 5-tuple; queue pairs with the same share it. */
    final int number;

    /** Where its packets wait; once it is closed, perhaps another flow's. */
    final int port;

    final int source;

    /** Its congestion control; null for none. */
    final Pace pace;

    private final long timeoutNanos;

    /** IRN's state; null for Go-Back-N. */
    private final HoleSender holes;

    /** IRN: the packets written last, in order. */
    private final long[] written;

    private int writtenCount;
    private long burstFrom;
    private final RoceWriter writer;
    private final int mtuBytes;
    private final int ackEvery;

    /** In the list of those that have something to write. */
    boolean active;

    boolean closed;

    /** Waits for its turn by its rate. */
    boolean paced;

    private long next;
    private long highest;
    private long highestBefore;
    private long posted;
    private long acked;
    private long messageStart;
    private long messageEnd;
    private long message;
    private int lastPayloadBytes;

    private final SendTimes sendTimes = new SendTimes();
    private long rttNanos;
    private long leastRttNanos;
    private boolean sampled;

    boolean timerSet;
    private long silentSinceNanos;

    /**
     * Makes a flow that has posted nothing.
     *
     * @param capPackets IRN: most packets in flight
     * @param stopNanos no message is posted at or after it
     * @param baseRttNanos round trip while nothing waits; 0 if that is not known
     * @param pace null without congestion control
     */
    SendingFlow(
            int index,
            FlowSpec spec,
            boolean answers,
            int destinationIpv4,
            int number,
            OwnFlows ownFlows,
            RoceWriter writer,
            TransportSettings settings,
            int capPackets,
            long stopNanos,
            long baseRttNanos,
            Pace pace) {
        this.index = index;
        leastRttNanos = baseRttNanos > 0 ? baseRttNanos : Long.MAX_VALUE;
        this.spec = spec;
        this.answers = answers;
        this.destinationIpv4 = destinationIpv4;
        this.number = number;
        port = ownFlows.port(number);
        source = ownFlows.source(number);
        this.writer = writer;
        mtuBytes = settings.mtuBytes();
        this.pace = pace;
        messages = new PostedMessages(spec, mtuBytes, stopNanos);
        space = messages.space;
        if (settings.recovery() instanceof Irn irn) {
            holes = new HoleSender(irn, (int) Math.min(capPackets, space.packets()));
            written = new long[Burst.CAPACITY];
            ackEvery = 1;
            timeoutNanos = irn.rtoLowNanos();
        } else {
            holes = null;
            written = null;
            ackEvery = settings.ackEveryPackets();
            timeoutNanos = ((GoBackN) settings.recovery()).retransmitTimeoutNanos();
        }
    }

    /** Whether what comes from there, with this UDP source port, may be about its packets. */
    boolean goesTo(int ipv4, int udpSourcePort) {
        return destinationIpv4 == ipv4 && spec.udpSourcePort() == udpSourcePort;
    }

    // ---- messages

    /** The application posted up to a sequence number. */
    void extend(long end) {
        posted = end;
    }

    // ---- packets

    /** Packets that may be written now, but for its rate; of many, some. */
    long waiting() {
        if (holes == null) {
            return posted - next;
        }
        return holes.holes(Burst.CAPACITY)
                + Math.max(0, Math.min(posted, acked + holes.capPackets()) - next);
    }

    /** Takes account of the burst that begins with the next packet. */
    void beginBurst() {
        writtenCount = 0;
        burstFrom = next;
        highestBefore = highest;
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
        if (holes == null) {
            return write(frame, nextNew(nowNanos));
        }
        long hole = holes.hole();
        if (hole >= 0) {
            enter(hole);
            holes.onHoleSent();
            sendTimes.sentAgain(hole);
            messages.addResent(1);
        }
        long sequence = hole >= 0 ? hole : nextNew(nowNanos);
        written[writtenCount++] = sequence;
        int length = write(frame, sequence);
        if (hole >= 0) {
            moveTo(next);
        }
        return length;
    }

    private long nextNew(long nowNanos) {
        if (next == acked) {
            beginSilence(nowNanos);
        }
        if (next == messageEnd || next == 0) {
            enter(next);
        }
        long sequence = next++;
        if (next > highest) {
            highest = next;
            sendTimes.sentNew(sequence, acked, nowNanos);
        } else {
            sendTimes.sentAgain(sequence);
        }
        return sequence;
    }

    private int write(long frame, long sequence) {
        boolean first = sequence == messageStart;
        boolean last = sequence + 1 == messageEnd;
        return writer.writeData(
                frame,
                sequence,
                last ? lastPayloadBytes : mtuBytes,
                first,
                last,
                last || (sequence + 1 - messageStart) % ackEvery == 0,
                space.bytes(message),
                first ? remoteAddress() : 0);
    }

    /** Takes the last packets of a burst back: they were not sent. */
    void unwrite(int packets) {
        if (holes == null) {
            moveTo(next - packets);
            highest = Math.max(highestBefore, next);
            return;
        }
        for (int i = 0; i < packets; i++) {
            long sequence = written[--writtenCount];
            if (sequence >= burstFrom) {
                moveTo(sequence);
            } else {
                holes.unsend(sequence);
                messages.addResent(-1);
            }
        }
        highest = Math.max(highestBefore, next);
    }

    /** Whether the receiver's acknowledgement can be: not of what was never written. */
    boolean wasWritten(long sequence) {
        return sequence <= highest;
    }

    long acked() {
        return acked;
    }

    /** All packets below a sequence number have arrived; whether that is news. */
    boolean acknowledge(long sequence, long nowNanos) {
        if (sequence <= acked) {
            return false;
        }
        acked = sequence;
        silentSinceNanos = nowNanos;
        if (holes != null) {
            holes.onAck(sequence, nowNanos * PICOS_PER_NANO);
        }
        if (sequence > next) {
            // What a rewind would have retransmitted has arrived after all.
            moveTo(sequence);
        }
        return true;
    }

    /** An answer to a packet came, which may tell a round trip. */
    void sampleRoundTrip(long answered, long nowNanos) {
        long sent = answered >= acked ? sendTimes.of(answered) : SendTimes.UNKNOWN;
        sampled = sent != SendTimes.UNKNOWN;
        if (sampled) {
            rttNanos = nowNanos - sent;
            leastRttNanos = Math.min(leastRttNanos, rttNanos);
        }
    }

    /**
     * How long ACKs travel: they have a queue ahead of data, so that it is half the round trip
     * while nothing waits, by the plan, or the shortest one so far. 0 where neither is known.
     */
    long returnNanos() {
        return leastRttNanos == Long.MAX_VALUE ? 0 : leastRttNanos / 2;
    }

    /** Tells the congestion control of the answer that came, if it told a round trip. */
    void tellPace(long nowNanos) {
        if (pace != null && sampled) {
            pace.onAck(nowNanos, acked, next, rttNanos);
        }
    }

    /**
     * The receiver misses a packet: Go-Back-N goes back to it, IRN notes that another one came.
     *
     * @param came the packet that it answers
     * @return how many packets count as retransmitted
     */
    long onMissing(long sequence, long came) {
        if (holes == null) {
            return rewindTo(sequence);
        }
        if (came < next) {
            holes.onNack(came, next);
        }
        return 0;
    }

    private long rewindTo(long sequence) {
        long again = next - sequence;
        if (again <= 0) {
            return 0;
        }
        messages.addResent((int) again);
        moveTo(sequence);
        return again;
    }

    // ---- timer

    /** An answer is expected from here on: the first packet after an idle time was written. */
    void beginSilence(long nowNanos) {
        silentSinceNanos = nowNanos;
        if (holes != null) {
            holes.onFirstSent(nowNanos * PICOS_PER_NANO);
        }
    }

    /** Sets the timer; when it is due, {@link Long#MAX_VALUE} for never. */
    long setTimer(long nowNanos) {
        timerSet = holes != null || timeoutNanos > 0;
        if (holes != null) {
            long picos = holes.checkPicos(next, nowNanos * PICOS_PER_NANO);
            return (picos + PICOS_PER_NANO - 1) / PICOS_PER_NANO;
        }
        return timerSet ? Math.max(nowNanos + 1, silentSinceNanos + timeoutNanos) : Long.MAX_VALUE;
    }

    /** Whether nothing was acknowledged for so long that what is in flight counts as lost. */
    boolean isTimedOut(long nowNanos) {
        return holes != null
                ? holes.isTimedOut(next, nowNanos * PICOS_PER_NANO)
                : nowNanos >= silentSinceNanos + timeoutNanos;
    }

    /** What is in flight is lost; how many packets count as retransmitted. */
    long onTimeout(long nowNanos) {
        if (holes == null) {
            silentSinceNanos = nowNanos;
            return rewindTo(acked);
        }
        holes.onTimeout(next, nowNanos * PICOS_PER_NANO);
        return 0;
    }

    private long remoteAddress() {
        boolean asks = spec.pattern() == FlowSpec.Pattern.LATENCY && !answers;
        return RemoteAddress.of(message, asks, message + 1 == space.count());
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
        message = space.messageAt(sequence);
        messageEnd = space.end(message);
        long packets = space.packets(message);
        messageStart = messageEnd - packets;
        lastPayloadBytes = (int) (space.bytes(message) - (packets - 1) * mtuBytes);
    }

    /** Longest frame it writes, with FCS. */
    int longestFrameBytes() {
        return RoceFrame.maxFrameBytes(mtuBytes);
    }
}
