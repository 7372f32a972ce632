package io.losslab.driver.bfrt;

import io.losslab.driver.bfrt.table.BfRtSchema;
import io.losslab.driver.bfrt.table.RowCodec;
import io.losslab.driver.bfrt.table.TableRow;
import io.losslab.driver.bfrt.table.TableSchema;
import io.losslab.proto.bfrt.DataField;
import io.losslab.proto.bfrt.Entity;
import io.losslab.proto.bfrt.TableData;
import io.losslab.proto.bfrt.TableEntry;
import io.losslab.proto.bfrt.Update;
import io.losslab.proto.bfrt.WriteRequest;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Settings of ports, traffic manager and packet generator of a Tofino2 as requests, made before
 * there is a device, from the JSON of its fixed tables. Each sets one row. Sizes are cells of
 * packet memory. Immutable.
 */
public final class TrafficTables {
    /** Each generated packet of a period takes so long. */
    public static final long GENERATED_PACKET_NANOS = PacketGenerator.PACKET_NANOS;

    private static final String PORT = "$PORT";
    private static final String FLOW_CONTROL = "tf2.tm.port.flowcontrol";
    static final String PRIORITY_GROUP = "tf2.tm.ppg.cfg";
    private static final String CHIP = "tf2.tm.cfg";
    private static final String POOL = "tf2.tm.pool.cfg";
    private static final String QUEUE_BUFFER = "tf2.tm.queue.buffer";
    private static final String QUEUE = "tf2.tm.queue.cfg";
    private static final String QUEUE_SCHEDULER = "tf2.tm.queue.sched_cfg";
    private static final String PIPE = "tf2.tm.pipe.cfg";
    private static final String PIPE_SCHEDULER = "tf2.tm.pipe.sched_cfg";
    private static final int PRIORITIES = 8;

    /** Of a port's fields; SPEED_ID of the SDE. */
    private static final int SPEED = 1;

    private static final String INGRESS_POOL = "IG_APP_POOL_0";
    private static final String STATIC = "DISABLE";

    private final BfRtSchema schema;
    private final int deviceId;
    private final int clientId;

    /**
     * Requests of one client.
     *
     * @param schema of the device's fixed tables
     * @param deviceId of the chip
     * @param clientId of the client that is to send them
     */
    public TrafficTables(BfRtSchema schema, int deviceId, int clientId) {
        this.schema = schema;
        this.deviceId = deviceId;
        this.clientId = clientId;
    }

    /**
     * Adds a port, or changes it, and enables it.
     *
     * @param speed such as {@code BF_SPEED_100G}
     * @param fec such as {@code BF_FEC_TYP_REED_SOLOMON}, which reads back as it is; {@code
     *     BF_FEC_TYP_RS} reads back by the other name
     */
    public WriteRequest port(int devPort, String speed, String fec) {
        return added(PORT, enabled(devPort, speed, fec));
    }

    /** Adds a port whose MAC loops back what it sends; parameters as in {@link #port}. */
    public WriteRequest loopPort(int devPort, String speed, String fec) {
        return added(PORT, enabled(devPort, speed, fec).with("$LOOPBACK_MODE", "BF_LPBK_MAC_NEAR"));
    }

    /**
     * Sets PFC at the MAC.
     *
     * @param sent bit i: PFC frames for priority i are sent
     * @param obeyed bit i: PFC frames for priority i are obeyed
     */
    public WriteRequest portPfc(int devPort, int sent, int obeyed) {
        return changed(
                PORT,
                TableRow.at("$DEV_PORT", devPort)
                        .with("$TX_PFC_EN_MAP", (long) sent)
                        .with("$RX_PFC_EN_MAP", (long) obeyed));
    }

    /** Whether a port sends PFC frames; whether it obeys them is set at the MAC. */
    public WriteRequest flowControl(int devPort, boolean pfc) {
        return changed(
                FLOW_CONTROL,
                TableRow.at("dev_port", devPort).with("mode_tx", pfc ? "PFC" : "NONE"));
    }

    /**
     * Makes a priority group. The device refuses an id that is taken, and does not move a group to
     * another port. All settings of the buffer are sent: a new group has what is not sent from the
     * one that was deleted. Source: bf_tm_ppg_free of the SDE.
     *
     * @param pipe of the group's port
     * @param ppgId 1..255, free in the pipe
     */
    public WriteRequest priorityGroup(int pipe, int ppgId, PriorityGroup group) {
        TableRow row =
                TableRow.at("ppg_id", ppgId)
                        .doing("dev_port")
                        .with("dev_port", (long) group.devPort())
                        .with("pfc_enable", true)
                        .with("pfc_skid_max_cells", group.skidCells())
                        .with("guaranteed_cells", group.guaranteedCells())
                        .with("hysteresis_cells", group.hysteresisCells())
                        .with("pool_id", INGRESS_POOL)
                        .with("pool_max_cells", group.poolMaxCells())
                        .with("dynamic_baf", STATIC);
        for (int priority = 0; priority < PRIORITIES; priority++) {
            row = row.with("icos_" + priority, (group.priorities() >> priority & 1) != 0);
        }
        return request(pipe, Update.Type.INSERT, PRIORITY_GROUP, row);
    }

