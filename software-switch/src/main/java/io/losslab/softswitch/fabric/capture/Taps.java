package io.losslab.softswitch.fabric.capture;

import io.losslab.api.frame.RoceFrame;
import io.losslab.softswitch.fabric.device.ControllerFrames;
import io.losslab.softswitch.fabric.edge.FabricEdge;
import io.losslab.softswitch.fabric.engine.Agenda;
import io.losslab.softswitch.fabric.engine.EventKind;
import io.losslab.softswitch.fabric.engine.Records;
import io.losslab.softswitch.fabric.host.RoceImage;
import io.losslab.softswitch.fabric.port.ControlFrames;
import io.losslab.softswitch.fabric.port.LineObserver;
import io.losslab.softswitch.fabric.port.PortNumbers;
import io.losslab.softswitch.fabric.port.Ports;
import io.losslab.softswitch.fabric.program.Programs;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Ports whose frames are captured. Both directions are seen where a frame sets out on the link:
 * what the port sends, and what its peer sends it, which is kept until it has arrived.
 */
public final class Taps implements LineObserver {
    private static final int NONE = -1;
    private static final int LONGEST_BYTES = 1 << 14;

    private final Agenda agenda;
    private final PortNumbers portNumbers;
    private final Ports ports;
    private final Records records;
    private final ControlFrames control;
    private final ControllerFrames controllerFrames;
    private final FabricEdge edge;
    private final RoceImage image;
    private final Programs programs;

    /** By port, its place in the lists; -1 for none. */
    private final int[] placeOf;

    private final List<Integer> numbers = new ArrayList<>();
    private final List<FrameCapture> captures = new ArrayList<>();
    private final List<ArrivingFrames> arriving = new ArrayList<>();
    private final byte[] frame = new byte[LONGEST_BYTES];
    private int snapBytes;

    public Taps(
            Agenda agenda,
            PortNumbers portNumbers,
            Ports ports,
            Records records,
            ControlFrames control,
            ControllerFrames controllerFrames,
            FabricEdge edge,
            RoceImage image,
            Programs programs) {
        this.agenda = agenda;
        this.portNumbers = portNumbers;
        this.ports = ports;
        this.records = records;
        this.control = control;
        this.controllerFrames = controllerFrames;
        this.edge = edge;
        this.image = image;
        this.programs = programs;
        placeOf = new int[ports.count() + 1];
        Arrays.fill(placeOf, NONE);
    }

    /**
     * Hands all frames that a port sends or receives to a capture.
     *
     * @param localPort from 1
     * @param number the port has for {@code to}
     * @param snap most bytes of a frame that are handed over, from 70
     */
    public void add(int node, int localPort, int number, int snap, FrameCapture to) {
        int port = portNumbers.of(node, localPort);
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
        ports.capture(port, this);
        ports.capture(ports.peer(port), this);
    }

    /** Hands no more frames of a port to its capture; those on their way to it are forgotten. */
    public void remove(int node, int localPort) {
        int port = portNumbers.of(node, localPort);
        int place = placeOf[port];
        if (place != NONE) {
            placeOf[port] = NONE;
            captures.set(place, (tap, nanos, outbound, bytes, captured, length) -> {});
            arriving.set(place, new ArrivingFrames(arriving.get(place).snapBytes()));
        }
    }

    /** A frame sets out from a port. */
    @Override
    public void onTransmit(int port, int id, long startPicos, long endPicos) {
        int outbound = placeOf[port];
        int inbound = placeOf[ports.peer(port)];
        if (outbound == NONE && inbound == NONE) {
            return;
        }
        int captured = copy(port, id);
        // A tag that hosts' frames leave with has no bytes in the fabric.
        int length = Math.max(captured, frameBytes(id));
        if (outbound != NONE) {
            FrameCapture to = captures.get(outbound);
            arriving.get(outbound).drain(startPicos / 1000, numbers.get(outbound), to);
            int kept = Math.min(captured, arriving.get(outbound).snapBytes());
            to.onFrame(numbers.get(outbound), startPicos / 1000, true, frame, kept, length);
        }
        if (inbound != NONE) {
            long arrival = endPicos + ports.propagation(port);
            ArrivingFrames link = arriving.get(inbound);
            // The port may send nothing for long.
            link.drain(agenda.nowNanos(), numbers.get(inbound), captures.get(inbound));
            int kept = Math.min(captured, link.snapBytes());
            link.add(arrival / 1000, frame, kept, length);
        }
    }

    /** Hands over the captured frames that have arrived by a time. */
    public void flush(long untilNanos) {
        for (int i = 0; i < numbers.size(); i++) {
            arriving.get(i).drain(untilNanos, numbers.get(i), captures.get(i));
        }
    }

    private int copy(int port, int id) {
        if (records.kind(id) == EventKind.MAC_CONTROL) {
            return control.copy(id, frame, Math.min(snapBytes, frameBytes(id)));
        }
        if (records.kind(id) == EventKind.CONTROLLER_FRAME) {
            return controllerFrames.copy(id, frame, Math.min(snapBytes, frameBytes(id)));
        }
        if (edge.isOpen()) {
            return edge.copy(id, frame);
        }
        int written = image.write(id, port, frame, snapBytes);
        // Programs do not see the invariant CRC, which ends a frame.
        int rewritten = Math.min(written, frameBytes(id) - RoceFrame.ICRC_BYTES);
        programs.rewrite(id, port, frame, rewritten);
        return written;
    }

    private int frameBytes(int id) {
        return records.bytes(id) - RoceFrame.FCS_BYTES;
    }
}
