package io.losslab.devices.tofino2;

import com.google.protobuf.ByteString;
import com.google.protobuf.Message;
import io.losslab.api.topology.Node;
import io.losslab.configs.plan.SwitchPlan;
import io.losslab.configs.testbed.Device;
import io.losslab.configs.testbed.Service;
import io.losslab.devices.Assignment;
import io.losslab.devices.failure.CommandFailure;
import io.losslab.devices.tofino2.program.OfcProgram;
import io.losslab.devices.tofino2.program.PfcProgram;
import io.losslab.devices.tofino2.program.PortFcProgram;
import io.losslab.devices.tofino2.program.PyrrhaProgram;
import io.losslab.devices.tofino2.program.SchemePorts;
import io.losslab.devices.tofino2.program.SchemeProgram;
import io.losslab.devices.tofino2.program.TrafficRows;
import io.losslab.driver.bfrt.program.CompiledProgram;
import io.losslab.driver.bfrt.program.ProgramRows;
import io.losslab.driver.bfrt.table.BfRtSchema;
import io.losslab.driver.p4runtime.BundledProgram;
import io.losslab.flowcontrol.pfc.PfcType;
import io.losslab.proto.p4.config.v1.Table;
import io.losslab.proto.p4.v1.TableEntry;
import io.losslab.proto.v1.EcmpConfig;
import io.losslab.proto.v1.EcnConfig;
import io.losslab.proto.v1.NamedScheme;
import io.losslab.proto.v1.PortFlowControl;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/**
 * What a Tofino2 is set to in addition to its routes, for all switches that stand on it: one
 * program, the program's entries, rows of the fixed tables. Pure.
 */
final class TofinoPlan {
    private static final String KNOWN = "pfc, bifrost, portfc, ofc or pyrrha";

    private final Device device;
    private final SchemeProgram scheme;

    private TofinoPlan(Device device, SchemeProgram scheme) {
        this.device = device;
        this.scheme = scheme;
    }

    /**
     * Finds the program that does what is planned.
     *
     * @throws CommandFailure that names device, port and what to do where there is none
     */
    static TofinoPlan of(Assignment assignment) {
        Device device = assignment.device();
        TofinoPlan tofino = checked(device, () -> new TofinoPlan(device, program(assignment)));
        assignment.switches().forEach(tofino::requireNoMarking);
        assignment.switches().forEach(tofino::requireHashedFlows);
        return tofino;
    }

    private static SchemeProgram program(Assignment assignment) {
        String name = scheme(assignment.device(), assignment.switches());
        if (name.isEmpty()) {
            return new PfcProgram(assignment);
        }
        SchemePorts ports = new SchemePorts(assignment);
        return switch (name) {
            case "portfc" -> new PortFcProgram(ports);
            case "ofc" -> new OfcProgram(ports);
            case "pyrrha" -> {
                Map<Node, SwitchPlan> switches = new HashMap<>();
                assignment.cell().switches().forEach(each -> switches.put(each.node(), each));
                yield new PyrrhaProgram(ports, switches);
            }
            default ->
                    throw CommandFailure.usage(
                            "%s: there is no P4 program of %s for a Tofino2"
                                    .formatted(assignment.device().name(), name),
                            "map its switches to a softwareSwitch, or choose " + KNOWN);
        };
    }

    /** The one scheme that runs on the device; empty where that is PFC, or none. */
    private static String scheme(Device device, List<SwitchPlan> plans) {
        String name = "";
        boolean pfc = false;
        for (SwitchPlan plan : plans) {
            for (PortFlowControl port : plan.config().getPortsList()) {
                List<NamedScheme> others =
                        port.getSchemesList().stream()
                                .filter(scheme -> !scheme.getName().equals(PfcType.NAME))
                                .toList();
                pfc |= others.size() < port.getSchemesCount();
                for (NamedScheme named : others) {
                    if (others.size() > 1 || !name.isEmpty() && !name.equals(named.getName())) {
                        throw CommandFailure.usage(
                                "%s: %s cannot be combined with another scheme on a Tofino2, which runs one P4 program"
                                        .formatted(device.name(), named.getName()),
                                "use one scheme on all of its ports, out of " + KNOWN);
                    }
                    name = named.getName();
                }
            }
        }
        if (pfc && !name.isEmpty()) {
            throw CommandFailure.usage(
                    "%s: pfc cannot be combined with %s, whose P4 program does not map packets to priorities"
                            .formatted(device.name(), name),
                    "remove pfc from its ports");
        }
        return name;
    }

