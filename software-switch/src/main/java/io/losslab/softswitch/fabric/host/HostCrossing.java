package io.losslab.softswitch.fabric.host;

import static io.losslab.softswitch.fabric.host.FlowTable.BACK_CURSOR;
import static io.losslab.softswitch.fabric.host.FlowTable.CURSOR;
import static io.losslab.softswitch.fabric.host.FlowTable.PORT;
import static io.losslab.softswitch.fabric.host.FlowTable.QUEUE;
import static io.losslab.softswitch.fabric.host.FlowTable.RX_PORT;
import static io.losslab.softswitch.fabric.host.FlowTable.STARTED;

import io.losslab.api.traffic.FlowSpec;
import io.losslab.roce.host.TransportSettings;
import io.losslab.softswitch.fabric.parallel.Mail;
import java.util.function.IntPredicate;

/**
 * What hosts have to tell those of other parts of a fabric: which flows have begun and which ways
 * they take, before their packets come, and what packets carry beyond their record.
 */
public final class HostCrossing {
    private final FlowTable flows;
    private final HostTable hosts;
    private final FlowPaths paths;
    private final ReceivingSide receiving;
    private final PacketNotes notes;
    private final IntPredicate owns;

    HostCrossing(
            FlowTable flows,
            HostTable hosts,
            FlowPaths paths,
            ReceivingSide receiving,
            PacketNotes notes,
            IntPredicate owns) {
        this.flows = flows;
        this.hosts = hosts;
        this.paths = paths;
        this.receiving = receiving;
        this.notes = notes;
        this.owns = owns;
    }

    /** Writes which way a flow that began here takes, or takes from now on. */
    public void putStart(int flow, Mail mail) {
        int s = flow << 4;
        int r = flow << 3;
        mail.put((long) flows.sender[s + PORT] << 32 | flows.sender[s + QUEUE]);
        mail.put((long) flows.receiver[r + RX_PORT] << 32 | flows.sender[s + CURSOR]);
        mail.put(flows.receiver[r + BACK_CURSOR]);
    }

    /** Reads what {@link #putStart} wrote in another part. */
    public void takeStart(int flow, Mail mail) {
        long portAndQueue = mail.take();
        long endAndCursor = mail.take();
        flows.sender[(flow << 4) + PORT] = (int) (portAndQueue >>> 32);
        flows.sender[(flow << 4) + QUEUE] = (int) portAndQueue;
        flows.sender[(flow << 4) + CURSOR] = (int) endAndCursor;
        flows.receiver[(flow << 3) + RX_PORT] = (int) (endAndCursor >>> 32);
        flows.receiver[(flow << 3) + BACK_CURSOR] = (int) mail.take();
        FlowSpec spec = flows.spec(flow);
        if (owns.test(spec.dstNode()) && !flows.is(flow, STARTED)) {
            TransportSettings settings = hosts.settings(spec.srcNode()).transport();
            int cap = paths.describe(flow).packetsInFlight(settings.mtuBytes());
            receiving.start(flow, settings, cap);
        }
        flows.set(flow, STARTED);
    }

    /** Whether packets carry something beyond their record. */
    public boolean usesNotes() {
        return notes.areUsed();
    }

    /** Writes what a packet carries beyond its record. */
    public void putNotes(int packet, Mail mail) {
        notes.put(packet, mail);
    }

    /** Gives a packet what {@link #putNotes} wrote. */
    public void takeNotes(int packet, Mail mail) {
        notes.take(packet, mail);
    }
}
