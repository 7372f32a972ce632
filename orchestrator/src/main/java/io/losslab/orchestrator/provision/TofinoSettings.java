package io.losslab.orchestrator.provision;

import com.google.protobuf.Message;
import io.losslab.api.topology.PortRef;
import io.losslab.driver.bfrt.BfRtSchema;
import io.losslab.driver.bfrt.PriorityGroup;
import io.losslab.driver.bfrt.QueueBuffer;
import io.losslab.driver.bfrt.TrafficQueue;
import io.losslab.driver.bfrt.TrafficTables;
import io.losslab.orchestrator.binding.Binding;
import io.losslab.orchestrator.plan.SwitchPlan;
import io.losslab.orchestrator.session.CommandFailure;
import io.losslab.orchestrator.testbed.Device;
import io.losslab.orchestrator.testbed.DevicePort;
import io.losslab.orchestrator.testbed.PortQueues;
import io.losslab.proto.v1.EcnConfig;
import io.losslab.proto.v1.PfcConfig;
import io.losslab.proto.v1.PortFlowControl;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Ports and PFC of a Tofino2 as rows of its fixed tables. Each priority of a port is a priority
 * group of its own; its queue leaves dropping to the ingress. The chip's packet memory is what it
 * is: the plan's buffer is not set. Pure.
 */
final class TofinoSettings {
    /** Program of every flow control that is not in the data plane. */
    static final String PROGRAM = "pfc_forward";

    /** The chip that a BF Runtime server with one has. */
    static final int CHIP = 0;

    /** Bytes of a cell of packet memory. Source: t2na/queue_depth.p4. */
    private static final long CELL_BYTES = 176;

    private static final int PIPE_SHIFT = 7;
    private static final int HIGHEST_PORT = 511;
    private static final int PRIORITIES = 8;
    private static final int HIGHEST_GROUP = 255;
    private static final long BITS_PER_GIGABIT = 1_000_000_000L;
    private static final long REED_SOLOMON_FROM_GIGABITS = 100;
    private static final String EGRESS_POOL = "EG_APP_POOL_0";

    private final Binding binding;
    private final Device device;
    private final TrafficTables tables;
    private final Map<Integer, Integer> groupsByPipe = new TreeMap<>();
    private final List<Message> rows = new ArrayList<>();

    TofinoSettings(Binding binding, Device device, BfRtSchema schema) {
        this.binding = binding;
        this.device = device;
        this.tables = new TrafficTables(schema, CHIP, clientId(device), PROGRAM);
    }

    /** The client id of BF Runtime is the election id of P4Runtime. */
    static int clientId(Device device) {
        return (int) device.electionId();
    }

    /**
     * Makes sure that a device can run what is planned.
     *
     * @throws CommandFailure that names device, port and what to do
     */
    static void requireKnown(Device device, List<SwitchPlan> plans) {
        for (SwitchPlan plan : plans) {
            for (PortFlowControl port : plan.config().getPortsList()) {
                if (port.getNamedCount() > 0) {
                    throw CommandFailure.usage(
                            ("%s is to run %s at port %d of %s, and what its program needs besides"
                                            + " the pipeline (packet generator, ghost thread,"
                                            + " multicast groups) is not planned")
                                    .formatted(
                                            device.name(),
                                            port.getNamed(0).getName(),
                                            port.getPort(),
                                            plan.node().name()),
                            "place %s on a softwareSwitch, or choose pfc or bifrost"
                                    .formatted(plan.node().name()));
                }
            }
            for (EcnConfig marking : plan.config().getEcnMap().values()) {
                if (!marking.equals(EcnConfig.getDefaultInstance())) {
                    throw CommandFailure.usage(
                            "%s is to mark ECN at %s, which program %s does not"
                                    .formatted(device.name(), plan.node().name(), PROGRAM),
                            "place %s on a softwareSwitch, or leave out ecn"
                                    .formatted(plan.node().name()));
                }
            }
        }
    }

