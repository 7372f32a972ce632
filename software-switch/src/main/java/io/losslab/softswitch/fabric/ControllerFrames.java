package io.losslab.softswitch.fabric;

import io.losslab.softswitch.fabric.engine.EventKind;
import io.losslab.softswitch.fabric.engine.Records;
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

    private final Fabric fabric;
    private final Map<Integer, byte[]> inFlight = new HashMap<>();
    private int lastFrame;
    private Receiver receiver = (node, port, frame) -> {};

    ControllerFrames(Fabric fabric) {
        this.fabric = fabric;
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

    /** Names who takes frames that arrive; nobody does before. */
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
        Records records = fabric.records();
        Ports ports = fabric.ports();
        int bytes = Math.max(LEAST_BYTES, frame.length + CHECK_SEQUENCE_BYTES);
        int id = records.allocate();
        inFlight.put(++lastFrame, frame.clone());
        records.setFlowAndCursor(id, lastFrame, 0);
        records.setBody(id, 0, 0, 0, EventKind.CONTROLLER_FRAME, bytes);
        ports.sendStrict(
                fabric.numbers().of(node, port), ports.macQueue, id, bytes, fabric.nowPicos());
    }

    /** Copies the beginning of a frame, with its padding; returns how many bytes. */
    int copy(int id, byte[] to, int mostBytes) {
        byte[] frame = inFlight.get(fabric.records().flow(id));
        int copied = Math.min(frame.length, mostBytes);
        System.arraycopy(frame, 0, to, 0, copied);
        Arrays.fill(to, copied, mostBytes, (byte) 0);
        return mostBytes;
    }

    /** A frame has arrived: its record is given back. */
    void onArrival(int id) {
        Records records = fabric.records();
        int port = records.port(id);
        byte[] frame = inFlight.remove(records.flow(id));
        int bytes = records.bytes(id);
        records.release(id);
        int node = fabric.numbers().nodeOf(port);
        if (fabric.ports().onHost(port)) {
            HostTotals totals = fabric.hosts().totals[node];
            totals.framesReceived++;
            totals.bytesReceived += bytes;
            if (fabric.edge() != null) {
                fabric.edge().onControl(port, frame, 0, frame.length + CHECK_SEQUENCE_BYTES);
            }
        } else {
            receiver.onFrame(node, fabric.ports().localNumber(port), frame);
        }
    }
}
