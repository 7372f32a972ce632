package io.losslab.driver.bfrt;

import com.google.protobuf.Any;
import com.google.protobuf.InvalidProtocolBufferException;
import com.google.rpc.Code;
import io.grpc.StatusRuntimeException;
import io.grpc.protobuf.StatusProto;
import io.losslab.driver.DeviceChannel;
import io.losslab.driver.DeviceException;
import io.losslab.driver.bfrt.table.BfRtSchema;
import io.losslab.driver.bfrt.table.RowCodec;
import io.losslab.driver.bfrt.table.TableRow;
import io.losslab.driver.bfrt.table.TableSchema;
import io.losslab.proto.bfrt.BfRuntimeGrpc;
import io.losslab.proto.bfrt.DataField;
import io.losslab.proto.bfrt.Entity;
import io.losslab.proto.bfrt.Error;
import io.losslab.proto.bfrt.ForwardingPipelineConfig;
import io.losslab.proto.bfrt.GetForwardingPipelineConfigRequest;
import io.losslab.proto.bfrt.GetForwardingPipelineConfigResponse;
import io.losslab.proto.bfrt.ReadRequest;
import io.losslab.proto.bfrt.ReadResponse;
import io.losslab.proto.bfrt.SetForwardingPipelineConfigRequest;
import io.losslab.proto.bfrt.StreamMessageRequest;
import io.losslab.proto.bfrt.TableData;
import io.losslab.proto.bfrt.TableEntry;
import io.losslab.proto.bfrt.TableFlags;
import io.losslab.proto.bfrt.Update;
import io.losslab.proto.bfrt.WriteRequest;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;

/**
 * A session with a Tofino over BF Runtime. {@link #open} comes first, then {@link #bind}; requests
 * of {@link TrafficTables} can be sent after that. Calls block and fail with a {@link
 * DeviceException} that names table, key and field. Thread-safe once bound.
 */
public final class BfRtClient implements AutoCloseable {
    /** Stands for all pipes of a device. */
    public static final int ALL_PIPES = 0xFFFF;

    static final int ALL_DIRECTIONS = 0xFF;
    static final int ALL_PARSERS = 0xFF;

