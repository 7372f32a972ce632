package io.losslab.driver.p4runtime;

import com.google.protobuf.InvalidProtocolBufferException;
import com.google.rpc.Code;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.grpc.protobuf.StatusProto;
import io.losslab.driver.DeviceChannel;
import io.losslab.driver.DeviceException;
import io.losslab.proto.p4.v1.CapabilitiesRequest;
import io.losslab.proto.p4.v1.CounterEntry;
import io.losslab.proto.p4.v1.Entity;
import io.losslab.proto.p4.v1.Error;
import io.losslab.proto.p4.v1.ForwardingPipelineConfig;
import io.losslab.proto.p4.v1.GetForwardingPipelineConfigRequest;
import io.losslab.proto.p4.v1.GetForwardingPipelineConfigResponse;
import io.losslab.proto.p4.v1.P4RuntimeGrpc;
import io.losslab.proto.p4.v1.ReadRequest;
import io.losslab.proto.p4.v1.SetForwardingPipelineConfigRequest;
import io.losslab.proto.p4.v1.TableEntry;
import io.losslab.proto.p4.v1.Uint128;
import io.losslab.proto.p4.v1.Update;
import io.losslab.proto.p4.v1.WriteRequest;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A P4Runtime controller of one device. Reading needs nothing; writing needs {@link #becomePrimary}
 * first. Calls block and fail with a {@link DeviceException}.
 *
 * <p>Thread-safe. Closing ends the session but not the channel, which other devices may share.
 * Source: P4Runtime specification 1.5.
 */
public final class P4RuntimeClient implements AutoCloseable {
    /** So many updates go into one Write; a batch stays well below gRPC's limit of 4 MB. */
    private static final int UPDATES_PER_WRITE = 500;

    private static final int FAILURES_SHOWN = 3;

    private final DeviceChannel channel;
    private final long deviceId;
    private final P4RuntimeGrpc.P4RuntimeBlockingStub stub;
    private ControllerSession session;

    /**
     * A controller that has not claimed anything yet.
     *
     * @param deviceId not 0
     */
    public P4RuntimeClient(DeviceChannel channel, long deviceId) {
        if (deviceId == 0) {
            throw new IllegalArgumentException("deviceId must not be 0");
        }
        this.channel = channel;
        this.deviceId = deviceId;
        this.stub = P4RuntimeGrpc.newBlockingStub(channel.channel());
    }

    /** The version of the specification that the server follows, such as {@code 1.5.0}. */
    public String apiVersion() {
        return channel.call(
                "Capabilities",
                () ->
                        channel.timed(stub)
                                .capabilities(CapabilitiesRequest.getDefaultInstance())
                                .getP4RuntimeApiVersion());
    }

    /**
     * Claims to be primary with an election id of 64 bits; see {@link #becomePrimary(Uint128)}.
     *
     * @param electionId unsigned
     */
    public void becomePrimary(long electionId) {
        becomePrimary(Uint128.newBuilder().setLow(electionId).build());
    }

    /**
     * Claims to be primary. A session there was is ended first.
     *
     * @throws DeviceException where another controller is primary, or the id is below the highest
     *     the device has seen
     */
    public synchronized void becomePrimary(Uint128 electionId) {
        close();
        session = ControllerSession.open(channel, deviceId, electionId);
    }

    /** Whether the device said so last, and the stream still stands. */
    public synchronized boolean isPrimary() {
        return session != null && session.isPrimary();
    }

    /** Runs a program at once, with empty tables. */
    public void setPipeline(ForwardingPipelineConfig config) {
        setPipeline(
                SetForwardingPipelineConfigRequest.Action.VERIFY_AND_COMMIT, Optional.of(config));
    }

    /**
     * Verifies, saves or runs a program.
     *
     * @param config empty for COMMIT only
     */
    public void setPipeline(
            SetForwardingPipelineConfigRequest.Action action,
            Optional<ForwardingPipelineConfig> config) {
        SetForwardingPipelineConfigRequest.Builder request =
                SetForwardingPipelineConfigRequest.newBuilder()
                        .setDeviceId(deviceId)
                        .setElectionId(electionId())
                        .setAction(action);
        config.ifPresent(request::setConfig);
        call(
                "SetForwardingPipelineConfig",
                () -> channel.timed(stub).setForwardingPipelineConfig(request.build()));
    }

    /** The program that reads and writes refer to; empty where there is none. */
    public Optional<ForwardingPipelineConfig> pipeline() {
        GetForwardingPipelineConfigRequest request =
                GetForwardingPipelineConfigRequest.newBuilder().setDeviceId(deviceId).build();
        GetForwardingPipelineConfigResponse response =
                channel.call(
                        "GetForwardingPipelineConfig",
                        () -> channel.timed(stub).getForwardingPipelineConfig(request));
        return response.hasConfig() ? Optional.of(response.getConfig()) : Optional.empty();
    }

    /** Inserts entries; see {@link #write}. */
    public void insert(List<TableEntry> entries) {
        write(updates(Update.Type.INSERT, entries));
    }

    /** Replaces entries; see {@link #write}. */
    public void modify(List<TableEntry> entries) {
        write(updates(Update.Type.MODIFY, entries));
    }

    /** Deletes entries by their keys; see {@link #write}. */
    public void delete(List<TableEntry> entries) {
        write(updates(Update.Type.DELETE, entries));
    }

    /**
     * Applies updates in order, in batches. A batch in which any update fails is the last one; its
     * other updates stand.
     *
     * @throws DeviceException that names the first updates that failed, and why
     */
    public void write(List<Update> updates) {
        Uint128 electionId = electionId();
        for (int from = 0; from < updates.size(); from += UPDATES_PER_WRITE) {
            List<Update> batch =
                    updates.subList(from, Math.min(from + UPDATES_PER_WRITE, updates.size()));
            WriteRequest request =
                    WriteRequest.newBuilder()
                            .setDeviceId(deviceId)
                            .setElectionId(electionId)
                            .addAllUpdates(batch)
                            .build();
            int first = from;
            call("Write", first, () -> channel.timed(stub).write(request));
        }
    }

    /**
     * The entries that a filter selects: unset fields match anything, {@code table_id} 0 is all
     * tables.
     */
    public List<TableEntry> readEntries(TableEntry filter) {
        List<TableEntry> entries = new ArrayList<>();
        for (Entity entity : read(Entity.newBuilder().setTableEntry(filter).build())) {
            entries.add(entity.getTableEntry());
        }
        return entries;
    }

    /**
     * The cells of counters that a filter selects: no index is all cells, {@code counter_id} 0 is
     * all counters.
     */
    public List<CounterEntry> readCounters(CounterEntry filter) {
        List<CounterEntry> cells = new ArrayList<>();
        for (Entity entity : read(Entity.newBuilder().setCounterEntry(filter).build())) {
            cells.add(entity.getCounterEntry());
        }
        return cells;
    }

    /** Ends the session; another controller may become primary then. */
    @Override
    public synchronized void close() {
        if (session != null) {
            session.close();
            session = null;
        }
    }

    private List<Entity> read(Entity filter) {
        ReadRequest request =
                ReadRequest.newBuilder().setDeviceId(deviceId).addEntities(filter).build();
        return call(
                "Read",
                () -> {
                    List<Entity> entities = new ArrayList<>();
                    channel.timed(stub)
                            .read(request)
                            .forEachRemaining(
                                    response -> entities.addAll(response.getEntitiesList()));
                    return entities;
                });
    }

    private synchronized Uint128 electionId() {
        if (session == null) {
            throw new IllegalStateException(
                    "becomePrimary must be called before anything is written");
        }
        return session.electionId();
    }

    /** A call that may fail. */
    private interface Call<T> {
        T run();
    }

    private <T> T call(String name, Call<T> call) {
        return call(name, 0, call);
    }

    private <T> T call(String name, int firstPart, Call<T> call) {
        try {
            return call.run();
        } catch (StatusRuntimeException e) {
            throw failure(name, firstPart, e);
        }
    }

    private DeviceException failure(String name, int firstPart, StatusRuntimeException e) {
        Status.Code code = e.getStatus().getCode();
        if (code == Status.Code.PERMISSION_DENIED) {
            return channel.refused(
                    name,
                    name + " is not permitted: " + e.getStatus().getDescription(),
                    "stop the other controller or raise electionId",
                    e);
        }
        List<String> failures = failures(e, firstPart);
        if (code == Status.Code.UNKNOWN && !failures.isEmpty()) {
            String shown =
                    String.join(
                            "; ", failures.subList(0, Math.min(FAILURES_SHOWN, failures.size())));
            String rest =
                    failures.size() > FAILURES_SHOWN
                            ? "; and %d more".formatted(failures.size() - FAILURES_SHOWN)
                            : "";
            return channel.refused(
                    name,
                    "%s: %s: %s%s".formatted(name, e.getStatus().getDescription(), shown, rest),
                    "correct what was sent",
                    e);
        }
        return channel.failure(name, e);
    }

    private static List<String> failures(StatusRuntimeException e, int firstPart) {
        List<String> failures = new ArrayList<>();
        com.google.rpc.Status details = StatusProto.fromThrowable(e);
        try {
            for (int i = 0; details != null && i < details.getDetailsCount(); i++) {
                Error error = details.getDetails(i).unpack(Error.class);
                if (error.getCanonicalCode() != Code.OK_VALUE) {
                    Code code = Code.forNumber(error.getCanonicalCode());
                    failures.add(
                            "no. %d %s, %s".formatted(firstPart + i + 1, code, error.getMessage()));
                }
            }
        } catch (InvalidProtocolBufferException notOurs) {
            failures.clear();
        }
        return failures;
    }

    private static List<Update> updates(Update.Type type, List<TableEntry> entries) {
        return entries.stream()
                .map(
                        entry ->
                                Update.newBuilder()
                                        .setType(type)
                                        .setEntity(Entity.newBuilder().setTableEntry(entry))
                                        .build())
                .toList();
    }
}
