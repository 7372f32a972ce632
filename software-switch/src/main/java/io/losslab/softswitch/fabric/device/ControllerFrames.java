package io.losslab.softswitch.fabric.device;

import io.losslab.softswitch.fabric.edge.FabricEdge;
import io.losslab.softswitch.fabric.engine.Agenda;
import io.losslab.softswitch.fabric.engine.EventKind;
import io.losslab.softswitch.fabric.engine.Records;
import io.losslab.softswitch.fabric.host.HostStack;
import io.losslab.softswitch.fabric.port.PortNumbers;
import io.losslab.softswitch.fabric.port.Ports;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;

/**
 * Frames that a switch's controller sends out of a port: over the link like any frame, ahead of
 * data, to the controller of the switch at the far end. Simulated hosts drop them.
 */
public final class ControllerFrames {
    private static final int LEAST_BYTES = 64;
    private static final int CHECK_SEQUENCE_BYTES = 4;

    private final Agenda agenda;
    private final Records records;
    private final Ports ports;
    private final PortNumbers numbers;
    private final HostStack hosts;
    private final FabricEdge edge;
    private final Map<Integer, byte[]> inFlight = new HashMap<>();
    private int lastFrame;
    private Receiver receiver = (node, port, frame) -> {};

    public ControllerFrames(
            Agenda agenda,
            Records records,
            Ports ports,
            PortNumbers numbers,
            HostStack hosts,
            FabricEdge edge) {
        this.agenda = agenda;
        this.records = records;
        this.ports = ports;
        this.numbers = numbers;
        this.hosts = hosts;
        this.edge = edge;
    }

    /** The controllers' side. */
    public interface Receiver {
        /**
         * A frame has arrived at a switch.
         *
         * @param port local number, from 1
         */
        void onFrame(int node, int port, byte[] frame);
    }

    /** Sets the receiver of frames that arrive; before, there is none. */
    public void deliverTo(Receiver taker) {
        receiver = taker;
    }

    /**
     * Sends a frame now.
     *
     * @param port local number, from 1
     * @param frame without check sequence
     */
    public void send(int node, int port, byte[] frame) {
        int bytes = Math.max(LEAST_BYTES, frame.length + CHECK_SEQUENCE_BYTES);
        int id = records.allocate();
        inFlight.put(++lastFrame, frame.clone());
        records.setFlowAndCursor(id, lastFrame, 0);
        records.setBody(id, 0, 0, 0, EventKind.CONTROLLER_FRAME, bytes);
        ports.sendStrict(numbers.of(node, port), ports.macQueue, id, bytes, agenda.nowPicos());
    }

    /** Copies the beginning of a frame, with its padding; returns how many bytes. */
    public int copy(int id, byte[] to, int mostBytes) {
        byte[] frame = inFlight.get(records.flow(id));
        int copied = Math.min(frame.length, mostBytes);
        System.arraycopy(frame, 0, to, 0, copied);
        Arrays.fill(to, copied, mostBytes, (byte) 0);
        return mostBytes;
    }

    /** A frame has arrived: its record is given back. */
    void onArrival(int id) {
        int port = records.port(id);
        byte[] frame = inFlight.remove(records.flow(id));
        int bytes = records.bytes(id);
        records.release(id);
        int node = numbers.nodeOf(port);
        if (ports.onHost(port)) {
            hosts.totals(node).onFrame(bytes);
            if (edge.isOpen()) {
                edge.onControl(port, frame, 0, frame.length + CHECK_SEQUENCE_BYTES);
            }
        } else {
            receiver.onFrame(node, ports.localNumber(port), frame);
        }
    }
}
