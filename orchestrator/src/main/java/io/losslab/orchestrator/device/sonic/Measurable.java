package io.losslab.orchestrator.device.sonic;

import io.losslab.api.units.Nanos;
import io.losslab.configs.plan.SwitchPlan;
import io.losslab.orchestrator.device.Assignment;
import io.losslab.orchestrator.session.CommandFailure;
import io.losslab.proto.v1.EcmpConfig;
import io.losslab.proto.v1.WatchCountersRequest;
import java.util.Set;
import java.util.stream.Collectors;

/** What an experiment asks of a switch that is not a setting of its ports. */
final class Measurable {
    /** Source: PORT_STAT_FLEX_COUNTER_POLLING_INTERVAL_MS in portsorch.cpp of sonic-swss. */
    static final long SHORTEST_SAMPLE_NANOS = 1_000_000_000L;

    private Measurable() {}

    /**
     * Makes sure that a SONiC switch has what is to be recorded, and the routing.
     *
     * @throws CommandFailure that says what it has not
     */
    static void require(Assignment assignment) {
        String device = assignment.device().name();
        Set<Long> nodes =
                assignment.switches().stream()
                        .map(plan -> (long) plan.node().deviceId())
                        .collect(Collectors.toSet());
        for (WatchCountersRequest watch : assignment.cell().sampling().watches()) {
            boolean own = nodes.contains(watch.getSelect().getDeviceId());
            if (own && watch.getIntervalNs() < SHORTEST_SAMPLE_NANOS) {
                throw CommandFailure.usage(
                        "%s: counters cannot be recorded every %s: a SONiC switch updates them once per second"
                                .formatted(device, new Nanos(watch.getIntervalNs())),
                        "set 'record.counters.interval' to 1s or more, or leave out"
                                + " 'record.counters'");
            }
        }
        for (SwitchPlan plan : assignment.switches()) {
            if (plan.config().getChargePauses()) {
                throw CommandFailure.usage(
                        "%s: a SONiC switch does not measure which port causes a pause"
                                .formatted(device),
                        "remove 'record.pauses'");
            }
            EcmpConfig.Choice choice = plan.config().getEcmp().getChoice();
            if (choice == EcmpConfig.Choice.DRILL || choice == EcmpConfig.Choice.SPRAY) {
                throw CommandFailure.usage(
                        "%s: a SONiC switch does not choose an equal-cost port packet by packet"
                                .formatted(device),
                        "remove 'ecmp.choice', or map %s to a softwareSwitch"
                                .formatted(plan.node().name()));
            }
        }
    }
}
