package io.losslab.devices.p4runtime;

import com.google.protobuf.Message;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.losslab.configs.testbed.Device;
import io.losslab.configs.testbed.Service;
import io.losslab.devices.DeviceCall;
import io.losslab.devices.DeviceSession;
import io.losslab.devices.Need;
import io.losslab.devices.Part;
import io.losslab.driver.Batches;
import io.losslab.driver.DeviceException;
import io.losslab.driver.p4runtime.P4RuntimeClient;
import io.losslab.proto.p4.v1.Entity;
import io.losslab.proto.p4.v1.FieldMatch;
import io.losslab.proto.p4.v1.ForwardingPipelineConfig;
import io.losslab.proto.p4.v1.MasterArbitrationUpdate;
import io.losslab.proto.p4.v1.MulticastGroupEntry;
import io.losslab.proto.p4.v1.P4RuntimeGrpc;
import io.losslab.proto.p4.v1.PacketReplicationEngineEntry;
import io.losslab.proto.p4.v1.SetForwardingPipelineConfigRequest;
import io.losslab.proto.p4.v1.SetForwardingPipelineConfigRequest.Action;
import io.losslab.proto.p4.v1.StreamMessageRequest;
import io.losslab.proto.p4.v1.TableEntry;
import io.losslab.proto.p4.v1.Uint128;
import io.losslab.proto.p4.v1.Update;
import io.losslab.proto.p4.v1.WriteRequest;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * A pipeline and what it holds: a {@link ForwardingPipelineConfig}, then {@link TableEntry}s and
 * {@link MulticastGroupEntry}s. P4Runtime cannot take a pipeline away: where there was none before,
 * undoing empties its tables.
 */
public final class ForwardingPart implements Part {
    private final boolean pipelineResetsDevice;

    /** The part of a device on which a new pipeline leaves all else as it is. */
    public ForwardingPart() {
        this(false);
    }

    private ForwardingPart(boolean pipelineResetsDevice) {
        this.pipelineResetsDevice = pipelineResetsDevice;
    }

    /** The part of a device that begins anew with a new pipeline, such as a chip. */
    public static ForwardingPart thatResetsDevice() {
        return new ForwardingPart(true);
    }

    @Override
    public String name() {
        return "forwarding";
    }

    @Override
    public Service service() {
        return Service.P4RUNTIME;
    }

    @Override
    public List<Message> vocabulary() {
        return List.of(
                ForwardingPipelineConfig.getDefaultInstance(),
                TableEntry.getDefaultInstance(),
                MulticastGroupEntry.getDefaultInstance());
    }

    @Override
    public List<Message> read(DeviceSession session, List<Message> about) {
        P4RuntimeClient client = ControllerClient.of(session).reading();
        List<Message> state = new ArrayList<>();
        client.pipeline().ifPresent(state::add);
        if (!state.isEmpty()) {
            state.addAll(client.readEntries(TableEntry.getDefaultInstance()));
            state.addAll(client.readMulticastGroups());
        }
        return state;
    }

    @Override
    public List<DeviceCall> calls(Device device, List<Message> present, List<Message> wanted) {
        Optional<ForwardingPipelineConfig> goal = pipeline(wanted);
        boolean replaces = replaces(present, wanted);
        List<DeviceCall> calls = new ArrayList<>();
        if (replaces) {
            calls.add(setPipeline(device, Action.VERIFY_AND_COMMIT, goal.get()));
        }
        List<Update> updates = updates(replaces ? List.of() : held(present), held(wanted));
        for (List<Update> batch : Batches.of(updates)) {
            calls.add(write(device, batch));
        }
        return calls;
    }

    @Override
    public boolean resetsDevice(List<Message> present, List<Message> wanted) {
        return pipelineResetsDevice && replaces(present, wanted);
    }

    private static boolean replaces(List<Message> present, List<Message> wanted) {
        Optional<ForwardingPipelineConfig> goal = pipeline(wanted);
        return goal.isPresent() && !goal.equals(pipeline(present));
    }

    @Override
    public List<DeviceCall> checks(Device device, List<Message> wanted) {
        return List.of(setPipeline(device, Action.VERIFY, pipeline(wanted).orElseThrow()));
    }

    /** Only a primary may have a pipeline verified; one that there is must not be replaced. */
    @Override
    public List<Need> needs(Device device, List<Message> wanted) {
        List<Need> needs = new ArrayList<>();
        needs.add(new Need("read " + name(), session -> read(session, wanted)));
        needs.add(new Need("read entries", ForwardingPart::requireReadable));
        needs.add(new Need("P4Runtime primary", ForwardingPart::requireFree));
        for (DeviceCall check : checks(device, wanted)) {
            needs.add(
                    new Need(
                            check.method() + " (VERIFY)",
                            session -> {
                                if (!ControllerClient.of(session).reading().hasPrimary()) {
                                    check.send(session);
                                }
                            }));
        }
        return needs;
    }

    /** Without a pipeline a device that can be read says that it has none. */
    private static void requireReadable(DeviceSession session) {
        try {
            ControllerClient.of(session).reading().readMulticastGroups();
        } catch (DeviceException e) {
            if (!(e.getCause() instanceof StatusRuntimeException status)
                    || status.getStatus().getCode() != Status.Code.FAILED_PRECONDITION) {
                throw e;
            }
        }
    }

