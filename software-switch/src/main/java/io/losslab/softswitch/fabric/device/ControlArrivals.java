package io.losslab.softswitch.fabric.device;

import io.losslab.flowcontrol.DataPlane;
import io.losslab.flowcontrol.EgressScheme;
import io.losslab.flowcontrol.IngressScheme;
import io.losslab.flowcontrol.PauseTimer;
import io.losslab.flowcontrol.pause.PauseFrame;
import io.losslab.flowcontrol.pause.PauseResponder;
import io.losslab.softswitch.fabric.edge.FabricEdge;
import io.losslab.softswitch.fabric.engine.Agenda;
import io.losslab.softswitch.fabric.engine.EventKind;
import io.losslab.softswitch.fabric.engine.Records;
import io.losslab.softswitch.fabric.host.HostStack;
import io.losslab.softswitch.fabric.pause.Pauses;
import io.losslab.softswitch.fabric.port.ControlFrames;
import io.losslab.softswitch.fabric.port.FrameSlab;
import io.losslab.softswitch.fabric.port.PortNumbers;
import io.losslab.softswitch.fabric.port.Ports;
import io.losslab.softswitch.fabric.port.SchemeSlots;
import java.util.Arrays;

/** Flow-control frames that have arrived: given to whom they are for. */
public final class ControlArrivals {
    private final Agenda agenda;
    private final Records records;
    private final Ports ports;
    private final PortNumbers numbers;
    private final ControlFrames control;
    private final FrameSlab frames;
    private final SchemeSlots schemes;
    private final HostStack hosts;
    private final Pauses pauses;
    private final DevicePlanes planes;
    private final FabricEdge edge;
    private final PauseResponder[] responders;
    private final long[] reactionPicos;

    public ControlArrivals(
            Agenda agenda,
            Records records,
            Ports ports,
            PortNumbers numbers,
            ControlFrames control,
            SchemeSlots schemes,
            HostStack hosts,
            Pauses pauses,
            DevicePlanes planes,
            FabricEdge edge) {
        this.agenda = agenda;
        this.records = records;
        this.ports = ports;
        this.numbers = numbers;
        this.control = control;
        this.frames = control.frames();
        this.schemes = schemes;
        this.hosts = hosts;
        this.pauses = pauses;
        this.planes = planes;
        this.edge = edge;
        responders = new PauseResponder[numbers.count() + 1];
        Arrays.fill(responders, new PauseResponder(0xFF, PauseTimer.QUANTA));
        reactionPicos = new long[numbers.count() + 1];
    }

    /** Sets which pauses a port obeys. */
    public void setResponder(int port, PauseResponder responder) {
        responders[port] = responder;
    }

    /** A port acts upon frames so long after they have come. */
    public void setReaction(int port, long nanos) {
        reactionPicos[port] = nanos * 1000;
    }

    /** A frame has arrived; it is acted upon at once or after a host's reaction. */
    public void onArrival(int id) {
        int port = records.port(id);
        int bytes = records.bytes(id);
        control.onReceived(port, records.flow(id));
        if (ports.onHost(port)) {
            hosts.totals(numbers.nodeOf(port)).onPauseFrame(bytes);
        }
        if (reactionPicos[port] > 0) {
            records.setBody(id, 0, 0, 0, EventKind.PAUSE_REACTION, bytes);
            agenda.put(id, agenda.nowPicos() + reactionPicos[port]);
        } else {
            onReaction(id);
        }
    }

    /** A frame is acted upon: its record is given back. */
    public void onReaction(int id) {
        int port = records.port(id);
        int place = records.flow(id);
        int bytes = records.bytes(id);
        records.release(id);
        if (edge.isOpen() && ports.onHost(port)) {
            edge.onControl(port, frames.bytes(place), frames.offset(place), bytes);
        } else {
            obey(port, place, bytes);
        }
        frames.release(place);
    }

    /** Downstream scheme first, then the egress side, then the PFC responder. */
    private void obey(int port, int place, int bytes) {
        byte[] frame = frames.bytes(place);
        int offset = frames.offset(place);
        int local = ports.localNumber(port);
        IngressScheme scheme = schemes.atIngress(port);
        if (scheme != null && scheme.onControl(local, frame, offset)) {
            return;
        }
        EgressScheme egress = schemes.atEgress(port);
        if (egress != null && egress.onControl(local, frame, offset, bytes)) {
            return;
        }
        PauseResponder responder = responders[port];
        if (responder != null && PauseFrame.matches(frame, offset)) {
            pauses.setCause(frames.root(place));
            responder.onFrame(planes.of(numbers.nodeOf(port)), local, frame, offset);
            pauses.setCause(DataPlane.NO_ROOT);
        }
    }
}
