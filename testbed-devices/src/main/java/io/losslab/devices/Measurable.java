package io.losslab.devices;

import io.losslab.api.units.Nanos;
import io.losslab.configs.plan.SwitchPlan;
import io.losslab.devices.failure.CommandFailure;
import io.losslab.proto.v1.EcmpConfig;
import io.losslab.proto.v1.WatchCountersRequest;
import java.util.Set;
import java.util.stream.Collectors;

/** What an experiment asks of a switch that is not a setting of its ports. */
public final class Measurable {
    private Measurable() {}

    /**
     * Makes sure that a switch of another maker has what is to be recorded, and the routing.
     *
     * @param system it has, with an article, for errors
     * @param shortestSampleNanos time between updates of its counters; 0: any
     * @throws CommandFailure that says what it has not
     */
    public static void require(Assignment assignment, String system, long shortestSampleNanos) {
        String device = assignment.device().name();
        Set<Long> nodes =
                assignment.switches().stream()
                        .map(plan -> (long) plan.node().deviceId())
                        .collect(Collectors.toSet());
        for (WatchCountersRequest watch : assignment.cell().sampling().watches()) {
            boolean own = nodes.contains(watch.getSelect().getDeviceId());
            if (own && watch.getIntervalNs() < shortestSampleNanos) {
                throw CommandFailure.usage(
                        "%s: counters cannot be recorded every %s: %s tells them every %s"
                                .formatted(
                                        device,
                                        new Nanos(watch.getIntervalNs()),
                                        system,
                                        new Nanos(shortestSampleNanos)),
                        "set 'record.counters.interval' to %s or more, or leave out 'record.counters' and the figures that show counters"
                                .formatted(new Nanos(shortestSampleNanos)));
            }
        }
        requireNoCharges(assignment, system);
        for (SwitchPlan plan : assignment.switches()) {
            EcmpConfig.Choice choice = plan.config().getEcmp().getChoice();
            if (choice == EcmpConfig.Choice.DRILL || choice == EcmpConfig.Choice.SPRAY) {
                throw CommandFailure.usage(
                        "%s: %s does not choose an equal-cost port packet by packet"
                                .formatted(device, system),
                        "remove 'ecmp.choice', or map %s to a softwareSwitch"
                                .formatted(plan.node().name()));
            }
        }
    }

    /**
     * Makes sure that nothing asks which port causes a pause.
     *
     * @param system that does not tell, with an article, for errors
     * @throws CommandFailure where something does
     */
    public static void requireNoCharges(Assignment assignment, String system) {
        for (SwitchPlan plan : assignment.switches()) {
            if (plan.config().getChargePauses()) {
                throw CommandFailure.usage(
                        "%s: %s does not measure which port causes a pause"
                                .formatted(assignment.device().name(), system),
                        "remove 'record.pauses'");
            }
        }
    }
}
