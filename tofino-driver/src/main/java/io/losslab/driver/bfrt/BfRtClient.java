package io.losslab.driver.bfrt;

import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.losslab.driver.DeviceChannel;
import io.losslab.driver.DeviceException;
import io.losslab.driver.bfrt.table.BfRtSchema;
import io.losslab.driver.bfrt.table.RowCodec;
import io.losslab.driver.bfrt.table.TableSchema;
import io.losslab.proto.bfrt.BfRuntimeGrpc;
import io.losslab.proto.bfrt.Entity;
import io.losslab.proto.bfrt.Error;
import io.losslab.proto.bfrt.ForwardingPipelineConfig;
import io.losslab.proto.bfrt.GetForwardingPipelineConfigRequest;
import io.losslab.proto.bfrt.GetForwardingPipelineConfigResponse;
import io.losslab.proto.bfrt.ReadRequest;
import io.losslab.proto.bfrt.TableEntry;
import io.losslab.proto.bfrt.Update;
import io.losslab.proto.bfrt.WriteRequest;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * A session with a Tofino over BF Runtime. {@link #open} comes first, then {@link #bind} or {@link
 * #bindRunning}; requests of {@link TrafficTables} can be sent after that. Calls block and fail
 * with a {@link DeviceException} that names table, key and field. For one thread.
 */
public final class BfRtClient implements AutoCloseable {
    /** Stands for all pipes of a device. */
    public static final int ALL_PIPES = 0xFFFF;

    /** What the SDE calls the program of a chip that has none. */
    private static final String NO_PROGRAM = "$SHARED";

    private static final String PORTS = "$PORT";

    private final DeviceChannel channel;
    private final int deviceId;
    private final int clientId;
    private final BfRuntimeGrpc.BfRuntimeBlockingStub stub;
    private BfRtSession session;
    private boolean bound;
    private BfRtSchema schema = BfRtSchema.parse(List.of());

    /**
     * A client yet to be opened.
     *
     * @param deviceId of the chip, 0 where there is one
     * @param clientId that no other client of the device has
     */
    public BfRtClient(DeviceChannel channel, int deviceId, int clientId) {
        this.channel = channel;
        this.deviceId = deviceId;
        this.clientId = clientId;
        this.stub = BfRuntimeGrpc.newBlockingStub(channel.channel());
        this.session = new BfRtSession(channel);
    }

    /** Subscribes: the session begins. */
    public void open() {
        session.subscribe(deviceId, clientId);
    }

    /** Binds to a program that the device runs, and learns its tables. */
    public void bind(String p4Name) {
        try {
            channel.unary(
                    BfRuntimeGrpc.getSetForwardingPipelineConfigMethod(),
                    BfRtRequests.binding(deviceId, clientId, p4Name));
        } catch (DeviceException e) {
            throw e.getCause() instanceof StatusRuntimeException status
                            && status.getStatus().getCode() == Status.Code.ALREADY_EXISTS
                    ? channel.refused(
                            "another client controls program %s (%s)"
                                    .formatted(p4Name, status.getStatus().getDescription()),
                            "stop the other client",
                            status)
                    : e;
        }
        bound = true;
        learn();
    }

    /** Whether it was bound to a program, and no {@link #load} has failed since. */
    public boolean isBound() {
        return bound;
    }

    /**
     * Binds to whatever the device runs, and learns its tables.
     *
     * @return the program, if it runs one
     */
    public Optional<ForwardingPipelineConfig> bindRunning() {
        Optional<ForwardingPipelineConfig> running = learn();
        bind(running.map(ForwardingPipelineConfig::getP4Name).orElse(NO_PROGRAM));
        return running;
    }

    /**
     * Learns the tables of the device and of its program without being bound, or even open.
     *
     * @return the program, if it runs one
     */
    public Optional<ForwardingPipelineConfig> learn() {
        GetForwardingPipelineConfigResponse answer =
                channel.unary(
                        BfRuntimeGrpc.getGetForwardingPipelineConfigMethod(),
                        GetForwardingPipelineConfigRequest.newBuilder()
                                .setDeviceId(deviceId)
                                .setClientId(clientId)
                                .build());
        List<String> documents = new ArrayList<>();
        for (ForwardingPipelineConfig config : answer.getConfigList()) {
            documents.add(config.getBfruntimeInfo().toStringUtf8());
        }
        if (answer.hasNonP4Config()) {
            documents.add(answer.getNonP4Config().getBfruntimeInfo().toStringUtf8());
        }
        if (answer.getConfigCount() > 1) {
            throw channel.failed(
                    "it runs %d programs".formatted(answer.getConfigCount()),
                    "start it with one program, or none",
                    null);
        }
        schema = RowErrors.understood(channel, () -> BfRtSchema.parse(documents));
        return answer.getConfigList().stream().findFirst();
    }

    /** The tables of the device, as it was last asked. */
    public BfRtSchema schema() {
        return schema;
    }

    /**
     * Loads a program in place of whatever the device runs, which resets the chip, and binds to it.
     * The session begins anew: a device ends those that are bound to a program that goes. If it
     * refuses the program, what ran before is loaded again.
     */
    public void load(ForwardingPipelineConfig program, Optional<ForwardingPipelineConfig> before) {
        bound = false;
        session.close();
        session = new BfRtSession(channel);
        open();
        try {
            send(program);
        } catch (DeviceException refused) {
            if (!isAnswer(refused)) {
                throw refused;
            }
            throw notLoaded(program, before, refused);
        }
        bind(program.getP4Name());
    }

    private static boolean isAnswer(DeviceException e) {
        return e.getCause() instanceof StatusRuntimeException status
                && status.getStatus().getCode() != Status.Code.UNAVAILABLE
                && status.getStatus().getCode() != Status.Code.DEADLINE_EXCEEDED;
    }

    private void send(ForwardingPipelineConfig program) {
        channel.loading()
                .unary(
                        BfRuntimeGrpc.getSetForwardingPipelineConfigMethod(),
                        BfRtRequests.loading(deviceId, clientId, program));
    }

    private DeviceException notLoaded(
            ForwardingPipelineConfig program,
            Optional<ForwardingPipelineConfig> before,
            DeviceException refused) {
        String now = "the device may run no program now";
        if (before.isPresent()) {
            try {
                send(before.get());
                bind(before.get().getP4Name());
                now = "program %s was loaded again".formatted(before.get().getP4Name());
            } catch (DeviceException again) {
                refused.addSuppressed(again);
            }
        }
        return channel.refused(
                "program %s cannot be loaded: %s; %s"
                        .formatted(
                                program.getP4Name(),
                                refused.getCause() instanceof StatusRuntimeException status
                                        ? status.getStatus().getDescription()
                                        : refused.getMessage(),
                                now),
                "see the log of the switch's bf_switchd, and check that the program was compiled"
                        + " for its chip and SDE",
                refused);
    }

    /** Entries of tables, which a request names without a key, and no default entries. */
    public List<TableEntry> readAll(List<TableSchema> tables) {
        ReadRequest.Builder request =
                ReadRequest.newBuilder()
                        .setTarget(BfRtRequests.target(deviceId, ALL_PIPES))
                        .setClientId(clientId);
        tables.forEach(
                table ->
                        request.addEntitiesBuilder().getTableEntryBuilder().setTableId(table.id()));
        List<TableEntry> entries = new ArrayList<>();
        try {
            channel.timed(stub)
                    .read(request.build())
                    .forEachRemaining(
                            answer ->
                                    answer.getEntitiesList().stream()
                                            .map(Entity::getTableEntry)
                                            .filter(entry -> !entry.getIsDefaultEntry())
                                            .forEach(entries::add));
        } catch (StatusRuntimeException e) {
            List<Error> errors = RowErrors.of(e);
            for (int i = 0; i < Math.min(errors.size(), tables.size()); i++) {
                if (RowErrors.isRefusal(errors.get(i))) {
                    throw channel.failed(
                            "table %s cannot be read: %s"
                                    .formatted(tables.get(i).name(), RowErrors.text(errors.get(i))),
                            "see the log of the switch's bf_switchd",
                            e);
                }
            }
            throw channel.failure("Read", e);
        }
        return entries;
    }

    /** Numbers of the ports that the device has. */
    public List<Long> portNumbers() {
        TableSchema table = RowErrors.checked(channel, () -> schema.table(PORTS));
        RowCodec codec = new RowCodec(table);
        return readAll(List.of(table)).stream()
                .map(entry -> RowErrors.understood(channel, () -> codec.decode(entry)))
                .map(row -> (Long) row.key().get("$DEV_PORT"))
                .toList();
    }

    /** Reads rows of the tables as they were learned last. */
    public RowReader reader() {
        return new RowReader(channel, schema, deviceId, clientId);
    }

    /** Changes rows that are there, of one pipe, in one request; the device tries each of them. */
    public void change(int pipe, List<RowReader.Place> rows) {
        if (rows.isEmpty()) {
            return;
        }
        List<Update> updates = new ArrayList<>();
        for (RowReader.Place row : rows) {
            Update.Builder update = Update.newBuilder().setType(Update.Type.MODIFY);
            update.getEntityBuilder()
                    .setTableEntry(new RowCodec(schema.table(row.table())).encode(row.row()));
            updates.add(update.build());
        }
        send(BfRtRequests.writing(deviceId, pipe, clientId, updates));
    }

    /** Sends updates of all pipes in one request; the device tries each of them. */
    public void write(List<Update> updates) {
        send(BfRtRequests.writing(deviceId, clientId, updates));
    }

    /**
     * Makes sure that the device has the table, the action, and the fields of a request, as far as
     * it was learned.
     *
     * @throws DeviceException that names what it has not
     */
    public void requireKnown(WriteRequest request) {
        TableEntry entry = request.getUpdates(0).getEntity().getTableEntry();
        TableSchema table = tableOf(entry);
        RowErrors.checked(channel, () -> new RowCodec(table).decode(entry));
    }

    /**
     * Sends a request as it is.
     *
     * @throws DeviceException that names table and key of what is refused
     */
    public void send(WriteRequest request) {
        try {
            refuse(request, channel.timed(stub).write(request).getStatusList(), null);
        } catch (StatusRuntimeException e) {
            refuse(request, RowErrors.of(e), e);
            throw channel.failure("Write", e);
        }
    }

    private void refuse(WriteRequest request, List<Error> errors, Throwable cause) {
        Set<String> problems = new LinkedHashSet<>();
        String advice = "correct the setting";
        for (int i = 0; i < Math.min(errors.size(), request.getUpdatesCount()); i++) {
            if (RowErrors.isRefusal(errors.get(i))) {
                TableEntry entry = request.getUpdates(i).getEntity().getTableEntry();
                TableSchema table = tableOf(entry);
                if (RowErrors.isExhausted(errors.get(i))
                        && table.name().equals(TrafficTables.PRIORITY_GROUP)) {
                    advice =
                            "restart bf_switchd, which keeps each value of hysteresis_cells that"
                                    + " was ever set, 32 for a pipe; or use fewer priority groups";
                }
                problems.add(
                        "table %s, %s: %s"
                                .formatted(
                                        table.name(),
                                        new RowCodec(table).decode(entry).keyText(),
                                        RowErrors.text(errors.get(i))));
            }
        }
        if (!problems.isEmpty()) {
            throw channel.refused(String.join(", ", problems), advice, cause);
        }
    }

    /**
     * The row that a request of {@link TrafficTables} sets, as the request that would set it as it
     * is: with the same fields, or without any as a deletion where there is no such entry. Of an
     * entry that the request deletes or inserts, it has all fields that can be written: they are
     * lost when that takes its place, now or later.
     */
    public WriteRequest present(WriteRequest request) {
        TableSchema table = tableOf(request.getUpdates(0).getEntity().getTableEntry());
        return new PresentRow(channel, clientId, table).of(request);
    }

    private TableSchema tableOf(TableEntry entry) {
        return schema.table(entry.getTableId())
                .orElseThrow(
                        () ->
                                channel.failed(
                                        "the device has no table with id %s"
                                                .formatted(
                                                        Integer.toUnsignedString(
                                                                entry.getTableId())),
                                        "name the bf-rt JSON of the device's own SDE",
                                        null));
    }

    /** Why the session has ended without being closed; empty: it goes on, or never began. */
    public Optional<String> loss() {
        return session.loss();
    }

    /** Ends the session. */
    @Override
    public void close() {
        session.close();
    }
}
