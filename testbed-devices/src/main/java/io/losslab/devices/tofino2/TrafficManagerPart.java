package io.losslab.devices.tofino2;

import com.google.protobuf.Message;
import io.losslab.configs.testbed.Device;
import io.losslab.configs.testbed.Service;
import io.losslab.devices.DeviceCall;
import io.losslab.devices.DeviceSession;
import io.losslab.devices.Need;
import io.losslab.devices.Part;
import io.losslab.devices.tofino2.program.TofinoKeys;
import io.losslab.driver.bfrt.BfRtClient;
import io.losslab.driver.bfrt.BfRtRequests;
import io.losslab.driver.bfrt.TrafficTables;
import io.losslab.driver.bfrt.table.BfRtSchema;
import io.losslab.proto.bfrt.BfRuntimeGrpc;
import io.losslab.proto.bfrt.DataField;
import io.losslab.proto.bfrt.TableData;
import io.losslab.proto.bfrt.TableEntry;
import io.losslab.proto.bfrt.Update;
import io.losslab.proto.bfrt.WriteRequest;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * Ports and traffic manager of a Tofino2: {@link WriteRequest}s of one row each. A row that is not
 * there is a deletion. Other rows and other fields are left alone.
 */
final class TrafficManagerPart implements Part {
    private final BfRtSchema schema;
    private final List<DeviceCall> opening;

    /**
     * A part.
     *
     * @param schema that names tables and fields in texts; may be empty
     * @param opening what begins the session, if no other part has begun it
     */
    TrafficManagerPart(BfRtSchema schema, List<DeviceCall> opening) {
        this.schema = schema;
        this.opening = List.copyOf(opening);
    }

    /** What begins a session: a subscription, then being bound to the program. */
    static List<DeviceCall> opening(Device device, String program) {
        return List.of(
                DeviceCall.unary(
                        device,
                        TofinoKeys.BFRT,
                        BfRuntimeGrpc.getStreamChannelMethod(),
                        RowClient.opening(device)),
                DeviceCall.unary(
                        device,
                        TofinoKeys.BFRT,
                        BfRuntimeGrpc.getSetForwardingPipelineConfigMethod(),
                        BfRtRequests.binding(
                                TofinoKeys.CHIP, TofinoKeys.clientId(device), program)));
    }

    @Override
    public String name() {
        return "trafficManager";
    }

    @Override
    public Service service() {
        return TofinoKeys.BFRT;
    }

    @Override
    public List<Message> vocabulary() {
        return List.of(WriteRequest.getDefaultInstance());
    }

    @Override
    public List<Message> read(DeviceSession session, List<Message> about) {
        List<Message> state = new ArrayList<>();
        for (Message row : about) {
            WriteRequest request = (WriteRequest) row;
            WriteRequest present = RowClient.of(session).present(request);
            if (!isDeletion(present) || request.getUpdates(0).getType() != Update.Type.MODIFY) {
                state.add(present);
            }
        }
        return state;
    }

    /** Tables, actions and fields are those of the chip, whatever runs on it. */
    @Override
    public List<Need> needs(Device device, List<Message> wanted) {
        return List.of(
                new Need(
                        "tables, actions, and fields of " + name(),
                        session -> requireKnown(session, wanted)));
    }

    private void requireKnown(DeviceSession session, List<Message> wanted) {
        BfRtClient client = RowClient.of(session);
        wanted.forEach(row -> client.requireKnown((WriteRequest) row));
        read(session, wanted);
    }

    /**
     * Rows of pipes are deleted first, the last made first: a priority group is in the way of
     * another one of its port, and of one of its id, which can only be inserted. Ports, which are
     * of all pipes, are deleted last.
     */
    @Override
    public List<DeviceCall> calls(Device device, List<Message> present, List<Message> wanted) {
        Deque<DeviceCall> ofPipes = new ArrayDeque<>();
        List<DeviceCall> settings = new ArrayList<>();
        List<DeviceCall> ports = new ArrayList<>();
        for (Message row : wanted) {
            WriteRequest request = (WriteRequest) row;
            if (isInForce(present, request)) {
                continue;
            }
            if (isDeletion(request) && isOfAllPipes(request)) {
                ports.add(write(device, request));
            } else if (isDeletion(request) || mustGo(present, request)) {
                ofPipes.addFirst(write(device, deletion(request)));
            }
            if (!isDeletion(request)) {
                changes(present, request).forEach(each -> settings.add(write(device, each)));
            }
        }
        List<DeviceCall> calls = new ArrayList<>(ofPipes);
        calls.addAll(settings);
        calls.addAll(ports);
        return calls;
    }

