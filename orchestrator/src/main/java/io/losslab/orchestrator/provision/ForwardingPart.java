package io.losslab.orchestrator.provision;

import com.google.protobuf.Message;
import io.losslab.driver.p4runtime.P4RuntimeClient;
import io.losslab.orchestrator.testbed.Device;
import io.losslab.orchestrator.testbed.Service;
import io.losslab.proto.p4.v1.Entity;
import io.losslab.proto.p4.v1.ForwardingPipelineConfig;
import io.losslab.proto.p4.v1.P4RuntimeGrpc;
import io.losslab.proto.p4.v1.SetForwardingPipelineConfigRequest;
import io.losslab.proto.p4.v1.SetForwardingPipelineConfigRequest.Action;
import io.losslab.proto.p4.v1.TableEntry;
import io.losslab.proto.p4.v1.Uint128;
import io.losslab.proto.p4.v1.Update;
import io.losslab.proto.p4.v1.WriteRequest;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A pipeline and its table entries: a {@link ForwardingPipelineConfig}, then {@link TableEntry}s.
 * P4Runtime cannot take a pipeline away: where there was none before, undoing empties its tables.
 */
final class ForwardingPart implements Part {
    /** The client sends so many at most in one Write. */
    private static final int UPDATES_PER_WRITE = 500;

    @Override
    public String name() {
        return "forwarding";
    }

    @Override
    public Service service() {
        return Service.P4RUNTIME;
    }

    @Override
    public List<Message> read(DeviceSession session, List<Message> about) {
        P4RuntimeClient client = session.forwarding();
        List<Message> state = new ArrayList<>();
        client.pipeline().ifPresent(state::add);
        if (!state.isEmpty()) {
            state.addAll(client.readEntries(TableEntry.getDefaultInstance()));
        }
        return state;
    }

    @Override
    public List<DeviceCall<?, ?>> calls(
            Device device, List<Message> present, List<Message> wanted) {
        Optional<ForwardingPipelineConfig> goal = pipeline(wanted);
        boolean replaces = goal.isPresent() && !goal.equals(pipeline(present));
        List<DeviceCall<?, ?>> calls = new ArrayList<>();
        if (replaces) {
            calls.add(setPipeline(device, Action.VERIFY_AND_COMMIT, goal.get()));
        }
        List<Update> updates = updates(replaces ? List.of() : entries(present), entries(wanted));
        for (int from = 0; from < updates.size(); from += UPDATES_PER_WRITE) {
            int to = Math.min(from + UPDATES_PER_WRITE, updates.size());
            calls.add(write(device, updates.subList(from, to)));
        }
        return calls;
    }

    @Override
    public List<DeviceCall<?, ?>> checks(Device device, List<Message> wanted) {
        return List.of(setPipeline(device, Action.VERIFY, pipeline(wanted).orElseThrow()));
    }

    @Override
    public String describe(List<Message> state) {
        return pipeline(state)
                .map(
                        config ->
                                "cookie %016x and %d entries"
                                        .formatted(
                                                config.getCookie().getCookie(),
                                                entries(state).size()))
                .orElse("no pipeline");
    }

    private static DeviceCall<?, ?> setPipeline(
            Device device, Action action, ForwardingPipelineConfig config) {
        return new DeviceCall<>(
                device,
                Service.P4RUNTIME,
                P4RuntimeGrpc.getSetForwardingPipelineConfigMethod(),
                SetForwardingPipelineConfigRequest.newBuilder()
                        .setDeviceId(device.id())
                        .setElectionId(electionId(device))
                        .setAction(action)
                        .setConfig(config)
                        .build());
    }

    private static DeviceCall<?, ?> write(Device device, List<Update> updates) {
        return new DeviceCall<>(
                device,
                Service.P4RUNTIME,
                P4RuntimeGrpc.getWriteMethod(),
                WriteRequest.newBuilder()
                        .setDeviceId(device.id())
                        .setElectionId(electionId(device))
                        .addAllUpdates(updates)
                        .build());
    }

    static Uint128 electionId(Device device) {
        return Uint128.newBuilder().setLow(device.electionId()).build();
    }

    /** Deletions first, so that a full table has room for what comes. */
    private static List<Update> updates(List<TableEntry> present, List<TableEntry> wanted) {
        Map<TableEntry, TableEntry> before = byKey(present);
        Map<TableEntry, TableEntry> after = byKey(wanted);
        List<Update> updates = new ArrayList<>();
        before.forEach(
                (key, entry) -> {
                    if (!after.containsKey(key)) {
                        updates.add(update(Update.Type.DELETE, key));
                    }
                });
        after.forEach(
                (key, entry) -> {
                    TableEntry old = before.get(key);
                    if (old == null) {
                        updates.add(update(Update.Type.INSERT, entry));
                    } else if (!old.getAction().equals(entry.getAction())) {
                        updates.add(update(Update.Type.MODIFY, entry));
                    }
                });
        return updates;
    }

    private static Map<TableEntry, TableEntry> byKey(List<TableEntry> entries) {
        Map<TableEntry, TableEntry> byKey = new LinkedHashMap<>();
        for (TableEntry entry : entries) {
            byKey.put(
                    TableEntry.newBuilder()
                            .setTableId(entry.getTableId())
                            .addAllMatch(entry.getMatchList())
                            .setPriority(entry.getPriority())
                            .build(),
                    entry);
        }
        return byKey;
    }

    private static Update update(Update.Type type, TableEntry entry) {
        return Update.newBuilder()
                .setType(type)
                .setEntity(Entity.newBuilder().setTableEntry(entry))
                .build();
    }

    private static Optional<ForwardingPipelineConfig> pipeline(List<Message> state) {
        return state.isEmpty()
                ? Optional.empty()
                : Optional.of((ForwardingPipelineConfig) state.get(0));
    }

    private static List<TableEntry> entries(List<Message> state) {
        return state.stream().skip(1).map(TableEntry.class::cast).toList();
    }
}
