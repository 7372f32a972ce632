package io.losslab.devices.tofino2.program;

import com.google.protobuf.Message;
import io.losslab.api.units.Nanos;
import io.losslab.configs.testbed.Device;
import io.losslab.configs.testbed.DevicePort;
import io.losslab.devices.failure.CommandFailure;
import io.losslab.driver.bfrt.PriorityGroup;
import io.losslab.driver.bfrt.QueueBuffer;
import io.losslab.driver.bfrt.TrafficTables;
import io.losslab.driver.bfrt.table.BfRtSchema;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

/**
 * Rows of a Tofino2's fixed tables in the making: ports, traffic manager, packet generator. The
 * chip's packet memory is what it is: the plan's buffer is not set. Not thread safe.
 */
public final class TrafficRows {
    private static final long BITS_PER_GIGABIT = 1_000_000_000L;
    private static final long REED_SOLOMON_FROM_GIGABITS = 100;

    // A chip begins with a headroom of no cells, whatever its groups have, and with cells for the
    // default groups of ports. All that came in may take less than the chip has. Sources:
    // BF_TM_SKID_POOL_SIZE, BF_TM_IG_GLB_MIN_LIMIT, BF_TM_IG_GLB_CELL_LIMIT, and
    // BF_TM_TOF2_BUFFER_CELLS of the SDE.
    private static final String SKID_POOL = "IG_SKID_POOL";
    private static final String GUARANTEED_POOL = "IG_EG_GUARANTEED_MIN";
    private static final long DEFAULT_GUARANTEED_CELLS = 0x6000;
    private static final long INGRESS_CELLS = 256_000;
    private static final long CELLS = 384 * 1024;

    private static final String EGRESS_POOL = "EG_APP_POOL_0";

    private static final int HIGHEST_PRIORITY = 7;

    // Applications of the packet generator, and zeros that the longest frame takes. Source:
    // t2na/sizes.p4.
    private static final int APPLICATION_TIMER = 1;
    private static final int APPLICATION_SIGNAL = 2;
    private static final int ZEROS_BYTES = 64;
    private static final long MOST_PACKETS = 1 << 16;
    private static final long LONGEST_SWEEP_NANOS = (1L << 32) - 1;

    private final Device device;
    private final TrafficTables tables;
    private final GroupIds groups;
    private final List<PriorityGroup> made = new ArrayList<>();
    private final List<Message> rows = new ArrayList<>();

    /** No rows yet. */
    public TrafficRows(Device device, BfRtSchema schema) {
        this.device = device;
        this.tables = new TrafficTables(schema, TofinoKeys.CHIP, TofinoKeys.clientId(device));
        this.groups = new GroupIds(TofinoKeys.of(device).groups().orElse(List.of()));
    }

    /** All so far; the pools come before the priority groups that have their cells from them. */
    public List<Message> list() {
        if (made.isEmpty()) {
            return rows;
        }
        List<HeldGroup> kept = groups.kept();
        long guaranteedCells =
                made.stream().mapToLong(PriorityGroup::guaranteedCells).sum()
                        + kept.stream().mapToLong(HeldGroup::guaranteedCells).sum()
                        + DEFAULT_GUARANTEED_CELLS;
        long skidCells =
                made.stream().mapToLong(PriorityGroup::skidCells).sum()
                        + kept.stream().mapToLong(HeldGroup::skidCells).sum();
        long cells = guaranteedCells + skidCells;
        requireCells(cells);
        List<Message> all = new ArrayList<>();
        if (cells > INGRESS_CELLS) {
            all.add(tables.unlimitedIngress());
        }
        all.add(tables.poolSize(GUARANTEED_POOL, guaranteedCells));
        all.add(tables.poolSize(SKID_POOL, skidCells));
        all.addAll(rows);
        return all;
    }

    private void requireCells(long cells) {
        if (cells > CELLS) {
            throw CommandFailure.usage(
                    "%s: XOFF and headroom of its priority groups and default groups are %d cells of %d B, but the chip has %d"
                            .formatted(device.name(), cells, CellLevels.CELL_BYTES, CELLS),
                    "reduce 'xoff' or 'headroom', enable fewer priorities, or map fewer switches"
                            + " to %s".formatted(device.name()));
        }
    }

    /** A port that is on. */
    void port(DevicePort port, int pausedPriorities) {
        requireNumber(port);
        rows.add(tables.port(port.number(), speed(port), correction(port)));
        rows.add(tables.portPfc(port.number(), pausedPriorities, pausedPriorities));
        rows.add(tables.flowControl(port.number(), pausedPriorities != 0));
    }

    /** A port that is on and gets back what it sends. */
    void loopPort(DevicePort port) {
        requireNumber(port);
        rows.add(tables.loopPort(port.number(), speed(port), correction(port)));
    }

