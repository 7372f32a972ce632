package io.losslab.softswitch.fabric;

import io.losslab.flowcontrol.DataPlane;
import io.losslab.flowcontrol.EgressScheme;
import io.losslab.flowcontrol.IngressScheme;
import io.losslab.flowcontrol.pause.PauseFrame;
import io.losslab.flowcontrol.pause.PauseResponder;
import io.losslab.flowcontrol.pause.PauseTimer;
import io.losslab.softswitch.fabric.engine.EventKind;
import io.losslab.softswitch.fabric.engine.Records;
import java.util.Arrays;

/** Flow-control frames: sent ahead of all else, and given to whom they are for. */
final class ControlFrames {
    private final Fabric fabric;
    private final Ports ports;
    private final Records records;
    private final SchemeSlots schemes;
    private final FrameSlab frames = new FrameSlab();
    private final PauseResponder[] responders;
    private final long[] reactionPicos;
    private final long[] received;
    private final long[] sent;

    /** By port and priority: PFC frames that speak of it. */
    private final long[] pausesReceived;

    private final long[] pausesSent;

    /** Root of the pause frame that is being obeyed. */
    private long cause = DataPlane.NO_ROOT;

    ControlFrames(Fabric fabric, Ports ports, Records records, SchemeSlots schemes, int portCount) {
        this.fabric = fabric;
        this.ports = ports;
        this.records = records;
        this.schemes = schemes;
        responders = new PauseResponder[portCount + 1];
        Arrays.fill(responders, new PauseResponder(0xFF, PauseTimer.QUANTA));
        reactionPicos = new long[portCount + 1];
        received = new long[portCount + 1];
        sent = new long[portCount + 1];
        pausesReceived = new long[portCount + 1 << 3];
        pausesSent = new long[portCount + 1 << 3];
    }

    void setResponder(int port, PauseResponder responder) {
        responders[port] = responder;
    }

    /** A port acts upon frames so long after they have come. */
    void setReaction(int port, long nanos) {
        reactionPicos[port] = nanos * 1000;
    }

    /** Frames that a port received. */
    long received(int port) {
        return received[port];
    }

    /** Frames that a port sent. */
    long sent(int port) {
        return sent[port];
    }

    /** PFC frames received that speak of a priority. */
    long pausesReceived(int port, int priority) {
        return pausesReceived[port << 3 | priority];
    }

    /** PFC frames sent that speak of a priority. */
    long pausesSent(int port, int priority) {
        return pausesSent[port << 3 | priority];
    }

    long totalSent() {
        return Arrays.stream(sent).sum();
    }

    /** Congested port on whose account the frame was sent that is being obeyed. */
    long cause() {
        return cause;
    }

    /**
     * Sends a frame.
     *
     * @param root congested port on whose account
     */
    void send(int port, byte[] frame, int offset, int length, long root) {
        int id = records.allocate();
        records.setFlowAndCursor(id, frames.store(frame, offset, length, root), 0);
        records.setBody(id, 0, 0, 0, EventKind.MAC_CONTROL, length);
        sent[port]++;
        countPriorities(pausesSent, port, frame, offset);
        ports.sendStrict(port, ports.macQueue, id, length, fabric.nowPicos());
    }

    /**
     * A real host sends a frame by its port.
     *
     * @return picoseconds by which its arrival had passed already
     */
    long bring(int port, byte[] frame, int offset, int length, long sentPicos) {
        int id = records.allocate();
        int place = frames.store(frame, offset, length, DataPlane.NO_ROOT);
        records.setFlowAndCursor(id, place, 0);
        records.setBody(id, 0, 0, 0, EventKind.MAC_CONTROL, length);
        sent[port]++;
        return ports.bring(port, id, length, sentPicos, fabric.nowPicos());
    }

    /** Copies the beginning of a frame; returns how many bytes. */
    int copy(int id, byte[] to, int mostBytes) {
        int place = records.flow(id);
        System.arraycopy(frames.bytes(place), frames.offset(place), to, 0, mostBytes);
        return mostBytes;
    }

    /** A frame has arrived; it is acted upon at once or after a host's reaction. */
    void onArrival(int id) {
        int port = records.port(id);
        int place = records.flow(id);
        int bytes = records.bytes(id);
        received[port]++;
        countPriorities(pausesReceived, port, frames.bytes(place), frames.offset(place));
        if (ports.onHost(port)) {
            HostTotals totals = fabric.hosts().totals[fabric.numbers().nodeOf(port)];
            totals.framesReceived++;
            totals.bytesReceived += bytes;
            totals.pauseFramesReceived++;
        }
        if (reactionPicos[port] > 0) {
            records.setBody(id, 0, 0, 0, EventKind.PAUSE_REACTION, bytes);
            fabric.schedule(id, fabric.nowPicos() + reactionPicos[port]);
        } else {
            onReaction(id);
        }
    }

    /** A frame is acted upon: its record is given back. */
    void onReaction(int id) {
        int port = records.port(id);
        int place = records.flow(id);
        int bytes = records.bytes(id);
        records.release(id);
        FabricEdge edge = fabric.edge();
        if (edge != null && ports.onHost(port)) {
            edge.onControl(port, frames.bytes(place), frames.offset(place), bytes);
        } else {
            obey(port, place);
        }
        frames.release(place);
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

    /** Downstream scheme first, then the egress side, then the PFC responder. */
    private void obey(int port, int place) {
        byte[] frame = frames.bytes(place);
        int offset = frames.offset(place);
        int local = ports.localNumber(port);
        IngressScheme scheme = schemes.at(port);
        if (scheme != null && scheme.onControl(local, frame, offset)) {
            return;
        }
        EgressScheme egress = ports.scheme(port);
        if (egress != null && egress.onControl(local, frame, offset)) {
            return;
        }
        PauseResponder responder = responders[port];
        if (responder != null && PauseFrame.matches(frame, offset)) {
            cause = frames.root(place);
            responder.onFrame(fabric.planeOf(fabric.numbers().nodeOf(port)), local, frame, offset);
            cause = DataPlane.NO_ROOT;
        }
    }
}
