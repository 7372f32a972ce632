package io.losslab.devices.software.program;

import com.google.protobuf.Message;
import io.losslab.configs.plan.SwitchPlan;
import io.losslab.devices.Assignment;
import io.losslab.devices.DesiredState;
import io.losslab.devices.failure.CommandFailure;
import io.losslab.devices.p4runtime.ForwardingPart;
import io.losslab.devices.p4runtime.ForwardingState;
import io.losslab.driver.p4runtime.BundledProgram;
import io.losslab.driver.p4runtime.ForwardProgram;
import io.losslab.driver.p4runtime.ProgramEntry;
import io.losslab.proto.p4.config.v1.P4Info;
import io.losslab.proto.v1.NamedScheme;
import io.losslab.proto.v1.PortFlowControl;
import io.losslab.proto.v1.SwitchConfig;
import java.util.ArrayList;
import java.util.List;

/**
 * The v1model program that a software switch is given for the flow control of its ports, with the
 * program's entries. Schemes that need packets in the queues of their classes run below {@code
 * pfc_forward}. Pure.
 */
public final class SchemePipeline {
    private static final String ARCHITECTURE = "v1model";

    private final Assignment assignment;
    private final SchemeProgram program;

    private SchemePipeline(Assignment assignment, SchemeProgram program) {
        this.assignment = assignment;
        this.program = program;
    }

    /**
     * Finds the program.
     *
     * @throws CommandFailure where a scheme of the device cannot run below it
     */
    public static SchemePipeline of(Assignment assignment) {
        SchemeProgram program =
                assignment.switches().stream()
                        .flatMap(plan -> plan.config().getPortsList().stream())
                        .flatMap(port -> port.getSchemesList().stream())
                        .flatMap(scheme -> SchemeProgram.of(scheme.getName()).stream())
                        .findFirst()
                        .orElse(SchemeProgram.PFC_FORWARD);
        for (SwitchPlan plan : assignment.switches()) {
            for (PortFlowControl port : plan.config().getPortsList()) {
                for (NamedScheme scheme : port.getSchemesList()) {
                    requireWith(program, plan, scheme);
                }
            }
        }
        return new SchemePipeline(assignment, program);
    }

    private static void requireWith(SchemeProgram program, SwitchPlan plan, NamedScheme scheme) {
        String name = scheme.getName();
        if (program.ownsScheme()) {
            if (!program.admits(name)) {
                throw refused(
                        plan,
                        name,
                        "needs the queues that the P4 program of %s chooses"
                                .formatted(program.name()));
            }
            return;
        }
        if (BundledProgram.find(ARCHITECTURE, name).isPresent()) {
            throw refused(
                    plan, name, "detects congestion and sends signals, which its program does not");
        }
    }

    private static CommandFailure refused(SwitchPlan plan, String scheme, String why) {
        return CommandFailure.usage(
                "%s cannot run %s with 'pipeline: p4': the scheme %s"
                        .formatted(plan.node().name(), scheme, why),
                "set 'pipeline: builtIn' in 'switches', or remove %s from 'schemes'"
                        .formatted(scheme));
    }

    /** What is left for the switch's own schemes to do: what the program does not. */
    public Assignment flowControl() {
        return program.ownsScheme() ? assignment.mapped(SchemePipeline::leftToProgram) : assignment;
    }

    private static SwitchPlan leftToProgram(SwitchPlan plan) {
        SwitchConfig.Builder config = plan.config().toBuilder();
        config.getPortsBuilderList().forEach(port -> port.setProgram(true));
        return new SwitchPlan(plan.node(), config.build(), plan.bifrost(), plan.routes());
    }

    /** The program with the routes of all switches on the device, and its entries. */
    public DesiredState desired() {
        BundledProgram bundled = program.bundled();
        P4Info info = bundled.p4Info();
        List<Message> entries = new ArrayList<>();
        assignment
                .hashSeeds()
                .forEach(
                        (number, seed) ->
                                entries.add(
                                        ProgramEntry.in(info, "ingress.hash_seeds")
                                                .exact("meta.logical_switch", number)
                                                .doing("ingress.set_hash_seed")
                                                .with("seed", Integer.toUnsignedLong(seed))
                                                .build()));
        entries.addAll(program.entries(assignment));
        return new DesiredState(
                assignment.device(),
                new ForwardingPart(),
                ForwardingState.messages(
                        assignment, ForwardProgram.of(info), bundled.deviceConfig(), entries));
    }
}