    private static List<WriteRequest> changes(List<Message> present, WriteRequest request) {
        return present.stream()
                .map(WriteRequest.class::cast)
                .filter(each -> !isDeletion(each) && isSameRow(each, request))
                .findFirst()
                .map(each -> TrafficTables.changes(request, each))
                .orElse(List.of(request));
    }

    /** A row that can only be inserted is read with all its fields, whichever are sent. */
    private static boolean isInForce(List<Message> present, WriteRequest request) {
        return present.contains(request)
                || request.getUpdates(0).getType() == Update.Type.INSERT
                        && present.stream()
                                .map(WriteRequest.class::cast)
                                .anyMatch(each -> !isDeletion(each) && hasAllOf(each, request));
    }

    private static boolean hasAllOf(WriteRequest present, WriteRequest request) {
        TableData held = data(present);
        TableData wanted = data(request);
        return isSameRow(present, request)
                && held.getActionId() == wanted.getActionId()
                && held.getFieldsList().containsAll(wanted.getFieldsList());
    }

    private static TableData data(WriteRequest request) {
        return request.getUpdates(0).getEntity().getTableEntry().getData();
    }

    /** Whether what is there is in the way of a row that can only be inserted. */
    private static boolean mustGo(List<Message> present, WriteRequest request) {
        return request.getUpdates(0).getType() == Update.Type.INSERT
                && present.stream()
                        .map(WriteRequest.class::cast)
                        .anyMatch(held -> !isDeletion(held) && isSameRow(held, deletion(request)));
    }

    private static WriteRequest deletion(WriteRequest request) {
        WriteRequest.Builder deletion = request.toBuilder();
        deletion.getUpdatesBuilder(0)
                .setType(Update.Type.DELETE)
                .getEntityBuilder()
                .getTableEntryBuilder()
                .clearData();
        return deletion.build();
    }

    private static DeviceCall write(Device device, WriteRequest request) {
        return new DeviceCall(
                device,
                TofinoKeys.BFRT,
                BfRuntimeGrpc.getWriteMethod().getFullMethodName(),
                request,
                () -> DeviceCall.line(request),
                session -> RowClient.of(session).send(request));
    }

    @Override
    public boolean isWhole() {
        return false;
    }

    /** A row and its deletion are about the same, and so are two that share fields. */
    @Override
    public boolean isSameMatter(Message one, Message other) {
        WriteRequest a = (WriteRequest) one;
        WriteRequest b = (WriteRequest) other;
        return isSameRow(a, b) || isSameRow(b, a);
    }

    @Override
    public List<DeviceCall> opening(Device device, List<Message> wanted) {
        return opening;
    }

    @Override
    public Optional<String> rival(DeviceSession session) {
        return RowClient.loss(session);
    }

    @Override
    public String describe(List<Message> state) {
        return state.stream()
                .map(row -> TrafficTables.describe(schema, (WriteRequest) row))
                .collect(Collectors.joining("; "));
    }

    /** The first row that is not as it was sent. */
    @Override
    public String difference(List<Message> sent, List<Message> read) {
        for (Message row : sent) {
            WriteRequest request = (WriteRequest) row;
            Optional<WriteRequest> other =
                    read.stream()
                            .map(WriteRequest.class::cast)
                            .filter(each -> isSameRow(each, request))
                            .findFirst();
            if (!isInForce(read, request) && other.isPresent()) {
                return TrafficTables.difference(schema, request, other.get());
            }
        }
        return "set %s, read %s".formatted(describe(sent), describe(read));
    }

    /** Whether two set the same fields of the same row; with an action, a row is set as a whole. */
    private static boolean isSameRow(WriteRequest one, WriteRequest other) {
        TableEntry a = one.getUpdates(0).getEntity().getTableEntry();
        TableEntry b = other.getUpdates(0).getEntity().getTableEntry();
        return one.getTarget().equals(other.getTarget())
                && a.getTableId() == b.getTableId()
                && a.getKey().equals(b.getKey())
                && (hasAction(a) && hasAction(b) || fieldIds(a).containsAll(fieldIds(b)));
    }

    private static boolean hasAction(TableEntry entry) {
        return entry.getData().getActionId() != 0;
    }

    private static List<Integer> fieldIds(TableEntry entry) {
        return entry.getData().getFieldsList().stream().map(DataField::getFieldId).toList();
    }

    private static boolean isOfAllPipes(WriteRequest request) {
        return request.getTarget().getPipeId() == BfRtClient.ALL_PIPES;
    }

    private static boolean isDeletion(WriteRequest request) {
        return request.getUpdates(0).getType() == Update.Type.DELETE;
    }
}
