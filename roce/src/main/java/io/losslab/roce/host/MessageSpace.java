package io.losslab.roce.host;

import io.losslab.api.frame.RoceFrame;
import io.losslab.api.traffic.FlowSpec;
import java.util.Arrays;

/** Where the messages of a flow lie in its one sequence space, which counts packets. Immutable. */
public final class MessageSpace {
    private final FlowSpec spec;
    private final int mtuBytes;
    private final long packetsEach;

    /** Of a schedule: first sequence number behind each message; else null. */
    private final long[] ends;

    public MessageSpace(FlowSpec spec, int mtuBytes) {
        this.spec = spec;
        this.mtuBytes = mtuBytes;
        packetsEach = RoceFrame.packets(spec.messageBytes(), mtuBytes);
        ends = spec.hasOwnSizes() ? endsOf(spec, mtuBytes) : null;
    }

    /** Messages there are to send; {@link Long#MAX_VALUE} for no end. */
    public long count() {
        return ends != null ? ends.length : spec.iterations();
    }

    /** Packets of all messages; {@link Long#MAX_VALUE} for no end. */
    public long packets() {
        if (ends != null) {
            return ends.length == 0 ? 1 : ends[ends.length - 1];
        }
        long count = spec.iterations();
        return count > Long.MAX_VALUE / packetsEach ? Long.MAX_VALUE : count * packetsEach;
    }

    /** Number of the message a sequence number belongs to. */
    public long messageAt(long sequence) {
        if (ends == null) {
            return sequence / packetsEach;
        }
        int found = Arrays.binarySearch(ends, sequence + 1);
        return found >= 0 ? found : -found - 1;
    }

    /** First sequence number behind a message. */
    public long end(long message) {
        return ends != null ? ends[(int) message] : (message + 1) * packetsEach;
    }

    public long packets(long message) {
        return ends != null ? RoceFrame.packets(bytes(message), mtuBytes) : packetsEach;
    }

    public long bytes(long message) {
        return ends != null ? spec.schedule().bytes((int) message) : spec.messageBytes();
    }

    private static long[] endsOf(FlowSpec spec, int mtuBytes) {
        long[] ends = new long[spec.schedule().size()];
        long end = 0;
        for (int i = 0; i < ends.length; i++) {
            end += RoceFrame.packets(spec.schedule().bytes(i), mtuBytes);
            ends[i] = end;
        }
        return ends;
    }
}