    private final DeviceChannel channel;
    private final int deviceId;
    private final int clientId;
    private final BfRuntimeGrpc.BfRuntimeBlockingStub stub;
    private final BfRtSession session;
    private volatile String program = "";
    private volatile BfRtSchema schema = BfRtSchema.parse(List.of());

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
        channel.unary(
                BfRuntimeGrpc.getSetForwardingPipelineConfigMethod(),
                binding(deviceId, clientId, p4Name));
        learn(p4Name);
        program = p4Name;
    }

    /**
     * Learns the tables of the device, and those of a program if it runs, without being bound.
     *
     * @return whether the program runs
     */
    public boolean learn(String p4Name) {
        GetForwardingPipelineConfigResponse running =
                channel.unary(
                        BfRuntimeGrpc.getGetForwardingPipelineConfigMethod(),
                        GetForwardingPipelineConfigRequest.newBuilder()
                                .setDeviceId(deviceId)
                                .setClientId(clientId)
                                .build());
        List<String> documents = new ArrayList<>();
        for (ForwardingPipelineConfig config : running.getConfigList()) {
            if (config.getP4Name().equals(p4Name)) {
                documents.add(config.getBfruntimeInfo().toStringUtf8());
            }
        }
        if (running.hasNonP4Config()) {
            documents.add(running.getNonP4Config().getBfruntimeInfo().toStringUtf8());
        }
        schema = checked(() -> BfRtSchema.parse(documents));
        return running.getConfigList().stream()
                .anyMatch(config -> config.getP4Name().equals(p4Name));
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
        checked(() -> new RowCodec(table).decode(entry));
    }

    /**
     * Sends a request of {@link TrafficTables} as it is.
     *
     * @throws DeviceException that names table and key where it is refused
     */
    public void send(WriteRequest request) {
        TableEntry entry = request.getUpdates(0).getEntity().getTableEntry();
        TableSchema table = tableOf(entry);
        TableRow row = checked(() -> new RowCodec(table).decode(entry));
        try {
            List<Error> errors = channel.timed(stub).write(request).getStatusList();
            refuseErrors(table.name(), row, errors, null);
        } catch (StatusRuntimeException e) {
            refuseErrors(table.name(), row, details(e), e);
            throw channel.failure("Write", e);
        }
    }

    /**
     * The row that a request of {@link TrafficTables} sets, as the request that would set it as it
     * is: with the same fields, or without any as a deletion where there is no such entry.
     */
    public WriteRequest present(WriteRequest request) {
        Update update = request.getUpdates(0);
        TableEntry sent = update.getEntity().getTableEntry();
        TableSchema table = tableOf(sent);
        RowCodec codec = new RowCodec(table);
        TableRow row = checked(() -> codec.decode(sent));
        TableEntry.Builder key = sent.toBuilder().clearData();
        ReadRequest read =
                ReadRequest.newBuilder()
                        .setTarget(request.getTarget())
                        .setClientId(clientId)
                        .setP4Name(program)
                        .addEntities(
                                Entity.newBuilder()
                                        .setTableEntry(key.clone().setTableFlags(flags(table))))
                        .build();
        WriteRequest.Builder present = request.toBuilder();
        Update.Builder change = present.getUpdatesBuilder(0);
        Optional<TableEntry> found = found(read, table, row);
        if (found.isEmpty()) {
            change.setType(Update.Type.DELETE).getEntityBuilder().setTableEntry(key);
            return present.build();
        }
        if (update.getType() == Update.Type.DELETE) {
            change.setType(Update.Type.INSERT);
        }
        TableData.Builder data =
                TableData.newBuilder().setActionId(found.get().getData().getActionId());
        for (DataField field : sent.getData().getFieldsList()) {
            found.get().getData().getFieldsList().stream()
                    .filter(each -> each.getFieldId() == field.getFieldId())
                    .map(each -> isRounded(table, sent, found.get(), each) ? field : each)
                    .forEach(data::addFields);
        }
        change.getEntityBuilder().setTableEntry(key.setData(data));
        return present.build();
    }

    private static TableFlags flags(TableSchema table) {
        return TableFlags.newBuilder()
                .setFromHw(!table.name().startsWith(PacketGenerator.TABLES))
                .build();
    }

    /** Whether a number reads otherwise only because the device counts in clocks. */
    private boolean isRounded(
            TableSchema table, TableEntry sent, TableEntry read, DataField field) {
        if (!table.name().equals(PacketGenerator.APPLICATION)
                || sent.getData().getActionId() != read.getData().getActionId()) {
            return false;
        }
        RowCodec codec = new RowCodec(table);
        TableRow wanted = checked(() -> codec.decode(sent));
        TableRow now = checked(() -> codec.decode(read));
        return PacketGenerator.ROUNDED.stream()
                .filter(name -> near(wanted.data().get(name), now.data().get(name)))
                .map(name -> table.field(table.fieldsOf(wanted.action()), name))
                .anyMatch(each -> each.id() == field.getFieldId());
    }

    private Optional<TableEntry> found(ReadRequest request, TableSchema table, TableRow row) {
        try {
            for (Iterator<ReadResponse> answers = channel.timed(stub).read(request);
                    answers.hasNext(); ) {
                ReadResponse answer = answers.next();
                refuseErrors(table.name(), row, answer.getStatusList(), null);
                if (answer.getEntitiesCount() > 0) {
                    return Optional.of(answer.getEntities(0).getTableEntry());
                }
            }
            return Optional.empty();
        } catch (StatusRuntimeException e) {
            List<Error> errors = details(e);
            if (errors.stream().anyMatch(it -> it.getCanonicalCode() == Code.NOT_FOUND_VALUE)) {
                return Optional.empty();
            }
            refuseErrors(table.name(), row, errors, e);
            throw channel.failure("Read", e);
        }
    }

    private TableSchema tableOf(TableEntry entry) {
        return schema.table(entry.getTableId())
                .orElseThrow(
                        () ->
                                channel.refused(
                                        "the device has no table with id %s"
                                                .formatted(
                                                        Integer.toUnsignedString(
                                                                entry.getTableId())),
                                        "name the bf-rt JSON of the device's own SDE",
                                        null));
    }

    /** The message that begins a session. */
    public static StreamMessageRequest subscription(int deviceId, int clientId) {
        return BfRtSession.subscription(deviceId, clientId);
    }

    /** The message that binds a client to a program. */
    public static SetForwardingPipelineConfigRequest binding(
            int deviceId, int clientId, String p4Name) {
        return SetForwardingPipelineConfigRequest.newBuilder()
                .setDeviceId(deviceId)
                .setClientId(clientId)
                .setAction(SetForwardingPipelineConfigRequest.Action.BIND)
                .addConfig(ForwardingPipelineConfig.newBuilder().setP4Name(p4Name))
                .build();
    }

    /** Ends the session. */
    @Override
    public void close() {
        session.close();
    }

    /** What does not fit the tables is refused before it is sent. */
    private <T> T checked(Supplier<T> work) {
        try {
            return work.get();
        } catch (IllegalArgumentException e) {
            throw channel.refused(e.getMessage(), "correct the setting, or check the program", e);
        }
    }

    private void refuseErrors(String table, TableRow row, List<Error> errors, Throwable cause) {
        Set<String> problems = new LinkedHashSet<>();
        for (Error error : errors) {
            Code code = Code.forNumber(error.getCanonicalCode());
            if (code != Code.OK) {
                problems.add(
                        "%s: %s (%s)"
                                .formatted(
                                        row.keyText(),
                                        code == null ? error.getCanonicalCode() : code,
                                        error.getMessage()));
            }
        }
        if (!problems.isEmpty()) {
            throw channel.refused(
                    "table %s, %s".formatted(table, String.join(", ", problems)),
                    "correct the setting",
                    cause);
        }
    }

    private static List<Error> details(StatusRuntimeException e) {
        com.google.rpc.Status status = StatusProto.fromThrowable(e);
        List<Error> errors = new ArrayList<>();
        if (status != null) {
            for (Any detail : status.getDetailsList()) {
                if (detail.is(Error.class)) {
                    errors.add(unpack(detail));
                }
            }
        }
        return errors;
    }

    private static Error unpack(Any detail) {
        try {
            return detail.unpack(Error.class);
        } catch (InvalidProtocolBufferException e) {
            return Error.newBuilder()
                    .setCanonicalCode(Code.UNKNOWN_VALUE)
                    .setMessage("the detail cannot be read")
                    .build();
        }
    }

    private static boolean near(Object sent, Object read) {
        return sent instanceof Long wanted
                && read instanceof Long found
                && Math.abs(found - wanted) * 100 <= wanted * 3;
    }
}