    private void requireNoMarking(SwitchPlan plan) {
        for (EcnConfig marking : plan.config().getEcnMap().values()) {
            if (!marking.equals(EcnConfig.getDefaultInstance())) {
                throw CommandFailure.usage(
                        "%s: ECN marking on %s is not supported by the P4 program %s"
                                .formatted(
                                        device.name(), plan.node().name(), program().programName()),
                        "map %s to a softwareSwitch, or remove 'ecn'"
                                .formatted(plan.node().name()));
            }
        }
    }

    private void requireHashedFlows(SwitchPlan plan) {
        EcmpConfig.Choice choice = plan.config().getEcmp().getChoice();
        if (choice == EcmpConfig.Choice.DRILL || choice == EcmpConfig.Choice.SPRAY) {
            throw CommandFailure.usage(
                    "%s: the P4 program %s picks a port for each flow, not for each packet"
                            .formatted(device.name(), program().programName()),
                    "map %s to a softwareSwitch, or remove 'choice' from 'ecmp'"
                            .formatted(plan.node().name()));
        }
    }

    BundledProgram program() {
        return scheme.program();
    }

    /**
     * Table entries, then multicast groups.
     *
     * @throws CommandFailure where a value does not fit, or a table has no room
     */
    List<Message> entries() {
        List<Message> entries = checked(device, scheme::entries);
        requireRoom(entries);
        return entries;
    }

    /**
     * Rows of the fixed tables.
     *
     * @param schema of these tables
     * @throws CommandFailure where a port cannot be what it is to be
     */
    List<Message> rows(BfRtSchema schema) {
        TrafficRows rows = new TrafficRows(device, schema);
        checked(
                device,
                () -> {
                    scheme.addRows(rows);
                    return rows;
                });
        return rows.list();
    }

    /** The program as P4Runtime takes it; empty where the device has none. */
    ByteString bundle(CompiledProgram compiled) {
        return device.has(Service.P4RUNTIME) ? checked(device, compiled::bundle) : ByteString.EMPTY;
    }

    /**
     * The entries of a program as BF Runtime takes them.
     *
     * @param forwarding pipeline and entries of P4Runtime
     * @throws CommandFailure that names the table, action or field that the compiled program lacks
     */
    List<io.losslab.proto.bfrt.TableEntry> programRows(
            CompiledProgram compiled, BfRtSchema fixed, List<Message> forwarding) {
        try {
            return ProgramRows.of(
                    program().p4Info(),
                    fixed.with(compiled.tables()),
                    forwarding.subList(1, forwarding.size()));
        } catch (IllegalArgumentException e) {
            throw CommandFailure.usage(
                    "%s: compiled %s does not fit: %s"
                            .formatted(device.name(), compiled, e.getMessage()),
                    "compile t2na/%s.p4 of this version of losslab".formatted(compiled.name()),
                    e);
        }
    }

    private void requireRoom(List<Message> entries) {
        for (Table table : program().p4Info().getTablesList()) {
            long count =
                    entries.stream()
                            .filter(TableEntry.class::isInstance)
                            .map(TableEntry.class::cast)
                            .filter(entry -> entry.getTableId() == table.getPreamble().getId())
                            .count();
            if (count > table.getSize()) {
                throw CommandFailure.usage(
                        "%s needs %d entries in table %s, which holds %d"
                                .formatted(
                                        device.name(),
                                        count,
                                        table.getPreamble().getName(),
                                        table.getSize()),
                        "map fewer switches to %s".formatted(device.name()));
            }
        }
    }

    private static <T> T checked(Device device, Supplier<T> work) {
        try {
            return work.get();
        } catch (IllegalArgumentException e) {
            throw CommandFailure.usage(
                    "%s: %s".formatted(device.name(), e.getMessage()),
                    "correct the setting, or check bfrtTables",
                    e);
        }
    }
}
