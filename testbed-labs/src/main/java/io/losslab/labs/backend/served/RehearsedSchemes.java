package io.losslab.labs.backend.served;

import io.losslab.configs.plan.CellPlan;
import io.losslab.configs.plan.SwitchPlan;
import io.losslab.devices.failure.CommandFailure;
import io.losslab.flowcontrol.Trait;
import io.losslab.flowcontrol.pfc.PfcType;
import io.losslab.flowcontrol.registry.SchemeTypes;
import io.losslab.proto.v1.NamedScheme;
import io.losslab.proto.v1.PortFlowControl;

/** Schemes of devices whose hardware has PFC, and which may have a coprocessor. */
public final class RehearsedSchemes {
    private RehearsedSchemes() {}

    /**
     * Looks for other schemes.
     *
     * @param standIns what the switches are, with the option that makes them so
     * @throws CommandFailure where a cell has one
     */
    public static void require(CellPlan cell, String standIns) {
        for (SwitchPlan plan : cell.switches()) {
            for (PortFlowControl port : plan.config().getPortsList()) {
                for (NamedScheme scheme : port.getSchemesList()) {
                    if (!isRehearsed(scheme.getName())) {
                        throw CommandFailure.usage(
                                "serve %s, without %s of scheme '%s'"
                                        .formatted(
                                                standIns, scheme.getName(), cell.cell().scheme()),
                                "serve an experiment with pfc, bifrost, or bifrostX only, or serve"
                                        + " this one without --as");
                    }
                }
            }
        }
    }

    private static boolean isRehearsed(String scheme) {
        return scheme.equals(PfcType.NAME)
                || SchemeTypes.all().stream()
                        .anyMatch(
                                type ->
                                        type.name().equals(scheme)
                                                && type.has(Trait.RUNS_ON_COPROCESSOR));
    }
}
