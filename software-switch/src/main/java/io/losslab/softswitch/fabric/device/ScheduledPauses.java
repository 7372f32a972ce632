package io.losslab.softswitch.fabric.device;

import io.losslab.api.topology.Topology;
import io.losslab.flowcontrol.DataPlane;
import io.losslab.flowcontrol.pause.PauseFrame;
import io.losslab.softswitch.fabric.engine.Agenda;
import io.losslab.softswitch.fabric.engine.EventKind;
import io.losslab.softswitch.fabric.engine.Records;
import io.losslab.softswitch.fabric.port.ControlFrames;
import io.losslab.softswitch.fabric.port.PortNumbers;
import io.losslab.softswitch.fabric.port.Ports;

/** PFC frames that hosts are to send at times to come, because a user asks for them. */
public final class ScheduledPauses {
    private static final int QUANTA_BITS = 16;

    private final Agenda agenda;
    private final Records records;
    private final Ports ports;
    private final PortNumbers numbers;
    private final ControlFrames control;
    private final byte[] frame = new byte[PauseFrame.LENGTH_BYTES];

    /** By port: frames of earlier numbers are forgotten. */
    private final int[] current;

    public ScheduledPauses(
            Agenda agenda,
            Records records,
            Ports ports,
            PortNumbers numbers,
            ControlFrames control) {
        this.agenda = agenda;
        this.records = records;
        this.ports = ports;
        this.numbers = numbers;
        this.control = control;
        current = new int[ports.count() + 1];
    }

    /** Forgets the frames of a port that are still to come. */
    public void clear(int node, int port) {
        current[numbers.of(node, port)]++;
    }

    /**
     * Has a port send a frame.
     *
     * @param priorities bit i enables priority i
     * @param quanta 0..65535; 0 resumes
     */
    public void add(int node, int port, int priorities, int quanta, long atNanos) {
        int global = numbers.of(node, port);
        agenda.schedule(
                EventKind.PAUSE_TO_SEND,
                global,
                current[global],
                priorities << QUANTA_BITS | quanta,
                atNanos * 1000);
    }

    /** A frame is due: its record is given back. */
    void onDue(int id) {
        int port = records.port(id);
        boolean stands = records.flow(id) == current[port];
        int what = records.sequence(id);
        records.release(id);
        if (stands) {
            long mac = Topology.macOf(numbers.nodeOf(port), ports.localNumber(port));
            int quanta = what & PauseFrame.MAX_QUANTA;
            PauseFrame.write(frame, 0, mac, what >>> QUANTA_BITS, quanta);
            control.send(port, frame, 0, PauseFrame.LENGTH_BYTES, DataPlane.NO_ROOT);
        }
    }
}
