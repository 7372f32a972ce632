package io.losslab.roce.host;

import io.losslab.api.frame.RoceFrame;
import io.losslab.flowcontrol.pause.PauseFrame;
import io.losslab.roce.frame.DscpMap;
import io.losslab.roce.frame.FrameReader;
import java.util.Arrays;

/**
 * The data and PFC frames that passed a port while it was watched, until they are read: one row a
 * data frame, one a priority that a PFC frame enables. Keeps the first so many; one thread.
 */
public final class PassedFrames {
    public static final byte DATA_SENT = 0;
    public static final byte DATA_RECEIVED = 1;
    public static final byte PAUSE_SENT = 2;
    public static final byte PAUSE_RECEIVED = 3;

    private static final int MOST = 1 << 22;
    private static final int FIRST = 1 << 12;

    // by row
    private long[] nanos = new long[FIRST];
    private byte[] kinds = new byte[FIRST];
    private byte[] priorities = new byte[FIRST];
    private int[] sizes = new int[FIRST];

    private final byte[] control = new byte[PauseFrame.LENGTH_BYTES];
    private int size;
    private long missed;

    /**
     * Notes a frame, if it is data or PFC.
     *
     * @param dscps by which data frames tell their class
     * @param frame where it begins
     * @param headBytes of it that are there
     * @param lengthBytes that it has, without FCS
     * @param sent whether the port sent it
     */
    public void note(
            FrameReader reader,
            DscpMap dscps,
            long frame,
            int headBytes,
            int lengthBytes,
            boolean sent,
            long atNanos) {
        int kind = reader.kind(frame, headBytes);
        if (kind == FrameReader.DATA) {
            int bytes = RoceFrame.frameBytes(lengthBytes);
            add(atNanos, sent ? DATA_SENT : DATA_RECEIVED, reader.priority(frame, dscps), bytes);
        } else if (kind == FrameReader.CONTROL) {
            Arrays.fill(control, (byte) 0);
            reader.memory().read(frame, control, 0, Math.min(headBytes, control.length));
            if (PauseFrame.matches(control, 0)) {
                notePause(sent, atNanos);
            }
        }
    }

    /** Takes the last rows back: their frames did not pass. */
    public void strike(int rows) {
        size -= rows;
    }

    private void notePause(boolean sent, long atNanos) {
        int enabled = PauseFrame.priorities(control, 0);
        for (int priority = 0; priority < 8; priority++) {
            if ((enabled >> priority & 1) != 0) {
                int quanta = PauseFrame.quanta(control, 0, priority);
                add(atNanos, sent ? PAUSE_SENT : PAUSE_RECEIVED, priority, quanta);
            }
        }
    }

    private void add(long atNanos, byte kind, int priority, int frameSize) {
        if (size == MOST) {
            missed++;
            return;
        }
        if (size == nanos.length) {
            nanos = Arrays.copyOf(nanos, 2 * size);
            kinds = Arrays.copyOf(kinds, 2 * size);
            priorities = Arrays.copyOf(priorities, 2 * size);
            sizes = Arrays.copyOf(sizes, 2 * size);
        }
        nanos[size] = atNanos;
        kinds[size] = kind;
        priorities[size] = (byte) priority;
        sizes[size++] = frameSize;
    }

    /** Rows kept. */
    public int size() {
        return size;
    }

    /** By the host's clock: when a frame began to leave, or had come whole. */
    public long nanos(int row) {
        return nanos[row];
    }

    /**
     * {@link #DATA_SENT}, {@link #DATA_RECEIVED}, {@link #PAUSE_SENT} or {@link #PAUSE_RECEIVED}.
     */
    public int kind(int row) {
        return kinds[row];
    }

    public int priority(int row) {
        return priorities[row];
    }

    /** Bytes of a data frame, destination MAC to FCS; quanta of a pause. */
    public int size(int row) {
        return sizes[row];
    }

    /** Rows that found no room. */
    public long missed() {
        return missed;
    }

    /** Forgets all rows. */
    public void clear() {
        size = 0;
        missed = 0;
    }
}