    /**
     * Sets the size of a pool of the chip.
     *
     * @param pool such as {@code IG_SKID_POOL}, out of which priority groups have their headroom
     */
    public WriteRequest poolSize(String pool, long cells) {
        return changed(POOL, new TableRow(Map.of("pool", pool), "", Map.of("size_cells", cells)));
    }

    /** Lets packets that came in take all cells; by default the chip has a limit for them. */
    public WriteRequest unlimitedIngress() {
        return changed(CHIP, TableRow.defaultEntry().with("ig_buffer_limit_enable", false));
    }

    /** Sets the buffer of a queue. */
    public WriteRequest queueBuffer(TrafficQueue queue, QueueBuffer buffer) {
        return changed(
                queue.pipe(),
                QUEUE_BUFFER,
                at(queue)
                        .doing("shared_pool")
                        .with("guaranteed_cells", buffer.guaranteedCells())
                        .with("hysteresis_cells", buffer.hysteresisCells())
                        .with("tail_drop_enable", buffer.tailDrop())
                        .with("pool_id", buffer.poolId())
                        .with("pool_max_cells", buffer.poolMaxCells())
                        .with("dynamic_baf", STATIC));
    }

    /** Makes a queue obey received PFC of a priority, 1..7; by default queues obey priority 0. */
    public WriteRequest obeyedPriority(TrafficQueue queue, int priority) {
        return changed(queue.pipe(), QUEUE, at(queue).with("pfc_cos", (long) priority));
    }

    /**
     * Reports each change of the depth of queues of a pipe; by default only depths that cross a
     * threshold of color are. Source: bf_tm_qstat_report_mode_set of the SDE.
     */
    public WriteRequest everyDepth(int pipe) {
        return changed(pipe, PIPE, TableRow.defaultEntry().with("queue_depth_report_mode", "ANY"));
    }

    /** Makes a queue report its depth to the ghost threads. */
    public WriteRequest depthReport(TrafficQueue queue) {
        return changed(queue.pipe(), QUEUE, at(queue).with("depth_report_enable", true));
    }

    /**
     * Serves a queue before all of lower priorities.
     *
     * @param priority 0, which queues begin with, to 7
     */
    public WriteRequest priority(TrafficQueue queue, int priority) {
        String level = String.valueOf(priority);
        TableRow row = at(queue).with("min_priority", level).with("max_priority", level);
        return changed(queue.pipe(), QUEUE_SCHEDULER, row);
    }

    /** Lets a program stop a queue (XOFF) rather than give it credit. */
    public WriteRequest stoppable(TrafficQueue queue) {
        TableRow row = at(queue).with("advanced_flow_control", "XOFF");
        return changed(queue.pipe(), QUEUE_SCHEDULER, row);
    }

    /** Lets the ingress deparser's {@code adv_flow_ctl} pause and resume queues of a pipe. */
    public WriteRequest advancedFlowControl(int pipe) {
        return changed(
                pipe,
                PIPE_SCHEDULER,
                TableRow.defaultEntry().with("advanced_flow_control_enable", true));
    }

    /** Enables the packet generator of a pipe. */
    public WriteRequest generatorPort(int pipe) {
        return changed(PacketGenerator.PORT, PacketGenerator.enabled(pipe));
    }

    /** Fills a generator's buffer with zeros from its beginning. */
    public WriteRequest generatorZeros(int pipe, int bytes) {
        return changed(pipe, PacketGenerator.BUFFER, PacketGenerator.zeros(bytes));
    }

    /**
     * Generates packets periodically, numbered from 0 in each period.
     *
     * @param packets of each period, 1..65536
     * @param periodNanos at least {@link #GENERATED_PACKET_NANOS} for each packet
     */
    public WriteRequest timerApplication(int pipe, int application, int packets, long periodNanos) {
        return changed(
                pipe,
                PacketGenerator.APPLICATION,
                PacketGenerator.timer(application, packets, periodNanos));
    }

    /** Generates a packet each time the ingress deparser asks for one. */
    public WriteRequest deparserApplication(int pipe, int application) {
        return changed(pipe, PacketGenerator.APPLICATION, PacketGenerator.deparser(application));
    }

