package io.losslab.driver.bfrt;

import io.losslab.driver.bfrt.table.BfRtSchema;
import io.losslab.driver.bfrt.table.RowCodec;
import io.losslab.driver.bfrt.table.TableRow;
import io.losslab.driver.bfrt.table.TableSchema;
import io.losslab.proto.bfrt.Entity;
import io.losslab.proto.bfrt.TableEntry;
import io.losslab.proto.bfrt.TargetDevice;
import io.losslab.proto.bfrt.Update;
import io.losslab.proto.bfrt.WriteRequest;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Settings of ports and traffic manager as requests, made before there is a device, from the JSON
 * of its fixed tables. Each sets one row. Immutable.
 */
public final class TrafficTables {
    private final BfRtSchema schema;
    private final int deviceId;
    private final int clientId;
    private final String program;

    /**
     * Requests of one client.
     *
     * @param schema of the device's fixed tables
     * @param deviceId of the chip
     * @param clientId of the client that is to send them
     * @param program that the client is to be bound to
     */
    public TrafficTables(BfRtSchema schema, int deviceId, int clientId, String program) {
        this.schema = schema;
        this.deviceId = deviceId;
        this.clientId = clientId;
        this.program = program;
    }

    /**
     * Adds a port, or changes it, and turns it on.
     *
     * @param speed such as {@code BF_SPEED_100G}
     * @param fec such as {@code BF_FEC_TYP_RS}
     */
    public WriteRequest port(int devPort, String speed, String fec) {
        return request(
                BfRtClient.ALL_PIPES,
                Update.Type.INSERT_OR_MODIFY,
                PortTable.PORT,
                PortTable.enabled(devPort, speed, fec));
    }

    /**
     * Sets PFC at the MAC.
     *
     * @param sent bit i: PFC frames for priority i are sent
     * @param obeyed bit i: PFC frames for priority i are obeyed
     */
    public WriteRequest portPfc(int devPort, int sent, int obeyed) {
        return request(
                BfRtClient.ALL_PIPES,
                Update.Type.MODIFY,
                PortTable.PORT,
                PortTable.pfc(devPort, sent, obeyed));
    }

    /** Whether a port sends PFC frames. */
    public WriteRequest flowControl(int devPort, boolean pfc) {
        return request(
                BfRtClient.ALL_PIPES,
                Update.Type.MODIFY,
                TrafficManager.FLOW_CONTROL,
                TrafficManager.flowControl(devPort, pfc));
    }

    /**
     * Makes a priority group, or changes the one of that id.
     *
     * @param pipe of the group's port
     * @param ppgId 0..255, free in the pipe
     */
    public WriteRequest priorityGroup(int pipe, int ppgId, PriorityGroup group) {
        return request(
                pipe,
                Update.Type.INSERT_OR_MODIFY,
                TrafficManager.PPG,
                TrafficManager.group(ppgId, group));
    }

    /** Sets the buffer of a queue. */
    public WriteRequest queueBuffer(TrafficQueue queue, QueueBuffer buffer) {
        return request(
                queue.pipe(),
                Update.Type.MODIFY,
                TrafficManager.QUEUE_BUFFER,
                TrafficManager.buffer(queue, buffer));
    }

    /** Adds a port that gets back what it sends; parameters as in {@link #port}. */
    public WriteRequest loopPort(int devPort, String speed, String fec) {
        return request(
                BfRtClient.ALL_PIPES,
                Update.Type.INSERT_OR_MODIFY,
                PortTable.PORT,
                PortTable.looped(devPort, speed, fec));
    }

    /** Makes a queue obey received PFC of a priority, 1..7; priority 0 is what queues obey. */
    public WriteRequest obeyedPriority(TrafficQueue queue, int priority) {
        return queue(
                queue,
                TrafficManager.QUEUE,
                TrafficManager.at(queue).with("pfc_cos", (long) priority));
    }

    /** Makes a queue tell the ghost threads of its depth. */
    public WriteRequest depthReport(TrafficQueue queue) {
        return queue(
                queue,
                TrafficManager.QUEUE,
                TrafficManager.at(queue).with("depth_report_enable", true));
    }

    /** Serves a queue before all of other priorities. */
    public WriteRequest highestPriority(TrafficQueue queue) {
        return queue(queue, TrafficManager.QUEUE_SCHEDULER, TrafficManager.highest(queue));
    }

    /** Lets a program stop a queue (XOFF) rather than give it credit. */
    public WriteRequest stoppable(TrafficQueue queue) {
        return queue(queue, TrafficManager.QUEUE_SCHEDULER, TrafficManager.stoppable(queue));
    }

    /** Lets programs pause and resume queues of a pipe. */
    public WriteRequest advancedFlowControl(int pipe) {
        return request(
                pipe,
                Update.Type.MODIFY,
                TrafficManager.PIPE_SCHEDULER,
                TrafficManager.advancedFlowControl());
    }

    /** Turns the packet generator of a pipe on. */
    public WriteRequest generatorPort(int pipe) {
        return request(
                BfRtClient.ALL_PIPES,
                Update.Type.MODIFY,
                PacketGenerator.PORT,
                PacketGenerator.enabled(pipe));
    }

    /** Fills a generator's buffer with zeros from its beginning. */
    public WriteRequest generatorZeros(int pipe, int bytes) {
        return request(
                pipe, Update.Type.MODIFY, PacketGenerator.BUFFER, PacketGenerator.zeros(bytes));
    }

    /**
     * Generates packets, numbered from 0, again and again.
     *
     * @param packets of each period, 1..65536
     */
    public WriteRequest timerApplication(int pipe, int application, int packets, long periodNanos) {
        return request(
                pipe,
                Update.Type.MODIFY,
                PacketGenerator.APPLICATION,
                PacketGenerator.timer(application, packets, periodNanos));
    }

    /** Generates a packet each time the ingress deparser asks for one. */
    public WriteRequest deparserApplication(int pipe, int application) {
        return request(
                pipe,
                Update.Type.MODIFY,
                PacketGenerator.APPLICATION,
                PacketGenerator.deparser(application));
    }

    /** The table, the key and the fields of a request's row, for people. */
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

    /** In which fields the row of a request is not as it was sent, for people. */
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

    private WriteRequest queue(TrafficQueue queue, String table, TableRow row) {
        return request(queue.pipe(), Update.Type.MODIFY, table, row);
    }

    private WriteRequest request(int pipe, Update.Type type, String table, TableRow row) {
        TableEntry entry = new RowCodec(schema.table(table)).encode(row);
        return WriteRequest.newBuilder()
                .setTarget(target(deviceId, pipe))
                .setClientId(clientId)
                .setP4Name(program)
                .addUpdates(
                        Update.newBuilder()
                                .setType(type)
                                .setEntity(Entity.newBuilder().setTableEntry(entry)))
                .build();
    }

    static TargetDevice target(int deviceId, int pipe) {
        return TargetDevice.newBuilder()
                .setDeviceId(deviceId)
                .setPipeId(pipe)
                .setDirection(BfRtClient.ALL_DIRECTIONS)
                .setPrsrId(BfRtClient.ALL_PARSERS)
                .build();
    }
}
