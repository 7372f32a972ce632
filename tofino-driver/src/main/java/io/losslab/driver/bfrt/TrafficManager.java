package io.losslab.driver.bfrt;

import io.losslab.driver.bfrt.table.TableRow;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The traffic manager of a Tofino2 as rows of its fixed tables: buffer of queues, PFC, advanced
 * flow control. Sizes are cells of packet memory.
 */
final class TrafficManager {
    static final String FLOW_CONTROL = "tf2.tm.port.flowcontrol";
    static final String PPG = "tf2.tm.ppg.cfg";
    static final String QUEUE_BUFFER = "tf2.tm.queue.buffer";
    static final String QUEUE = "tf2.tm.queue.cfg";
    static final String QUEUE_SCHEDULER = "tf2.tm.queue.sched_cfg";
    static final String PIPE_SCHEDULER = "tf2.tm.pipe.sched_cfg";

    private static final int PRIORITIES = 8;

    private TrafficManager() {}

    /** Lets the ingress deparser's {@code adv_flow_ctl} pause and resume queues of a pipe. */
    static TableRow advancedFlowControl() {
        return TableRow.defaultEntry().with("advanced_flow_control_enable", true);
    }

    /** Lets a program stop this queue (XOFF) rather than give it credit. */
    static TableRow stoppable(TrafficQueue queue) {
        return at(queue).with("advanced_flow_control", "XOFF");
    }

    /** The device calls its highest priority 7. */
    static TableRow highest(TrafficQueue queue) {
        return at(queue).with("min_priority", "7").with("max_priority", "7");
    }

    static TableRow at(TrafficQueue queue) {
        return TableRow.at(key(queue));
    }

    /** Makes the port send PFC frames, or none; how it obeys them is set at the MAC. */
    static TableRow flowControl(int devPort, boolean pfc) {
        return TableRow.at(port(devPort)).with("mode_tx", pfc ? "PFC" : "NONE");
    }

    /** A priority group, whose id is free in the pipe of its port. */
    static TableRow group(int ppgId, PriorityGroup group) {
        TableRow row =
                TableRow.at(Map.of("ppg_id", (long) ppgId))
                        .doing("dev_port")
                        .with("dev_port", (long) group.devPort())
                        .with("pfc_enable", true)
                        .with("pfc_skid_max_cells", group.skidCells())
                        .with("guaranteed_cells", group.guaranteedCells())
                        .with("hysteresis_cells", group.hysteresisCells())
                        .with("pool_max_cells", group.poolMaxCells());
        for (int priority = 0; priority < PRIORITIES; priority++) {
            row = row.with("icos_" + priority, (group.priorities() >> priority & 1) != 0);
        }
        return row;
    }

    static TableRow buffer(TrafficQueue queue, QueueBuffer buffer) {
        return TableRow.at(key(queue))
                .doing("shared_pool")
                .with("guaranteed_cells", buffer.guaranteedCells())
                .with("hysteresis_cells", buffer.hysteresisCells())
                .with("tail_drop_enable", buffer.tailDrop())
                .with("pool_id", buffer.poolId())
                .with("pool_max_cells", buffer.poolMaxCells())
                .with("dynamic_baf", "DISABLE");
    }

    private static Map<String, Object> port(int devPort) {
        return Map.of("dev_port", (long) devPort);
    }

    private static Map<String, Object> key(TrafficQueue queue) {
        Map<String, Object> key = new LinkedHashMap<>();
        key.put("pg_id", (long) queue.portGroup());
        key.put("pg_queue", (long) queue.groupQueue());
        return key;
    }
}