    /**
     * What is to be sent of a request, in this order. Of a port that keeps its speed, only fields
     * that differ: the SDE disables a port that is sent a speed, and deletes and adds it, whichever
     * it has. An application of the packet generator is stopped first, and only stopped where it is
     * to be as if never set: the SDE sets none that runs, and none without a length. Sources:
     * BfRtPortCfgTable::tableEntryMod, pipe_mgr_tof2_pktgen_reg_pgr_app_ctrl,
     * pipe_mgr_tof2_pktgen_cfg_app_conf_check.
     *
     * @param present what is there of the row
     */
    public static List<WriteRequest> changes(WriteRequest request, WriteRequest present) {
        if (!PacketGenerator.isApplication(entry(request))) {
            return List.of(change(request, present));
        }
        List<WriteRequest> changes = new ArrayList<>();
        if (PacketGenerator.isRunning(entry(present))) {
            WriteRequest.Builder stop = request.toBuilder();
            stop.getUpdatesBuilder(0)
                    .getEntityBuilder()
                    .getTableEntryBuilder()
                    .setData(PacketGenerator.stopped());
            changes.add(stop.build());
        }
        if (!PacketGenerator.isUnset(entry(request))) {
            changes.add(request);
        }
        return changes;
    }

    private static WriteRequest change(WriteRequest request, WriteRequest present) {
        List<DataField> held = data(present).getFieldsList();
        boolean keepsSpeed =
                request.getUpdates(0).getType() == Update.Type.INSERT_OR_MODIFY
                        && held.stream().anyMatch(field -> field.getFieldId() == SPEED)
                        && data(request).getFieldsList().stream()
                                .filter(field -> field.getFieldId() == SPEED)
                                .allMatch(held::contains);
        if (!keepsSpeed) {
            return request;
        }
        WriteRequest.Builder change = request.toBuilder();
        change.getUpdatesBuilder(0)
                .getEntityBuilder()
                .getTableEntryBuilder()
                .getDataBuilder()
                .clearFields()
                .addAllFields(
                        data(request).getFieldsList().stream()
                                .filter(field -> !held.contains(field))
                                .toList());
        return change.build();
    }

    private static TableData data(WriteRequest request) {
        return entry(request).getData();
    }

    private static TableEntry entry(WriteRequest request) {
        return request.getUpdates(0).getEntity().getTableEntry();
    }

    /** The table, the key and the fields of a request's row, for users. */
    public static String describe(BfRtSchema schema, WriteRequest request) {
        TableEntry entry = request.getUpdates(0).getEntity().getTableEntry();
        return schema.table(entry.getTableId())
                .map(
                        table -> {
                            TableRow row = new RowCodec(table).decode(entry);
                            return "table %s, %s: %s"
                                    .formatted(
                                            table.name(),
                                            row.keyText(),
                                            row.data().isEmpty() ? "no entry" : row.dataText());
                        })
                .orElseGet(
                        () ->
                                "table id %s"
                                        .formatted(Integer.toUnsignedString(entry.getTableId())));
    }

    /** In which fields the row of a request is not as it was sent, for users. */
    public static String difference(BfRtSchema schema, WriteRequest sent, WriteRequest read) {
        TableEntry entry = sent.getUpdates(0).getEntity().getTableEntry();
        Optional<TableSchema> table = schema.table(entry.getTableId());
        if (table.isEmpty()) {
            return describe(schema, sent);
        }
        RowCodec codec = new RowCodec(table.get());
        TableRow wanted = codec.decode(entry);
        TableRow found = codec.decode(read.getUpdates(0).getEntity().getTableEntry());
        List<String> fields = new ArrayList<>();
        wanted.data()
                .forEach(
                        (field, value) -> {
                            Object now = found.data().get(field);
                            if (!value.equals(now)) {
                                fields.add(
                                        "%s: set %s, read %s"
                                                .formatted(
                                                        field,
                                                        value,
                                                        now == null ? "nothing" : now));
                            }
                        });
        return "table %s, %s: %s"
                .formatted(
                        table.get().name(),
                        wanted.keyText(),
                        fields.isEmpty() ? "another action" : String.join(", ", fields));
    }

    private static TableRow enabled(int devPort, String speed, String fec) {
        return TableRow.at("$DEV_PORT", devPort)
                .with("$SPEED", speed)
                .with("$FEC", fec)
                .with("$PORT_ENABLE", true);
    }

    private static TableRow at(TrafficQueue queue) {
        return TableRow.at("pg_id", queue.portGroup(), "pg_queue", queue.groupQueue());
    }

    /** A row that may be new, of all pipes. */
    private WriteRequest added(String table, TableRow row) {
        return request(BfRtClient.ALL_PIPES, Update.Type.INSERT_OR_MODIFY, table, row);
    }

    /** A row that is there, of all pipes. */
    private WriteRequest changed(String table, TableRow row) {
        return changed(BfRtClient.ALL_PIPES, table, row);
    }

    /** A row that is there, of one pipe. */
    private WriteRequest changed(int pipe, String table, TableRow row) {
        return request(pipe, Update.Type.MODIFY, table, row);
    }

    private WriteRequest request(int pipe, Update.Type type, String table, TableRow row) {
        TableEntry entry = new RowCodec(schema.table(table)).encode(row);
        return WriteRequest.newBuilder()
                .setTarget(BfRtRequests.target(deviceId, pipe))
                .setClientId(clientId)
                .addUpdates(
                        Update.newBuilder()
                                .setType(type)
                                .setEntity(Entity.newBuilder().setTableEntry(entry)))
                .build();
    }
}
