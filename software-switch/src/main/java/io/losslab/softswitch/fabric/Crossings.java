package io.losslab.softswitch.fabric;

import io.losslab.softswitch.fabric.device.ControllerFrames;
import io.losslab.softswitch.fabric.engine.Agenda;
import io.losslab.softswitch.fabric.engine.EventKind;
import io.losslab.softswitch.fabric.engine.Records;
import io.losslab.softswitch.fabric.host.HostStack;
import io.losslab.softswitch.fabric.parallel.Mail;
import io.losslab.softswitch.fabric.parallel.Partition;
import io.losslab.softswitch.fabric.port.ControlFrames;
import io.losslab.softswitch.fabric.port.Crossing;
import io.losslab.softswitch.fabric.port.PortNumbers;
import java.util.Arrays;

/**
 * What leaves a part of a fabric for others and comes in from them: packets, flow-control frames,
 * controllers' frames, what paused ports hold back, and which flows have begun.
 *
 * <p>A record that leaves stays this part's until the window ends: schemes may still write on it.
 */
final class Crossings implements Crossing {
    private static final int STARTS_END = -1;
    private static final int HAS_NOTES = 1;

    private final int own;
    private final Partition partition;
    private final Mail[][][] mail;
    private final Agenda agenda;
    private final Records records;
    private final PortNumbers numbers;
    private final HostStack hosts;
    private final ControlFrames control;
    private final ControllerFrames controllerFrames;

    /*
     * What has left since the window began: records and when they arrive; flows that have begun.
     */
    private int[] leaving = new int[64];
    private long[] arrivals = new long[64];
    private int leavingCount;
    private int[] started = new int[64];
    private int startedCount;

    /**
     * Makes the crossings of a part.
     *
     * @param mail by box, from and to which part
     */
    Crossings(
            int own,
            Partition partition,
            Mail[][][] mail,
            Agenda agenda,
            Records records,
            PortNumbers numbers,
            HostStack hosts,
            ControlFrames control,
            ControllerFrames controllerFrames) {
        this.own = own;
        this.partition = partition;
        this.mail = mail;
        this.agenda = agenda;
        this.records = records;
        this.numbers = numbers;
        this.hosts = hosts;
        this.control = control;
        this.controllerFrames = controllerFrames;
    }

    @Override
    public void send(int id, long arrivalPicos) {
        if (leavingCount == leaving.length) {
            leaving = Arrays.copyOf(leaving, 2 * leavingCount);
            arrivals = Arrays.copyOf(arrivals, 2 * leavingCount);
        }
        leaving[leavingCount] = id;
        arrivals[leavingCount++] = arrivalPicos;
    }

    /** A flow has begun here, or takes another way. */
    void onStarted(int flow) {
        if (startedCount == started.length) {
            started = Arrays.copyOf(started, 2 * startedCount);
        }
        started[startedCount++] = flow;
    }

    /** Puts all that has left into a box; returns when the first of it arrives. */
    long pack(int box) {
        Mail[] out = mail[box][own];
        for (int part = 0; part < out.length; part++) {
            if (part != own) {
                out[part].clear();
                packStarts(out[part]);
            }
        }
        startedCount = 0;
        long first = Long.MAX_VALUE;
        for (int i = 0; i < leavingCount; i++) {
            int id = leaving[i];
            pack(id, arrivals[i], out[partition.partOf(numbers.nodeOf(records.port(id)))]);
            first = Math.min(first, arrivals[i]);
        }
        leavingCount = 0;
        return first;
    }

    private void packStarts(Mail to) {
        for (int i = 0; i < startedCount; i++) {
            to.put(started[i]);
            hosts.crossing().putStart(started[i], to);
        }
        to.put(STARTS_END);
    }

    private void pack(int id, long arrival, Mail to) {
        int kind = records.kind(id);
        boolean notes = kind <= EventKind.NACK && hosts.crossing().usesNotes();
        to.put(arrival);
        to.put(records.tagAndPort(id) | (notes ? HAS_NOTES : 0));
        to.put(records.flowAndCursor(id));
        to.put(records.body(id));
        if (notes) {
            hosts.crossing().putNotes(id, to);
        } else if (kind == EventKind.MAC_CONTROL) {
            control.frames().move(records.flow(id), records.bytes(id), to);
        } else if (kind == EventKind.CONTROLLER_FRAME) {
            to.putFrame(controllerFrames.giveUp(id));
        }
        records.release(id);
    }

    /** Takes what is for this part out of a box. */
    void unpack(int box) {
        for (int part = 0; part < partition.parts(); part++) {
            if (part != own) {
                unpack(mail[box][part][own]);
            }
        }
    }

    private void unpack(Mail from) {
        for (long flow = from.take(); flow != STARTS_END; flow = from.take()) {
            hosts.crossing().takeStart((int) flow, from);
        }
        while (from.hasMore()) {
            long arrival = from.take();
            if (arrival <= agenda.nowPicos()) {
                throw new IllegalStateException(
                        "arrived %d ps after its time".formatted(agenda.nowPicos() - arrival));
            }
            long port = from.take();
            int id = records.allocate(port & ~HAS_NOTES, from.take(), from.take());
            int kind = records.kind(id);
            if ((port & HAS_NOTES) != 0) {
                hosts.crossing().takeNotes(id, from);
            } else if (kind == EventKind.MAC_CONTROL) {
                int place = control.frames().take(records.bytes(id), from);
                records.setFlowAndCursor(id, place, 0);
            } else if (kind == EventKind.CONTROLLER_FRAME) {
                controllerFrames.adopt(id, from.takeFrame());
            }
            agenda.put(id, arrival);
        }
    }
}
