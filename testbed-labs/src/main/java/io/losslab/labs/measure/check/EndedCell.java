package io.losslab.labs.measure.check;

import io.losslab.configs.experiment.Setup;
import io.losslab.configs.plan.CellPlan;
import io.losslab.labs.measure.CellReadings;
import io.losslab.proto.v1.QueueEvent;
import java.util.Comparator;
import java.util.Locale;

/** A cell that has ended: its plan and what its devices reported. */
record EndedCell(CellPlan plan, CellReadings readings) {
    Setup setup() {
        return plan.setup();
    }

    /** When it ended. */
    String end() {
        return time(readings.time().nanos());
    }

    /** Time, place and cause of the first event of a kind. */
    String first(QueueEvent.Kind kind) {
        return readings.events().stream()
                .filter(event -> event.getKind() == kind)
                .min(Comparator.comparingLong(QueueEvent::getTimeNs))
                .map(this::text)
                .orElse("time and place not recorded");
    }

    static String time(long nanos) {
        return String.format(Locale.ROOT, "%.3f us", nanos / 1e3);
    }

    private String text(QueueEvent event) {
        return "the first at %s at %s port %d queue %d: %s"
                .formatted(
                        time(event.getTimeNs()),
                        plan.topology().nodes().get((int) event.getDeviceId() - 1).name(),
                        event.getPort(),
                        event.getQueue(),
                        event.getCause());
    }
}