    private static void requireFree(DeviceSession session) {
        ControllerClient client = ControllerClient.of(session);
        if (client.reading().hasPrimary()) {
            throw session.channel(Service.P4RUNTIME)
                    .refused(
                            "another controller is primary, so the pipeline cannot be verified",
                            "stop it, or check again when it has ended",
                            null);
        }
    }

    /** Becoming primary. */
    @Override
    public List<DeviceCall> opening(Device device, List<Message> wanted) {
        return List.of(
                DeviceCall.unary(
                        device,
                        Service.P4RUNTIME,
                        P4RuntimeGrpc.getStreamChannelMethod(),
                        StreamMessageRequest.newBuilder()
                                .setArbitration(
                                        MasterArbitrationUpdate.newBuilder()
                                                .setDeviceId(device.id())
                                                .setElectionId(electionId(device)))
                                .build()));
    }

    @Override
    public Optional<String> rival(DeviceSession session) {
        return ControllerClient.of(session).loss();
    }

    /** A pipeline is too long to show its fields. */
    @Override
    public String difference(List<Message> sent, List<Message> read) {
        return setAndRead(sent, read);
    }

    @Override
    public String describe(List<Message> state) {
        return pipeline(state)
                .map(
                        config ->
                                "cookie %016x and %d entries"
                                        .formatted(
                                                config.getCookie().getCookie(), held(state).size()))
                .orElse("no pipeline");
    }

    private static DeviceCall setPipeline(
            Device device, Action action, ForwardingPipelineConfig config) {
        return new DeviceCall(
                device,
                Service.P4RUNTIME,
                P4RuntimeGrpc.getSetForwardingPipelineConfigMethod().getFullMethodName(),
                SetForwardingPipelineConfigRequest.newBuilder()
                        .setDeviceId(device.id())
                        .setElectionId(electionId(device))
                        .setAction(action)
                        .setConfig(config)
                        .build(),
                () -> "%s, cookie %016x".formatted(action, config.getCookie().getCookie()),
                session -> {
                    if (action == Action.VERIFY_AND_COMMIT) {
                        session.prepareReset();
                    }
                    ControllerClient.of(session).primary().setPipeline(action, Optional.of(config));
                });
    }

    /** The client explains what a batch's failure was. */
    private static DeviceCall write(Device device, List<Update> updates) {
        return new DeviceCall(
                device,
                Service.P4RUNTIME,
                P4RuntimeGrpc.getWriteMethod().getFullMethodName(),
                WriteRequest.newBuilder()
                        .setDeviceId(device.id())
                        .setElectionId(electionId(device))
                        .addAllUpdates(updates)
                        .build(),
                () -> DeviceCall.line(updates),
                session -> ControllerClient.of(session).primary().write(updates));
    }

    private static Uint128 electionId(Device device) {
        return Uint128.newBuilder().setLow(device.electionId()).build();
    }

    /** Deletions first, so that a full table has room for what comes. */
    private static List<Update> updates(List<Message> present, List<Message> wanted) {
        Map<Message, Message> before = byKey(present);
        Map<Message, Message> after = byKey(wanted);
        List<Update> updates = new ArrayList<>();
        before.forEach(
                (key, held) -> {
                    if (!after.containsKey(key)) {
                        updates.add(update(Update.Type.DELETE, key));
                    }
                });
        after.forEach(
                (key, held) -> {
                    Message old = before.get(key);
                    if (old == null) {
                        updates.add(update(Update.Type.INSERT, held));
                    } else if (!isAlike(old, held)) {
                        updates.add(update(Update.Type.MODIFY, held));
                    }
                });
        return updates;
    }

    private static Map<Message, Message> byKey(List<Message> held) {
        Map<Message, Message> byKey = new LinkedHashMap<>();
        held.forEach(each -> byKey.put(keyOf(each), each));
        return byKey;
    }

    /** Devices may tell the fields of a key in another order. */
    private static Message keyOf(Message held) {
        if (held instanceof MulticastGroupEntry group) {
            return MulticastGroupEntry.newBuilder()
                    .setMulticastGroupId(group.getMulticastGroupId())
                    .build();
        }
        TableEntry entry = (TableEntry) held;
        return TableEntry.newBuilder()
                .setTableId(entry.getTableId())
                .addAllMatch(
                        entry.getMatchList().stream()
                                .sorted(Comparator.comparingInt(FieldMatch::getFieldId))
                                .toList())
                .setPriority(entry.getPriority())
                .build();
    }

    private static boolean isAlike(Message one, Message other) {
        if (one instanceof MulticastGroupEntry group) {
            MulticastGroupEntry others = (MulticastGroupEntry) other;
            return Set.copyOf(group.getReplicasList()).equals(Set.copyOf(others.getReplicasList()));
        }
        return ((TableEntry) one).getAction().equals(((TableEntry) other).getAction());
    }

    private static Update update(Update.Type type, Message held) {
        Entity.Builder entity = Entity.newBuilder();
        if (held instanceof MulticastGroupEntry group) {
            entity.setPacketReplicationEngineEntry(
                    PacketReplicationEngineEntry.newBuilder().setMulticastGroupEntry(group));
        } else {
            entity.setTableEntry((TableEntry) held);
        }
        return Update.newBuilder().setType(type).setEntity(entity).build();
    }

    private static Optional<ForwardingPipelineConfig> pipeline(List<Message> state) {
        return state.isEmpty()
                ? Optional.empty()
                : Optional.of((ForwardingPipelineConfig) state.get(0));
    }

    private static List<Message> held(List<Message> state) {
        return state.stream().skip(1).toList();
    }
}
