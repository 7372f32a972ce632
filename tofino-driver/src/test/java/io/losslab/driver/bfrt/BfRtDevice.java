package io.losslab.driver.bfrt;

import com.google.protobuf.Any;
import com.google.protobuf.ByteString;
import com.google.rpc.Code;
import io.grpc.Status;
import io.grpc.protobuf.StatusProto;
import io.grpc.stub.StreamObserver;
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
import io.losslab.proto.bfrt.KeyField;
import io.losslab.proto.bfrt.NonP4Config;
import io.losslab.proto.bfrt.ReadRequest;
import io.losslab.proto.bfrt.ReadResponse;
import io.losslab.proto.bfrt.SetForwardingPipelineConfigRequest;
import io.losslab.proto.bfrt.SetForwardingPipelineConfigResponse;
import io.losslab.proto.bfrt.StreamMessageRequest;
import io.losslab.proto.bfrt.StreamMessageResponse;
import io.losslab.proto.bfrt.Subscribe;
import io.losslab.proto.bfrt.TableData;
import io.losslab.proto.bfrt.TableEntry;
import io.losslab.proto.bfrt.TableKey;
import io.losslab.proto.bfrt.Update;
import io.losslab.proto.bfrt.WriteRequest;
import io.losslab.proto.bfrt.WriteResponse;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/**
 * A device that keeps tables: it takes what their JSON allows and answers errors as the SDE does.
 */
public final class BfRtDevice extends BfRuntimeGrpc.BfRuntimeImplBase {
    public static final String PROGRAM = "pfc_t2na";

    private record Place(int table, int pipe, TableKey key) {}

    private final String fixed = resource("/bfrt/fixed.bf-rt.json");
    private final String programJson = resource("/bfrt/program.bf-rt.json");
    private final TableRules rules = new TableRules(fixed, programJson);
    private final Map<Place, TableData> entries = new LinkedHashMap<>();
    private final Set<Integer> clients = new HashSet<>();
    private final Set<Integer> bound = new HashSet<>();
    private ForwardingPipelineConfig running;

    /** What the hardware makes of a field, by table id and field id, as text. */
    private final Map<String, ByteString> rounding = new TreeMap<>();

    /** A device that runs {@link #PROGRAM}. */
    public BfRtDevice() {
        this(PROGRAM);
    }

    /** A device that runs a program of another name. */
    public BfRtDevice(String program) {
        running =
                ForwardingPipelineConfig.newBuilder()
                        .setP4Name(program)
                        .setBfruntimeInfo(ByteString.copyFromUtf8(programJson))
                        .build();
    }

    /** The JSON of its fixed tables. */
    public String fixedTables() {
        return fixed;
    }

    /** The JSON of its program's tables. */
    String programTables() {
        return programJson;
    }

    /** An entry that is there from the start. */
    public void preset(int table, int pipe, TableKey key, DataField... data) {
        preset(table, pipe, key, 0, data);
    }

    /** An entry with an action that is there from the start. */
    public void preset(int table, int pipe, TableKey key, int action, DataField... data) {
        entries.put(
                new Place(table, pipe, key),
                TableData.newBuilder().setActionId(action).addAllFields(List.of(data)).build());
    }

    /** From now on the field becomes this, whatever is written. */
    public void round(int table, int field, ByteString value) {
        rounding.put(table + "/" + field, value);
    }

    public static TableKey exact(byte[]... values) {
        TableKey.Builder key = TableKey.newBuilder();
        for (int i = 0; i < values.length; i++) {
            key.addFields(
                    KeyField.newBuilder()
                            .setFieldId(i + 1)
                            .setExact(
                                    KeyField.Exact.newBuilder()
                                            .setValue(ByteString.copyFrom(values[i]))));
        }
        return key.build();
    }

    public static DataField number(int id, int bytes, long value) {
        byte[] stream = new byte[bytes];
        for (int i = 0; i < bytes; i++) {
            stream[i] = (byte) (value >> 8 * (bytes - 1 - i));
        }
        return DataField.newBuilder().setFieldId(id).setStream(ByteString.copyFrom(stream)).build();
    }

