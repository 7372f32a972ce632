package io.losslab.softswitch.fabric.host;

import static io.losslab.softswitch.fabric.host.FlowTable.ACKED;
import static io.losslab.softswitch.fabric.host.FlowTable.CONTROLLED;
import static io.losslab.softswitch.fabric.host.FlowTable.NEXT;
import static io.losslab.softswitch.fabric.host.FlowTable.OLDEST_END;
import static io.losslab.softswitch.fabric.host.FlowTable.STATE;

import io.losslab.roce.recovery.HoleSender;
import io.losslab.softswitch.fabric.engine.Records;

/** What the sending half of every flow does with ACKs, NACKs and congestion notifications. */
final class Acknowledgements {
    private final Records records;
    private final FlowTable flows;
    private final SendingSide sending;
    private final Applications applications;
    private final Pacer pacer;
    private final PacketNotes notes;

    Acknowledgements(
            Records records,
            FlowTable flows,
            SendingSide sending,
            Applications applications,
            Pacer pacer,
            PacketNotes notes) {
        this.records = records;
        this.flows = flows;
        this.sending = sending;
        this.applications = applications;
        this.pacer = pacer;
        this.notes = notes;
    }

    void onAck(int id, boolean nack, long now) {
        int flow = records.flow(id);
        if ((flows.sender[(flow << 4) + STATE] & SendingSide.SPECIAL) != 0) {
            onSpecialAck(id, flow, nack, now);
            return;
        }
        int sequence = records.sequence(id);
        records.release(id);
        acknowledge(flow, sequence, now);
        if (nack) {
            sending.rewind(flow, sequence, now);
        }
    }

    private void onSpecialAck(int id, int flow, boolean nack, long now) {
        if ((records.flags(id) & Records.FLAG_CNP) != 0) {
            records.release(id);
            if (flows.is(flow, CONTROLLED)) {
                pacer.onCnp(flow, now);
            }
            return;
        }
        int sequence = records.sequence(id);
        acknowledge(flow, sequence, now);
        if (flows.is(flow, CONTROLLED)) {
            pacer.onAck(flow, id, now);
        }
        HoleSender selective = sending.holes(flow);
        if (selective == null) {
            if (nack) {
                sending.rewind(flow, sequence, now);
            }
        } else {
            selective.onAck(sequence, now);
            if (nack) {
                selective.onNack(notes.trigger(id), flows.sender[(flow << 4) + NEXT]);
            }
            sending.lookForHoles(flow);
        }
        records.release(id);
        sending.renewLimit(flow);
        sending.enqueue(flow, now);
    }

    private void acknowledge(int flow, int sequence, long now) {
        int[] f = flows.sender;
        int s = flow << 4;
        if (sequence <= f[s + ACKED]) {
            return;
        }
        f[s + ACKED] = sequence;
        sending.onProgress(flow, now);
        if (sequence > f[s + NEXT]) {
            // What a rewind would have retransmitted has arrived after all.
            f[s + NEXT] = sequence;
            sending.enterMessageOf(flow, sequence);
        }
        if (sequence >= f[s + OLDEST_END]) {
            applications.onAcknowledged(flow, sequence, now);
        }
    }
}
