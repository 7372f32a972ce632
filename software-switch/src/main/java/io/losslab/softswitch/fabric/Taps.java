package io.losslab.softswitch.fabric;

import io.losslab.softswitch.fabric.engine.EventKind;
import io.losslab.softswitch.fabric.engine.Records;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Ports whose frames somebody captures. Both directions are seen where a frame sets out on the
 * link: what the port sends, and what its peer sends it, which is kept until it has arrived.
 */
final class Taps {
    private static final int NONE = -1;
    private static final int LONGEST_BYTES = 1 << 14;

    private final Fabric fabric;
    private final Ports ports;
    private final Records records;
    private final RoceImage image;

    /** By port, its place in the lists; -1 for none. */
    private final int[] placeOf;

    private final List<Integer> numbers = new ArrayList<>();
    private final List<FrameCapture> captures = new ArrayList<>();
    private final List<ArrivingFrames> arriving = new ArrayList<>();
    private final byte[] frame = new byte[LONGEST_BYTES];
    private int snapBytes;

    Taps(Fabric fabric, int portCount) {
        this.fabric = fabric;
        this.ports = fabric.ports();
        this.records = fabric.records();
        this.image = new RoceImage(fabric);
        placeOf = new int[portCount + 1];
        Arrays.fill(placeOf, NONE);
    }

    /** Taps a port. */
    void add(int port, int number, int snap, FrameCapture to) {
        if (snap < RoceImage.HEADER_BYTES || snap > LONGEST_BYTES) {
            throw new IllegalArgumentException(
                    "snapBytes must be %d..%d: %d"
                            .formatted(RoceImage.HEADER_BYTES, LONGEST_BYTES, snap));
        }
        if (placeOf[port] != NONE) {
            throw new IllegalArgumentException("the port is tapped already");
        }
        snapBytes = Math.max(snapBytes, snap);
        placeOf[port] = numbers.size();
        numbers.add(number);
        captures.add(to);
        arriving.add(new ArrivingFrames(snap));
        ports.capture(port);
        ports.capture(ports.peer(port));
    }

    /** A frame sets out from a port. */
    void onTransmit(int port, int id, long startPicos, long endPicos) {
        int outbound = placeOf[port];
        int inbound = placeOf[ports.peer(port)];
        if (outbound == NONE && inbound == NONE) {
            return;
        }
        int captured = copy(port, id);
        int length = frameBytes(id);
        if (outbound != NONE) {
            FrameCapture to = captures.get(outbound);
            arriving.get(outbound).drain(startPicos / 1000, numbers.get(outbound), to);
            int kept = Math.min(captured, arriving.get(outbound).snapBytes());
            to.onFrame(numbers.get(outbound), startPicos / 1000, true, frame, kept, length);
        }
        if (inbound != NONE) {
            long arrival = endPicos + ports.propagation(port);
            ArrivingFrames link = arriving.get(inbound);
            int kept = Math.min(captured, link.snapBytes());
            link.add(arrival / 1000, frame, kept, length);
        }
    }

    /** Hands over all that has arrived by a time. */
    void flush(long untilNanos) {
        for (int i = 0; i < numbers.size(); i++) {
            arriving.get(i).drain(untilNanos, numbers.get(i), captures.get(i));
        }
    }

    private int copy(int port, int id) {
        if (records.kind(id) == EventKind.MAC_CONTROL) {
            return fabric.control().copy(id, frame, Math.min(snapBytes, frameBytes(id)));
        }
        if (records.kind(id) == EventKind.CONTROLLER_FRAME) {
            return fabric.controllerFrames().copy(id, frame, Math.min(snapBytes, frameBytes(id)));
        }
        FabricEdge edge = fabric.edge();
        int written = edge == null ? image.write(id, port, frame, snapBytes) : edge.copy(id, frame);
        return Math.min(written, snapBytes);
    }

    private int frameBytes(int id) {
        return records.bytes(id) - RoceImage.FCS_BYTES;
    }
}