    /** The entries of a table in a pipe, in the order in which they were made. */
    public synchronized List<TableRow> rows(int pipe, String table) {
        TableSchema schema = BfRtSchema.parse(List.of(programJson, fixed)).table(table);
        RowCodec codec = new RowCodec(schema);
        return entries.entrySet().stream()
                .filter(it -> it.getKey().table() == schema.id() && it.getKey().pipe() == pipe)
                .map(
                        it ->
                                TableEntry.newBuilder()
                                        .setTableId(schema.id())
                                        .setKey(it.getKey().key())
                                        .setData(it.getValue())
                                        .build())
                .map(codec::decode)
                .toList();
    }

    public synchronized int entryCount() {
        return entries.size();
    }

    @Override
    public StreamObserver<StreamMessageRequest> streamChannel(
            StreamObserver<StreamMessageResponse> responses) {
        return new StreamObserver<>() {
            private final Set<Integer> own = new HashSet<>();

            @Override
            public void onNext(StreamMessageRequest request) {
                synchronized (BfRtDevice.this) {
                    boolean isNew = clients.add(request.getClientId());
                    if (isNew) {
                        own.add(request.getClientId());
                    }
                    Subscribe.Builder answer = request.getSubscribe().toBuilder();
                    answer.getStatusBuilder()
                            .setCode(isNew ? Code.OK_VALUE : Code.ALREADY_EXISTS_VALUE)
                            .setMessage(isNew ? "" : "client connected already");
                    responses.onNext(
                            StreamMessageResponse.newBuilder().setSubscribe(answer).build());
                }
            }

            @Override
            public void onError(Throwable cause) {
                forget();
            }

            @Override
            public void onCompleted() {
                forget();
                responses.onCompleted();
            }

            /** A client without a stream is none. */
            private void forget() {
                synchronized (BfRtDevice.this) {
                    clients.removeAll(own);
                    bound.removeAll(own);
                }
            }
        };
    }

    @Override
    public synchronized void setForwardingPipelineConfig(
            SetForwardingPipelineConfigRequest request,
            StreamObserver<SetForwardingPipelineConfigResponse> responses) {
        ForwardingPipelineConfig config = request.getConfig(0);
        if (request.getAction() != SetForwardingPipelineConfigRequest.Action.BIND) {
            running = config;
        } else if (!config.getP4Name().equals(running.getP4Name())) {
            responses.onError(
                    Status.NOT_FOUND
                            .withDescription("no program " + config.getP4Name())
                            .asRuntimeException());
            return;
        } else {
            bound.add(request.getClientId());
        }
        responses.onNext(SetForwardingPipelineConfigResponse.getDefaultInstance());
        responses.onCompleted();
    }

    @Override
    public synchronized void getForwardingPipelineConfig(
            GetForwardingPipelineConfigRequest request,
            StreamObserver<GetForwardingPipelineConfigResponse> responses) {
        responses.onNext(
                GetForwardingPipelineConfigResponse.newBuilder()
                        .addConfig(running)
                        .setNonP4Config(
                                NonP4Config.newBuilder()
                                        .setBfruntimeInfo(ByteString.copyFromUtf8(fixed)))
                        .build());
        responses.onCompleted();
    }

    @Override
    public synchronized void write(WriteRequest request, StreamObserver<WriteResponse> responses) {
        if (refusesUnbound(request.getClientId(), responses)) {
            return;
        }
        List<Error> errors = new ArrayList<>();
        for (Update update : request.getUpdatesList()) {
            errors.add(apply(request.getTarget().getPipeId(), update));
        }
        if (errors.stream().allMatch(error -> error.getCanonicalCode() == Code.OK_VALUE)) {
            responses.onNext(WriteResponse.getDefaultInstance());
            responses.onCompleted();
            return;
        }
        responses.onError(failure(errors));
    }

