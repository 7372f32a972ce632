package io.losslab.devices.software.program;

import com.google.protobuf.Message;
import io.losslab.configs.plan.SwitchPlan;
import io.losslab.devices.Assignment;
import io.losslab.devices.DesiredState;
import io.losslab.devices.failure.CommandFailure;
import io.losslab.devices.p4runtime.ForwardingPart;
import io.losslab.devices.p4runtime.ForwardingState;
import io.losslab.driver.p4runtime.BundledProgram;
import io.losslab.driver.p4runtime.ClassTables;
import io.losslab.driver.p4runtime.ForwardProgram;
import io.losslab.driver.p4runtime.ProgramEntry;
import io.losslab.flowcontrol.Trait;
import io.losslab.proto.p4.config.v1.P4Info;
import io.losslab.proto.v1.NamedScheme;
import io.losslab.proto.v1.PortFlowControl;
import io.losslab.proto.v1.SwitchConfig;
import io.losslab.roce.service.SchemeChoice;
import java.util.ArrayList;
import java.util.List;

/**
 * The v1model program that a software switch is given for the flow control of its ports, with the
 * program's entries. Schemes that need packets in the queues of their classes run below {@code
 * pfc_forward}. Pure.
 */
public final class SchemePipeline {
    private static final String ARCHITECTURE = "v1model";

    /** Runs on hosts, whatever their switches run. */
    private static final String ATE = "ate";

    private final Assignment assignment;
    private final BundledProgram program;

    private SchemePipeline(Assignment assignment, BundledProgram program) {
        this.assignment = assignment;
        this.program = program;
    }

    /**
     * Finds the program.
     *
     * @throws CommandFailure where a scheme of the device cannot run below it
     */
    public static SchemePipeline of(Assignment assignment) {
        boolean portFc = false;
        for (SwitchPlan plan : assignment.switches()) {
            boolean here = runs(plan, PortFcEntries.SCHEME);
            portFc |= here;
            for (PortFlowControl port : plan.config().getPortsList()) {
                for (NamedScheme scheme : port.getSchemesList()) {
                    if (here) {
                        requireBesidePortFc(plan, scheme.getName());
                    } else {
                        requireClasses(plan, scheme);
                    }
                }
            }
        }
        return new SchemePipeline(
                assignment,
                portFc ? BundledProgram.V1MODEL_PORTFC : BundledProgram.V1MODEL_PFC_FORWARD);
    }

    private static boolean runs(SwitchPlan plan, String scheme) {
        return plan.config().getPortsList().stream()
                .flatMap(port -> port.getSchemesList().stream())
                .anyMatch(each -> each.getName().equals(scheme));
    }

    private static void requireBesidePortFc(SwitchPlan plan, String name) {
        if (!name.equals(PortFcEntries.SCHEME) && !name.equals(ATE)) {
            throw refused(plan, name, "needs the queues that the P4 program of portfc chooses");
        }
    }

    private static void requireClasses(SwitchPlan plan, NamedScheme scheme) {
        String name = scheme.getName();
        if (SchemeChoice.of(scheme).type().has(Trait.CHANGES_CLASSES)) {
            throw refused(plan, name, "changes the class of packets, which no P4 program does");
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
        return assignment.mapped(SchemePipeline::withoutPortFc);
    }

    private static SwitchPlan withoutPortFc(SwitchPlan plan) {
        SwitchConfig.Builder config = plan.config().toBuilder();
        for (PortFlowControl.Builder port : config.getPortsBuilderList()) {
            List<NamedScheme> others =
                    port.getSchemesList().stream()
                            .filter(scheme -> !scheme.getName().equals(PortFcEntries.SCHEME))
                            .toList();
            port.clearSchemes().addAllSchemes(others);
        }
        return new SwitchPlan(plan.node(), config.build(), plan.bifrost(), plan.routes());
    }

    /** The program with the routes of all switches on the device, and its entries. */
    public DesiredState desired() {
        P4Info info = program.p4Info();
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
        if (program == BundledProgram.V1MODEL_PORTFC) {
            entries.addAll(PortFcEntries.of(info, assignment));
        } else {
            entries.addAll(new ClassTables(info, assignment.classes()).entries());
        }
        return new DesiredState(
                assignment.device(),
                new ForwardingPart(),
                ForwardingState.messages(
                        assignment, ForwardProgram.of(info), program.deviceConfig(), entries));
    }
}