    /** PFC of a priority as a priority group of its own. */
    void priorityGroup(
            DevicePort port, int priority, long xoffBytes, long xonBytes, long headroomBytes) {
        int pipe = PortPlace.pipeOf(port);
        int ppgId =
                groups.take(port, priority)
                        .orElseThrow(
                                () ->
                                        wrong(
                                                port,
                                                "pipe %d has no free priority group for ports %s: the chip has %d for them"
                                                        .formatted(
                                                                pipe,
                                                                GroupIds.neighbours(port),
                                                                GroupIds.MOST_OF_HALF),
                                                "enable fewer priorities, use other ports, or"
                                                        + " delete groups of ports that the experiment"
                                                        + " does not use"));
        PriorityGroup group = group(port, priority, xoffBytes, xonBytes, headroomBytes);
        made.add(group);
        rows.add(tables.priorityGroup(pipe, ppgId, group));
    }

    private PriorityGroup group(
            DevicePort port, int priority, long xoffBytes, long xonBytes, long headroomBytes) {
        try {
            return PriorityGroup.of(
                    port.number(),
                    1 << priority,
                    xoffBytes,
                    xonBytes,
                    headroomBytes,
                    CellLevels.CELL_BYTES);
        } catch (IllegalArgumentException e) {
            throw wrong(port, e.getMessage(), "correct 'xoff', 'xon', or 'headroom'");
        }
    }

    /** A queue that leaves dropping to the ingress. */
    void lossless(PortPlace place, int queue) {
        rows.add(
                tables.queueBuffer(
                        place.queue(queue), new QueueBuffer(0, EGRESS_POOL, 0, 0, false)));
    }

    /** A queue that obeys received PFC; priority 0 is what every queue obeys. */
    void obeys(PortPlace place, int queue, int priority) {
        if (priority != 0) {
            rows.add(tables.obeyedPriority(place.queue(queue), priority));
        }
    }

    /** The first queues of a port: lossless, and their depths are reported. */
    void losslessAndReported(PortPlace place, int queues) {
        for (int queue = 0; queue < queues; queue++) {
            lossless(place, queue);
            reported(place, queue);
        }
    }

    /** A queue whose depth is reported to the ghost thread. */
    void reported(PortPlace place, int queue) {
        rows.add(tables.depthReport(place.queue(queue)));
    }

    /** A queue that the program stops. */
    void stoppable(PortPlace place, int queue) {
        rows.add(tables.stoppable(place.queue(queue)));
    }

    /** A queue that goes before all others. */
    void first(PortPlace place, int queue) {
        rows.add(tables.priority(place.queue(queue), HIGHEST_PRIORITY));
    }

    /** A queue that goes before all others but the first. */
    void second(PortPlace place, int queue) {
        rows.add(tables.priority(place.queue(queue), HIGHEST_PRIORITY - 1));
    }

    /** Depth reports, advanced flow control and the packet generator of pipes. */
    void generators(Collection<Integer> pipes, int sweptPackets) {
        Nanos sweep =
                TofinoKeys.of(device)
                        .sweep()
                        .orElseThrow(
                                () ->
                                        CommandFailure.usage(
                                                "%s: 'sweep', the interval at which the packet generator inspects queues, is missing in the testbed file"
                                                        .formatted(device.name()),
                                                "set 'sweep: TIME' of %s, such as 5us: it bounds the delay of a RESUME"
                                                        .formatted(device.name())));
        int packets = Math.max(1, sweptPackets);
        Nanos least = new Nanos(packets * TrafficTables.GENERATED_PACKET_NANOS);
        if (packets > MOST_PACKETS
                || sweep.nanos() < least.nanos()
                || sweep.nanos() > LONGEST_SWEEP_NANOS) {
            throw CommandFailure.usage(
                    "%s: a sweep needs %d packets, at most %d, which take %s; its interval is %s"
                            .formatted(device.name(), packets, MOST_PACKETS, least, sweep),
                    "use a longer 'sweep' for %s, at most 4s, or fewer ports or queues"
                            .formatted(device.name()));
        }
        for (int pipe : pipes) {
            rows.add(tables.everyDepth(pipe));
            rows.add(tables.advancedFlowControl(pipe));
            rows.add(tables.generatorZeros(pipe, ZEROS_BYTES));
            rows.add(tables.deparserApplication(pipe, APPLICATION_SIGNAL));
            rows.add(tables.timerApplication(pipe, APPLICATION_TIMER, packets, sweep.nanos()));
            rows.add(tables.generatorPort(pipe));
        }
    }

    private void requireNumber(DevicePort port) {
        if (!PortPlace.isPort(port.number())) {
            throw wrong(
                    port,
                    "%d is not a port number of the chip".formatted(port.number()),
                    "set 'number' to " + PortPlace.NUMBERS);
        }
    }

    private static String speed(DevicePort port) {
        return "BF_SPEED_%dG".formatted(gigabits(port));
    }

    /** Of two names for one kind, that by which the SDE reads it back. */
    private static String correction(DevicePort port) {
        return gigabits(port) >= REED_SOLOMON_FROM_GIGABITS
                ? "BF_FEC_TYP_REED_SOLOMON"
                : "BF_FEC_TYP_NONE";
    }

    private static long gigabits(DevicePort port) {
        return port.speed().bitsPerSecond() / BITS_PER_GIGABIT;
    }

    private CommandFailure wrong(DevicePort port, String problem, String advice) {
        return CommandFailure.usage(
                "%s port %s: %s".formatted(device.name(), port.label(), problem), advice);
    }
}
