package io.losslab.driver.p4runtime;

import com.google.protobuf.InvalidProtocolBufferException;
import com.google.rpc.Code;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.grpc.protobuf.StatusProto;
import io.losslab.driver.BackOff;
import io.losslab.driver.Batches;
import io.losslab.driver.DeviceChannel;
import io.losslab.driver.DeviceException;
import io.losslab.proto.p4.config.v1.P4Info;
import io.losslab.proto.p4.v1.CapabilitiesRequest;
import io.losslab.proto.p4.v1.Entity;
import io.losslab.proto.p4.v1.Error;
import io.losslab.proto.p4.v1.ForwardingPipelineConfig;
import io.losslab.proto.p4.v1.GetForwardingPipelineConfigRequest;
import io.losslab.proto.p4.v1.GetForwardingPipelineConfigRequest.ResponseType;
import io.losslab.proto.p4.v1.GetForwardingPipelineConfigResponse;
import io.losslab.proto.p4.v1.MulticastGroupEntry;
import io.losslab.proto.p4.v1.P4RuntimeGrpc;
import io.losslab.proto.p4.v1.PacketOut;
import io.losslab.proto.p4.v1.PacketReplicationEngineEntry;
import io.losslab.proto.p4.v1.ReadRequest;
import io.losslab.proto.p4.v1.SetForwardingPipelineConfigRequest;
import io.losslab.proto.p4.v1.StreamMessageRequest;
import io.losslab.proto.p4.v1.TableEntry;
import io.losslab.proto.p4.v1.Uint128;
import io.losslab.proto.p4.v1.Update;
import io.losslab.proto.p4.v1.WriteRequest;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * A P4Runtime controller of one device. Reading needs nothing; writing needs {@link #becomePrimary}
 * first. Calls block and fail with a {@link DeviceException}.
 *
 * <p>Thread-safe. Closing ends the session but not the channel, which other devices may share.
 * Source: P4Runtime specification 1.5.
 */
public final class P4RuntimeClient implements AutoCloseable {
    private static final int FAILURES_SHOWN = 3;

    private final DeviceChannel channel;
    private final long deviceId;
    private final P4RuntimeGrpc.P4RuntimeBlockingStub stub;
    private final BackOff backOff;
    private final StreamListeners listeners = new StreamListeners();
    private ControllerSession session;

    /** What entries are named by in errors; empty until a program is set or read. */
    private volatile P4Info names = P4Info.getDefaultInstance();

    /**
     * A controller that has not claimed anything yet.
     *
     * @param deviceId not 0
     */
    public P4RuntimeClient(DeviceChannel channel, long deviceId) {
        this(channel, deviceId, BackOff.DEFAULT);
    }

    P4RuntimeClient(DeviceChannel channel, long deviceId, BackOff backOff) {
        if (deviceId == 0) {
            throw new IllegalArgumentException("deviceId must not be 0");
        }
        this.channel = channel;
        this.deviceId = deviceId;
        this.backOff = backOff;
        this.stub = P4RuntimeGrpc.newBlockingStub(channel.channel());
    }

    /** The version of the specification that the server follows, such as {@code 1.5.0}. */
    public String apiVersion() {
        return channel.unary(
                        P4RuntimeGrpc.getCapabilitiesMethod(),
                        CapabilitiesRequest.getDefaultInstance())
                .getP4RuntimeApiVersion();
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
     * Claims to be primary. A session there was is ended first. When the stream breaks off later,
     * it is opened again by itself, and the claim repeated.
     *
     * @throws DeviceException where another controller is primary, or the id is below the highest
     *     the device has seen
     */
    public synchronized void becomePrimary(Uint128 electionId) {
        close();
        session = ControllerSession.open(channel, deviceId, electionId, listeners, backOff);
    }

    /**
     * Whether a controller is primary, without claiming anything.
     *
     * @throws DeviceException where the device does not say
     */
    public boolean hasPrimary() {
        return PrimaryQuestion.ask(channel, deviceId);
    }

    /** Whether the device said so last, and the stream still stands. */
    public synchronized boolean isPrimary() {
        return session != null && session.isPrimary();
    }

    /**
     * Why it is no longer primary.
     *
     * @return empty: it is, or never was
     */
    public synchronized Optional<String> loss() {
        return session == null ? Optional.empty() : session.loss();
    }

    /** Adds a listener for what the device sends by itself, from now on. */
    public void listen(StreamListener listener) {
        listeners.add(listener);
    }

    /** Sends a packet out of the device; a refusal comes to the listeners. */
    public void send(PacketOut packet) {
        session().send(StreamMessageRequest.newBuilder().setPacket(packet).build());
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
        DeviceChannel patient = channel.loading();
        call(
                patient,
                "SetForwardingPipelineConfig",
                0,
                List.of(),
                () -> patient.timed(stub).setForwardingPipelineConfig(request.build()));
        config.ifPresent(it -> names = it.getP4Info());
    }

    /** The program that reads and writes refer to; empty where there is none. */
    public Optional<ForwardingPipelineConfig> pipeline() {
        GetForwardingPipelineConfigRequest request =
                GetForwardingPipelineConfigRequest.newBuilder()
                        .setDeviceId(deviceId)
                        .setResponseType(ResponseType.ALL)
                        .build();
        GetForwardingPipelineConfigResponse response =
                channel.unary(P4RuntimeGrpc.getGetForwardingPipelineConfigMethod(), request);
        if (!response.hasConfig()) {
            return Optional.empty();
        }
        names = response.getConfig().getP4Info();
        return Optional.of(response.getConfig());
    }

    /**
     * Applies updates in order, in batches. A batch in which any update fails is the last one; its
     * other updates stand.
     *
     * @throws DeviceException that names the first updates that failed, and why
     */
    public void write(List<Update> updates) {
        Uint128 electionId = electionId();
        int sent = 0;
        for (List<Update> batch : Batches.of(updates)) {
            WriteRequest request =
                    WriteRequest.newBuilder()
                            .setDeviceId(deviceId)
                            .setElectionId(electionId)
                            .addAllUpdates(batch)
                            .build();
            call(channel, "Write", sent, batch, () -> channel.timed(stub).write(request));
            sent += batch.size();
        }
    }

    /** Reads what filters select; unset parts of a filter match anything. */
    public List<Entity> read(List<Entity> filters) {
        ReadRequest request =
                ReadRequest.newBuilder().setDeviceId(deviceId).addAllEntities(filters).build();
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

    /**
     * The entries that a filter selects: unset fields match anything, {@code table_id} 0 is all
     * tables.
     */
    public List<TableEntry> readEntries(TableEntry filter) {
        return read(List.of(Entity.newBuilder().setTableEntry(filter).build())).stream()
                .map(Entity::getTableEntry)
                .toList();
    }

    /** All multicast groups. */
    public List<MulticastGroupEntry> readMulticastGroups() {
        Entity any =
                Entity.newBuilder()
                        .setPacketReplicationEngineEntry(
                                PacketReplicationEngineEntry.newBuilder()
                                        .setMulticastGroupEntry(
                                                MulticastGroupEntry.getDefaultInstance()))
                        .build();
        return read(List.of(any)).stream()
                .map(it -> it.getPacketReplicationEngineEntry().getMulticastGroupEntry())
                .toList();
    }

    /** Ends the session; another controller may become primary then. */
    @Override
    public synchronized void close() {
        if (session != null) {
            session.close();
            session = null;
        }
    }

    private Uint128 electionId() {
        return session().electionId();
    }

    private synchronized ControllerSession session() {
        if (session == null) {
            throw new IllegalStateException(
                    "becomePrimary must be called before anything is written");
        }
        return session;
    }

    private <T> T call(String name, Supplier<T> call) {
        return call(channel, name, 0, List.of(), call);
    }

    private <T> T call(
            DeviceChannel over, String name, int firstPart, List<Update> parts, Supplier<T> call) {
        try {
            return call.get();
        } catch (StatusRuntimeException e) {
            throw failure(over, name, firstPart, parts, e);
        }
    }

    private DeviceException failure(
            DeviceChannel over,
            String name,
            int firstPart,
            List<Update> parts,
            StatusRuntimeException e) {
        Status.Code code = e.getStatus().getCode();
        if (code == Status.Code.PERMISSION_DENIED) {
            return over.refused(
                    name + " is not permitted: " + e.getStatus().getDescription(),
                    "stop the other controller or raise electionId",
                    e);
        }
        List<String> failures = failures(e, firstPart, parts);
        if (code == Status.Code.UNKNOWN && !failures.isEmpty()) {
            String shown =
                    String.join(
                            "; ", failures.subList(0, Math.min(FAILURES_SHOWN, failures.size())));
            // A device may cut the details short, so they say nothing of how many there are.
            String rest = failures.size() > FAILURES_SHOWN ? "; and more" : "";
            return over.refused(
                    "%s: %s: %s%s".formatted(name, e.getStatus().getDescription(), shown, rest),
                    "correct what was sent",
                    e);
        }
        return over.failure(name, e);
    }

    private List<String> failures(StatusRuntimeException e, int firstPart, List<Update> parts) {
        List<String> failures = new ArrayList<>();
        com.google.rpc.Status details = StatusProto.fromThrowable(e);
        try {
            for (int i = 0; details != null && i < details.getDetailsCount(); i++) {
                Error error = details.getDetails(i).unpack(Error.class);
                Code code = Code.forNumber(error.getCanonicalCode());
                if (code != Code.OK) {
                    String what =
                            i < parts.size()
                                    ? " (%s)"
                                            .formatted(
                                                    UpdateName.of(parts.get(i).getEntity(), names))
                                    : "";
                    failures.add(
                            "no. %d%s %s, %s"
                                    .formatted(firstPart + i + 1, what, code, error.getMessage()));
                }
            }
        } catch (InvalidProtocolBufferException notOurs) {
            failures.clear();
        }
        return failures;
    }
}
