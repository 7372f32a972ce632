package io.losslab.softswitch.fabric.port;

import io.losslab.flowcontrol.DataPlane;
import io.losslab.flowcontrol.pause.PauseFrame;
import io.losslab.softswitch.fabric.engine.Agenda;
import io.losslab.softswitch.fabric.engine.EventKind;
import io.losslab.softswitch.fabric.engine.Records;

/** Flow-control frames on their way: sent ahead of all else, and counted at both ends. */
public final class ControlFrames {
    private final Ports ports;
    private final Records records;
    private final Agenda agenda;
    private final FrameSlab frames = new FrameSlab();
    private final long[] received;
    private final long[] sent;

    /** By port and priority: PFC frames that cover it. */
    private final long[] pausesReceived;

    private final long[] pausesSent;

    public ControlFrames(Ports ports, Records records, Agenda agenda) {
        this.ports = ports;
        this.records = records;
        this.agenda = agenda;
        received = new long[ports.count() + 1];
        sent = new long[ports.count() + 1];
        pausesReceived = new long[ports.count() + 1 << 3];
        pausesSent = new long[ports.count() + 1 << 3];
    }

    /** Frames that a port received. */
    public long received(int port) {
        return received[port];
    }

    /** Frames that a port sent. */
    public long sent(int port) {
        return sent[port];
    }

    /** PFC frames received that cover a priority. */
    public long pausesReceived(int port, int priority) {
        return pausesReceived[port << 3 | priority];
    }

    /** PFC frames sent that cover a priority. */
    public long pausesSent(int port, int priority) {
        return pausesSent[port << 3 | priority];
    }

    /**
     * Sends a frame.
     *
     * @param root congested port on whose account
     */
    public void send(int port, byte[] frame, int offset, int length, long root) {
        int id = record(port, frame, offset, length, root);
        countPriorities(pausesSent, port, frame, offset);
        ports.sendStrict(port, ports.queues.macQueue, id, length, agenda.nowPicos());
    }

    /**
     * A real host sends a frame by its port.
     *
     * @return picoseconds by which its arrival had passed already
     */
    public long bring(int port, byte[] frame, int offset, int length, long sentPicos) {
        int id = record(port, frame, offset, length, DataPlane.NO_ROOT);
        return ports.bring(port, id, length, sentPicos, agenda.nowPicos());
    }

    /** Counts a frame that has arrived. */
    public void onReceived(int port, int place) {
        received[port]++;
        countPriorities(pausesReceived, port, frames.bytes(place), frames.offset(place));
    }

    /** Copies the beginning of a frame; returns how many bytes. */
    public int copy(int id, byte[] to, int mostBytes) {
        int place = records.flow(id);
        System.arraycopy(frames.bytes(place), frames.offset(place), to, 0, mostBytes);
        return mostBytes;
    }

    /** Where the bytes of frames in flight are. */
    public FrameSlab frames() {
        return frames;
    }

    private int record(int port, byte[] frame, int offset, int length, long root) {
        int id = records.allocate();
        records.setFlowAndCursor(id, frames.store(frame, offset, length, root), 0);
        records.setBody(id, 0, 0, 0, EventKind.MAC_CONTROL, length);
        sent[port]++;
        return id;
    }

    private static void countPriorities(long[] counts, int port, byte[] frame, int offset) {
        if (PauseFrame.matches(frame, offset)) {
            int left = PauseFrame.priorities(frame, offset);
            while (left != 0) {
                counts[port << 3 | Integer.numberOfTrailingZeros(left)]++;
                left &= left - 1;
            }
        }
    }
}
