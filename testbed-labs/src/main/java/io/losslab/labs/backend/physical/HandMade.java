package io.losslab.labs.backend.physical;

import io.losslab.configs.experiment.Cell;
import io.losslab.configs.experiment.Setup;
import io.losslab.configs.plan.CellPlan;
import io.losslab.configs.plan.CellPlanner;
import io.losslab.configs.testbed.Device;
import io.losslab.configs.testbed.Testbed;
import io.losslab.devices.Assignment;
import io.losslab.devices.DeviceKind;
import io.losslab.devices.failure.CommandFailure;
import io.losslab.labs.provision.CellSettings;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Settings that users make on devices by hand. No run changes them, so that cells which ask for
 * different ones would all measure the same.
 */
public final class HandMade {
    /** What the first cell that has an opinion asks of a setting. */
    private record Asked(int cell, String value) {}

    private final Map<String, Asked> asked = new HashMap<>();

    private HandMade() {}

    /**
     * Requires that all cells ask for the same of what is made by hand.
     *
     * @throws CommandFailure where two do not
     */
    public static void requireOne(List<Cell> cells, Testbed testbed) {
        if (testbed.devices().stream().noneMatch(HandMade::isIn)) {
            return;
        }
        HandMade all = new HandMade();
        for (Cell cell : cells) {
            Setup setup = cell.setup();
            Cell idle = cell.with(setup.with(setup.duration(), List.of()));
            CellPlan plan = new CellPlanner().plan(idle);
            new CellSettings(plan, PhysicalLabs.bind(plan.topology(), testbed))
                    .assignments().stream()
                            .filter(each -> isIn(each.device()))
                            .forEach(each -> all.add(cell.index(), each));
        }
    }

    private static boolean isIn(Device device) {
        return DeviceKind.of(device).isPartlySetByHand(device);
    }

    private void add(int cell, Assignment assignment) {
        String device = assignment.device().name();
        DeviceKind.of(assignment.device())
                .byHand(assignment)
                .forEach((setting, value) -> add(device, setting, new Asked(cell, value)));
    }

    private void add(String device, String setting, Asked now) {
        Asked before = asked.putIfAbsent(device + " " + setting, now);
        if (before != null && !before.value().equals(now.value())) {
            throw CommandFailure.usage(
                    "%s: a run does not set %s ('byHand'), but cell %d asks for %s and cell %d for %s"
                            .formatted(
                                    device,
                                    setting,
                                    before.cell(),
                                    before.value(),
                                    now.cell(),
                                    now.value()),
                    "make such cells experiments of their own, and set the switch before each");
        }
    }
}
