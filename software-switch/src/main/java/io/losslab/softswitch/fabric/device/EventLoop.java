package io.losslab.softswitch.fabric.device;

import io.losslab.softswitch.fabric.engine.Agenda;
import io.losslab.softswitch.fabric.engine.Appointments;
import io.losslab.softswitch.fabric.engine.EventKind;
import io.losslab.softswitch.fabric.engine.Records;
import io.losslab.softswitch.fabric.host.HostStack;
import io.losslab.softswitch.fabric.pause.Pauses;
import io.losslab.softswitch.fabric.pause.ThroughputLoss;
import io.losslab.softswitch.fabric.port.SchemeSlots;

/** Lets time pass: hands every record that is due to whom it concerns. */
public final class EventLoop {
    private final Agenda agenda;
    private final Records records;
    private final SchemeSlots schemes;
    private final HostStack hosts;
    private final Pauses pauses;
    private final ThroughputLoss loss;
    private final Forwarding forwarding;
    private final LineServer lines;
    private final ControlArrivals control;
    private final ControllerFrames controllerFrames;
    private final ScheduledPauses scheduledPauses;
    private final Appointments appointments;

    public EventLoop(
            Agenda agenda,
            Records records,
            SchemeSlots schemes,
            HostStack hosts,
            Pauses pauses,
            ThroughputLoss loss,
            Forwarding forwarding,
            LineServer lines,
            ControlArrivals control,
            ControllerFrames controllerFrames,
            ScheduledPauses scheduledPauses,
            Appointments appointments) {
        this.agenda = agenda;
        this.records = records;
        this.schemes = schemes;
        this.hosts = hosts;
        this.pauses = pauses;
        this.loss = loss;
        this.forwarding = forwarding;
        this.lines = lines;
        this.control = control;
        this.controllerFrames = controllerFrames;
        this.scheduledPauses = scheduledPauses;
        this.appointments = appointments;
    }

    /** Everything due by a time has happened on return. */
    public void run(long untilPicos) {
        for (int id = agenda.next(untilPicos); id != 0; id = agenda.next(untilPicos)) {
            dispatch(id, agenda.nowPicos());
        }
    }

    private void dispatch(int id, long now) {
        switch (records.kind(id)) {
            case EventKind.DATA, EventKind.ACK, EventKind.NACK -> forwarding.onFrame(id);
            case EventKind.PORT_FREE -> lines.onLineFree(records.port(id), now);
            case EventKind.MAC_CONTROL -> control.onArrival(id);
            case EventKind.PAUSE_REACTION -> control.onReaction(id);
            case EventKind.PAUSE_TO_SEND -> scheduledPauses.onDue(id);
            case EventKind.PAUSE_EXPIRY -> pauses.onExpiry(id);
            case EventKind.SCHEME_TIMER -> onSchemeTimer(id);
            case EventKind.FLOW_POST -> hosts.onPostDue(id, now);
            case EventKind.PROGRAM_STEP -> hosts.onProgramStep(id, now);
            case EventKind.RETRANSMIT -> hosts.onRetransmitDue(id, now);
            case EventKind.PACE -> hosts.onPaceDue(id, now);
            case EventKind.APPOINTMENT -> appointments.onDue(id);
            case EventKind.CONTROLLER_FRAME -> controllerFrames.onArrival(id);
            case EventKind.WITHHELD -> {
                loss.onWithheld(records.port(id), records.flow(id), now);
                records.release(id);
            }
            default -> throw new IllegalStateException("no such event: " + records.kind(id));
        }
    }

    private void onSchemeTimer(int id) {
        int scheme = records.flow(id);
        int timer = records.sequence(id);
        records.release(id);
        schemes.onTimer(scheme, timer);
    }
}