    @Override
    public synchronized void read(ReadRequest request, StreamObserver<ReadResponse> responses) {
        if (refusesUnbound(request.getClientId(), responses)) {
            return;
        }
        ReadResponse.Builder answer = ReadResponse.newBuilder();
        for (Entity entity : request.getEntitiesList()) {
            TableEntry asked = entity.getTableEntry();
            Optional<String> problem = rules.keyProblem(asked);
            if (problem.isPresent()) {
                responses.onError(failure(List.of(error(Code.INVALID_ARGUMENT, problem.get()))));
                return;
            }
            if (asked.getTableFlags().getFromHw()
                    && !rules.isReadFromHardware(asked.getTableId())) {
                responses.onError(
                        failure(List.of(error(Code.UNIMPLEMENTED, "Operation is not supported"))));
                return;
            }
            boolean all = !asked.hasKey() && !asked.getIsDefaultEntry();
            int before = answer.getEntitiesCount();
            entries.forEach(
                    (place, data) -> {
                        if (place.table() == asked.getTableId()
                                && place.pipe() == request.getTarget().getPipeId()
                                && (all || place.key().equals(asked.getKey()))) {
                            answer.addEntitiesBuilder()
                                    .getTableEntryBuilder()
                                    .setTableId(place.table())
                                    .setKey(place.key())
                                    .setData(data);
                        }
                    });
            if (!all && answer.getEntitiesCount() == before) {
                responses.onError(failure(List.of(error(Code.NOT_FOUND, "object not found"))));
                return;
            }
        }
        responses.onNext(answer.build());
        responses.onCompleted();
    }

    private <T> boolean refusesUnbound(int client, StreamObserver<T> responses) {
        if (bound.contains(client)) {
            return false;
        }
        responses.onError(
                Status.FAILED_PRECONDITION
                        .withDescription("client " + client + " is bound to no program")
                        .asRuntimeException());
        return true;
    }

    private Error apply(int pipe, Update update) {
        TableEntry entry = update.getEntity().getTableEntry();
        Optional<String> problem =
                update.getType() == Update.Type.DELETE
                        ? rules.keyProblem(entry)
                        : rules.problem(entry);
        if (problem.isPresent()) {
            return error(Code.INVALID_ARGUMENT, problem.get());
        }
        Place place = new Place(entry.getTableId(), pipe, entry.getKey());
        boolean there = entries.containsKey(place) || rules.isFixed(entry.getTableId());
        switch (update.getType()) {
            case INSERT:
                if (there) {
                    return error(Code.ALREADY_EXISTS, "entry is there");
                }
                break;
            case MODIFY:
                if (!there) {
                    return error(Code.NOT_FOUND, "object not found");
                }
                break;
            case DELETE:
                return entries.remove(place) == null
                        ? error(Code.NOT_FOUND, "object not found")
                        : Error.getDefaultInstance();
            default:
        }
        entries.put(
                place,
                merged(
                        entry.getTableId(),
                        entries.getOrDefault(place, TableData.getDefaultInstance()),
                        entry.getData()));
        return Error.getDefaultInstance();
    }

    private TableData merged(int table, TableData before, TableData change) {
        Map<Integer, DataField> fields = new TreeMap<>();
        before.getFieldsList().forEach(field -> fields.put(field.getFieldId(), field));
        for (DataField field : change.getFieldsList()) {
            ByteString rounded = rounding.get(table + "/" + field.getFieldId());
            fields.put(
                    field.getFieldId(),
                    rounded == null ? field : field.toBuilder().setStream(rounded).build());
        }
        return TableData.newBuilder()
                .setActionId(change.getActionId())
                .addAllFields(fields.values())
                .build();
    }

    private static RuntimeException failure(List<Error> errors) {
        return StatusProto.toStatusRuntimeException(
                com.google.rpc.Status.newBuilder()
                        .setCode(Code.UNKNOWN_VALUE)
                        .addAllDetails(errors.stream().map(Any::pack).toList())
                        .build());
    }

    private static Error error(Code code, String message) {
        return Error.newBuilder().setCanonicalCode(code.getNumber()).setMessage(message).build();
    }

    static String resource(String name) {
        try (InputStream in = BfRtDevice.class.getResourceAsStream(name)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
