package io.losslab.softswitch.fabric.host;

import static io.losslab.softswitch.fabric.host.FlowTable.ACKED;
import static io.losslab.softswitch.fabric.host.FlowTable.CONTROLLED;
import static io.losslab.softswitch.fabric.host.FlowTable.MTU;
import static io.losslab.softswitch.fabric.host.FlowTable.NEXT;
import static io.losslab.softswitch.fabric.host.FlowTable.PACED;

import io.losslab.api.frame.RoceFrame;
import io.losslab.roce.congestion.CongestionControl;
import io.losslab.roce.congestion.CongestionSettings;
import io.losslab.roce.congestion.FlowPath;
import io.losslab.softswitch.fabric.engine.Agenda;
import io.losslab.softswitch.fabric.engine.EventKind;
import io.losslab.softswitch.fabric.engine.Records;
import java.util.Arrays;

/**
 * Holds flows with a congestion control to its rate and window. A flow below line rate leaves its
 * ring after each packet, and an event brings it back when its next one is due.
 */
final class Pacer {
    private final Agenda agenda;
    private final Records records;
    private final FlowTable flows;
    private final PacketNotes notes;

    /*
     * By flow.
     */
    private CongestionControl[] controls = new CongestionControl[0];
    private long[] lineRates = new long[0];

    Pacer(Agenda agenda, Records records, FlowTable flows, PacketNotes notes) {
        this.agenda = agenda;
        this.records = records;
        this.flows = flows;
        this.notes = notes;
    }

    void start(int flow, CongestionSettings settings, FlowPath path) {
        if (flow >= controls.length) {
            controls = Arrays.copyOf(controls, flows.nextFlow.length);
            lineRates = Arrays.copyOf(lineRates, flows.nextFlow.length);
        }
        controls[flow] = settings.make(path);
        lineRates[flow] = path.lineRateBitsPerSecond();
        flows.set(flow, CONTROLLED);
    }

    /** A packet sets out; the flow waits if the next one must. */
    void onSent(int flow, int packet, long now) {
        notes.onSent(packet, now);
        long rate = controls[flow].rateBitsPerSecond(now / 1000);
        if (rate < lineRates[flow]) {
            flows.set(flow, PACED);
            double bits = 8.0 * RoceFrame.wireBytes(records.bytes(packet));
            agenda.schedule(EventKind.PACE, 0, flow, 0, now + Math.round(bits * 1e12 / rate));
        }
    }

    /** An answer to a packet came in; its record still carries the packet's notes. */
    void onAck(int flow, int packet, long now) {
        int s = flow << 4;
        controls[flow].onAck(
                now / 1000,
                flows.sender[s + ACKED],
                flows.sender[s + NEXT],
                (now - notes.sentPicos(packet)) / 1000,
                notes.of(packet));
    }

    void onCnp(int flow, long now) {
        controls[flow].onCnp(now / 1000);
    }

    /** Packets a flow may have in flight, at least one: the last may begin below the window. */
    int windowPackets(int flow) {
        long bytes = controls[flow].windowBytes();
        int frameBytes = RoceFrame.maxFrameBytes(flows.sender[(flow << 4) + MTU]);
        int wireBytes = RoceFrame.wireBytes(frameBytes);
        return (int)
                Math.max(1, Math.min(1 << 30, bytes / wireBytes + (bytes % wireBytes > 0 ? 1 : 0)));
    }
}