    /**
     * Rows of all switches on the device.
     *
     * @throws CommandFailure where a port cannot be what it is to be
     */
    List<Message> of(List<SwitchPlan> plans) {
        for (SwitchPlan plan : plans) {
            for (PortFlowControl port : plan.config().getPortsList()) {
                DevicePort bound = binding.end(new PortRef(plan.node(), port.getPort())).port();
                if (bound.number() > HIGHEST_PORT) {
                    throw wrong(
                            bound,
                            "the number %d is no port of the chip".formatted(bound.number()),
                            "give it 'number: 0..%d'".formatted(HIGHEST_PORT));
                }
                try {
                    set(bound, port);
                } catch (IllegalArgumentException e) {
                    throw wrong(bound, e.getMessage(), "correct the setting, or check bfrtTables");
                }
            }
        }
        return rows;
    }

    private void set(DevicePort port, PortFlowControl control) {
        int priorities = control.hasPfc() ? control.getPfc().getPriorities() : 0;
        long gigabits = port.speed().bitsPerSecond() / BITS_PER_GIGABIT;
        rows.add(
                tables.port(
                        port.number(),
                        "BF_SPEED_%dG".formatted(gigabits),
                        gigabits >= REED_SOLOMON_FROM_GIGABITS
                                ? "BF_FEC_TYP_RS"
                                : "BF_FEC_TYP_NONE"));
        rows.add(tables.portPfc(port.number(), priorities, priorities));
        rows.add(tables.flowControl(port.number(), priorities != 0));
        for (int priority = 0; priority < PRIORITIES; priority++) {
            if ((priorities >> priority & 1) != 0) {
                lossless(port, priority, control.getPfc());
            }
        }
    }

    private void lossless(DevicePort port, int priority, PfcConfig pfc) {
        requireHardware(port, pfc);
        int pipe = port.number() >> PIPE_SHIFT;
        int ppgId = groupsByPipe.merge(pipe, 1, Integer::sum) - 1;
        if (ppgId > HIGHEST_GROUP) {
            throw wrong(
                    port,
                    "pipe %d has no priority group left".formatted(pipe),
                    "enable fewer priorities, or use ports of other pipes");
        }
        rows.add(
                tables.priorityGroup(
                        pipe,
                        ppgId,
                        PriorityGroup.of(
                                port.number(),
                                1 << priority,
                                pfc.getXoffBytes(),
                                pfc.getXonBytes(),
                                pfc.getHeadroomBytes(),
                                CELL_BYTES)));
        PortQueues queues =
                port.queues()
                        .orElseThrow(
                                () ->
                                        wrong(
                                                port,
                                                "the testbed file does not say where its queues are",
                                                "give it 'queues: {group: .., first: ..}': pg_id and"
                                                        + " the first of egress_qid_queues in table"
                                                        + " tf2.tm.port.cfg"));
        rows.add(
                tables.queueBuffer(
                        new TrafficQueue(pipe, queues.group(), queues.first() + priority),
                        new QueueBuffer(0, EGRESS_POOL, 0, 0, false)));
    }

    private void requireHardware(DevicePort port, PfcConfig pfc) {
        if (pfc.getThreshold() != PfcConfig.Threshold.STATIC) {
            throw wrong(
                    port,
                    "its pfc has a dynamic threshold, whose alpha a Tofino2 has in steps of its own",
                    "give pfc 'xoff' and 'xon'");
        }
        if (pfc.getTimer() != PfcConfig.Timer.QUANTA) {
            throw wrong(
                    port,
                    "its pfc pauses until RESUME, and a Tofino2's frames carry quanta",
                    "give pfc 'timer: quanta'");
        }
    }

    private CommandFailure wrong(DevicePort port, String problem, String advice) {
        return CommandFailure.usage(
                "%s port %s: %s".formatted(device.name(), port.label(), problem), advice);
    }
}
