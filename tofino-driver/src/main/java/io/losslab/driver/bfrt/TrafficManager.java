package io.losslab.driver.bfrt;

import io.losslab.driver.DeviceException;
import io.losslab.proto.bfrt.Update;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The traffic manager of a Tofino2: buffer of queues, PFC, shapers, advanced flow control. Every
 * setting is read back; where it is refused or reads otherwise, a {@link DeviceException} names
 * table, key and field. Sizes are cells of {@link #cellBytes}.
 */
public final class TrafficManager {
    private static final String GLOBAL = "tf2.tm.cfg";
    private static final String POOL = "tf2.tm.pool.cfg";
    private static final String POOL_PFC = "tf2.tm.pool.app_pfc";
    private static final String SKID = "tf2.tm.pool.skid";
    private static final String PORT = "tf2.tm.port.cfg";
    static final String FLOW_CONTROL = "tf2.tm.port.flowcontrol";
    static final String PPG = "tf2.tm.ppg.cfg";
    static final String QUEUE_BUFFER = "tf2.tm.queue.buffer";
    static final String QUEUE = "tf2.tm.queue.cfg";
    static final String QUEUE_SCHEDULER = "tf2.tm.queue.sched_cfg";
    private static final String QUEUE_SHAPER = "tf2.tm.queue.sched_shaping";
    private static final String PORT_SCHEDULER = "tf2.tm.port.sched_cfg";
    private static final String PORT_SHAPER = "tf2.tm.port.sched_shaping";
    private static final String QUEUE_COUNTER = "tf2.tm.counter.queue";
    private static final String INGRESS_COUNTER = "tf2.tm.counter.ig_port";
    private static final String EGRESS_COUNTER = "tf2.tm.counter.eg_port";
    static final String PIPE_SCHEDULER = "tf2.tm.pipe.sched_cfg";

    private static final int PRIORITIES = 8;

    private final BfRtClient client;

    /** The traffic manager behind a client that is bound. */
    public TrafficManager(BfRtClient client) {
        this.client = client;
    }

    /** Bytes of a cell. */
    public long cellBytes() {
        return client.read(BfRtClient.ALL_PIPES, GLOBAL, Map.of()).number("cell_size_bytes");
    }

    /** Cells of the device's packet memory. */
    public long totalCells() {
        return client.read(BfRtClient.ALL_PIPES, GLOBAL, Map.of()).number("total_cells");
    }

    /**
     * Sets the size of a pool.
     *
     * @param pool such as {@code IG_APP_POOL_0} or {@code IG_SKID_POOL}
     */
    public void setPool(String pool, long cells) {
        modify(
                BfRtClient.ALL_PIPES,
                POOL,
                TableRow.at(Map.of("pool", pool)).with("size_cells", cells));
    }

    /** Sets how far the skid pool must empty before PFC resumes. */
    public void setSkidResume(long cells) {
        modify(
                BfRtClient.ALL_PIPES,
                SKID,
                TableRow.defaultEntry().with("resume_limit_cells", cells));
    }

    /** Sets the fill of a pool at which a priority is paused. */
    public void setPoolPfcLimit(String pool, int priority, long cells) {
        Map<String, Object> key = new LinkedHashMap<>();
        key.put("pool", pool);
        key.put("cos", (long) priority);
        modify(BfRtClient.ALL_PIPES, POOL_PFC, TableRow.at(key).with("pfc_limit_cells", cells));
    }

    /**
     * Makes the port send PFC frames, or none; how it obeys them is set at the MAC ({@link
     * PortTable}).
     */
    public void setFlowControl(int devPort, boolean pfc) {
        modify(BfRtClient.ALL_PIPES, FLOW_CONTROL, flowControl(devPort, pfc));
    }

    /**
     * Makes a priority group, or changes the one of that id.
     *
     * @param pipe of the group's port
     * @param ppgId 0..255, free in the pipe
     */
    public void setPriorityGroup(int pipe, int ppgId, PriorityGroup group) {
        client.set(pipe, Update.Type.INSERT_OR_MODIFY, PPG, group(ppgId, group));
    }

    /** Takes a priority group away: its priorities go back to the port's default group. */
    public void removePriorityGroup(int pipe, int ppgId) {
        client.write(
                pipe,
                Update.Type.DELETE,
                PPG,
                List.of(TableRow.at(Map.of("ppg_id", (long) ppgId))));
    }

    /**
     * Where a queue of a port is.
     *
     * @throws DeviceException where the port has no such queue
     */
    public TrafficQueue queue(int devPort, int queue) {
        TableRow row = client.read(BfRtClient.ALL_PIPES, PORT, port(devPort));
        long count = row.number("port_queues_count");
        if (queue < 0
                || queue >= count
                || !(row.data().get("egress_qid_queues") instanceof List<?> list)) {
            throw client.refused(
                    "table %s, dev_port=%d: the port has queues 0..%d, not %d"
                            .formatted(PORT, devPort, count - 1, queue));
        }
        return new TrafficQueue(
                devPort >> 7, (int) row.number("pg_id"), ((Long) list.get(queue)).intValue());
    }

    /** Sets the buffer of a queue. */
    public void setQueueBuffer(TrafficQueue queue, QueueBuffer buffer) {
        modify(queue.pipe(), QUEUE_BUFFER, buffer(queue, buffer));
    }

    /**
     * Limits the rate of a queue. The device rounds to what its shapers have, which is accepted up
     * to 3 %.
     *
     * @param kilobitsPerSecond above zero
     * @param burstBytes above zero
     */
    public void setQueueShaper(TrafficQueue queue, long kilobitsPerSecond, long burstBytes) {
        shape(queue.pipe(), QUEUE_SHAPER, key(queue), kilobitsPerSecond, burstBytes);
        modify(
                queue.pipe(),
                QUEUE_SCHEDULER,
                TableRow.at(key(queue)).with("max_rate_enable", true));
    }

    /** Limits the rate of a port, as {@link #setQueueShaper} does of a queue. */
    public void setPortShaper(int devPort, long kilobitsPerSecond, long burstBytes) {
        shape(BfRtClient.ALL_PIPES, PORT_SHAPER, port(devPort), kilobitsPerSecond, burstBytes);
        modify(
                BfRtClient.ALL_PIPES,
                PORT_SCHEDULER,
                TableRow.at(port(devPort)).with("max_rate_enable", true));
    }

    /** Lets the ingress deparser's {@code adv_flow_ctl} pause and resume queues of a pipe. */
    public void enableAdvancedFlowControl(int pipe) {
        modify(pipe, PIPE_SCHEDULER, advancedFlowControl());
    }

    /** Lets a program stop this queue (XOFF) rather than give it credit. */
    public void setAdvancedFlowControlXoff(TrafficQueue queue) {
        modify(queue.pipe(), QUEUE_SCHEDULER, stoppable(queue));
    }

    public UsageCounters queueCounters(TrafficQueue queue) {
        return UsageCounters.of(client.read(queue.pipe(), QUEUE_COUNTER, key(queue)));
    }

    public UsageCounters ingressCounters(int devPort) {
        return UsageCounters.of(client.read(BfRtClient.ALL_PIPES, INGRESS_COUNTER, port(devPort)));
    }

    public UsageCounters egressCounters(int devPort) {
        return UsageCounters.of(client.read(BfRtClient.ALL_PIPES, EGRESS_COUNTER, port(devPort)));
    }

    static TableRow advancedFlowControl() {
        return TableRow.defaultEntry().with("advanced_flow_control_enable", true);
    }

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

    static TableRow flowControl(int devPort, boolean pfc) {
        return TableRow.at(port(devPort)).with("mode_tx", pfc ? "PFC" : "NONE");
    }

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

    private void shape(
            int pipe, String table, Map<String, Object> key, long rate, long burstBytes) {
        client.set(
                pipe,
                Update.Type.MODIFY,
                table,
                TableRow.at(key)
                        .with("unit", "BPS")
                        .with("provisioning", "MIN_ERROR")
                        .with("max_rate", rate)
                        .with("max_burst_size", burstBytes),
                Set.of("max_rate", "max_burst_size"));
    }

    private void modify(int pipe, String table, TableRow row) {
        client.set(pipe, Update.Type.MODIFY, table, row);
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
