package io.losslab.services.p4runtime;

import com.google.rpc.Code;
import io.grpc.StatusRuntimeException;
import io.losslab.proto.p4.v1.DigestListAck;
import io.losslab.proto.p4.v1.Entity;
import io.losslab.proto.p4.v1.ForwardingPipelineConfig;
import io.losslab.proto.p4.v1.MasterArbitrationUpdate;
import io.losslab.proto.p4.v1.PacketOut;
import io.losslab.proto.p4.v1.ReadRequest;
import io.losslab.proto.p4.v1.SetForwardingPipelineConfigRequest;
import io.losslab.proto.p4.v1.Uint128;
import io.losslab.proto.p4.v1.Update;
import io.losslab.proto.p4.v1.WriteRequest;
import io.losslab.services.p4runtime.entity.Journal;
import io.losslab.services.p4runtime.forwarding.ForwardingDevice;
import io.losslab.services.p4runtime.forwarding.Pipeline;
import io.losslab.services.p4runtime.program.Refusal;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import java.util.function.Consumer;

/**
 * What P4Runtime knows of one device. Every method takes the device's lock, so writes, reads and
 * elections queue up.
 */
final class DeviceControl {
    private final ForwardingDevice device;
    private final Roles roles;
    private final UpwardMessages upward;
    private long reminderNanos;
    private Pipeline committed;
    private Pipeline saved;

    DeviceControl(ForwardingDevice device) {
        this.device = device;
        this.roles = new Roles(device);
        this.upward = new UpwardMessages(roles);
        device.plane().listen(upward);
    }

    long id() {
        return device.deviceId();
    }

    String name() {
        return device.name();
    }

    synchronized void arbitrate(Controller stream, MasterArbitrationUpdate update) throws Refusal {
        roles.update(stream, update);
    }

    synchronized void end(StatusRuntimeException why) {
        roles.end(why);
    }

    synchronized void leave(Controller stream) {
        roles.leave(stream);
    }

    @SuppressWarnings("deprecation") // role_id: old controllers name their role so
    synchronized void setPipeline(SetForwardingPipelineConfigRequest request) throws Refusal {
        roles.requirePrimary(
                new RoleName(request.getRole(), request.getRoleId()),
                claimed(request.hasElectionId(), request.getElectionId()));
        switch (request.getAction()) {
            case VERIFY -> verified(request);
            case VERIFY_AND_SAVE -> saved = verified(request);
            case VERIFY_AND_COMMIT -> commit(verified(request));
            case COMMIT -> commitSaved(request);
            case RECONCILE_AND_COMMIT -> {
                Pipeline pipeline = verified(request);
                if (committed == null) {
                    commit(pipeline);
                } else {
                    pipeline.commitWith(committed);
                    committed = pipeline;
                    saved = null;
                }
            }
            default -> throw Refusal.invalid("the action is not set or unknown");
        }
        publish();
    }

    /** The config that reads and writes refer to. */
    synchronized Optional<ForwardingPipelineConfig> pipelineConfig() {
        return Optional.ofNullable(saved != null ? saved : committed).map(Pipeline::config);
    }

    /** Applies a batch; the status says how each update went. */
    @SuppressWarnings("deprecation") // role_id: old controllers name their role so
    synchronized BatchStatus write(WriteRequest request) throws Refusal {
        roles.requirePrimary(
                new RoleName(request.getRole(), request.getRoleId()),
                claimed(request.hasElectionId(), request.getElectionId()));
        Pipeline pipeline = current();
        boolean allOrNone =
                switch (request.getAtomicity()) {
                    case CONTINUE_ON_ERROR -> false;
                    case ROLLBACK_ON_ERROR, DATAPLANE_ATOMIC -> true;
                    default -> throw Refusal.invalid("the atomicity is unknown");
                };
        BatchStatus status = new BatchStatus("updates");
        Journal journal = new Journal();
        try {
            apply(request.getUpdatesList(), allOrNone, pipeline, journal, status);
        } catch (RuntimeException e) {
            // A fault of ours: nothing of the batch stays.
            pipeline.undo(journal);
            throw e;
        }
        return status;
    }

    private void apply(
            List<Update> updates,
            boolean allOrNone,
            Pipeline pipeline,
            Journal journal,
            BatchStatus status) {
        for (Update update : updates) {
            if (allOrNone && status.hasFailed()) {
                status.skip();
            } else {
                status.attempt(() -> pipeline.apply(update, journal));
            }
        }
        if (allOrNone && status.hasFailed()) {
            pipeline.undo(journal);
            status.abort();
        } else {
            finish(pipeline, journal, status);
        }
    }

    private void finish(Pipeline pipeline, Journal journal, BatchStatus status) {
        try {
            pipeline.flush();
            publish();
        } catch (Refusal refusal) {
            pipeline.undo(journal);
            status.fail(refusal);
        }
    }

    /** Sends a controller's packet out of a port. */
    synchronized void packetOut(Controller sender, PacketOut packet) throws Refusal {
        roles.requirePrimary(sender);
        if (committed == null) {
            throw new Refusal(
                    Code.FAILED_PRECONDITION,
                    device.name() + " has no forwarding pipeline in force: commit one first");
        }
        PacketOutput.send(committed, device.plane(), packet);
    }

    /** Takes a controller's word that it has a list of digests. */
    synchronized void acknowledge(Controller sender, DigestListAck ack) throws Refusal {
        roles.requirePrimary(sender);
        if (committed == null || !committed.knowsDigest(ack.getDigestId())) {
            throw Refusal.invalid("there is no digest 0x%08x".formatted(ack.getDigestId()));
        }
        upward.acknowledge(ack.getDigestId(), ack.getListId());
    }

    /** Reads what the filters select; the status says how each filter went. */
    synchronized BatchStatus read(ReadRequest request, Consumer<Entity> into) throws Refusal {
        roles.requireKnown(new RoleName(request.getRole(), 0));
        Pipeline pipeline = current();
        BatchStatus status = new BatchStatus("filters");
        for (Entity filter : request.getEntitiesList()) {
            status.attempt(() -> pipeline.read(filter, into));
        }
        return status;
    }

    /** Tells the plane's side what the program in force sends upwards. */
    private void publish() throws Refusal {
        upward.follow(Optional.ofNullable(committed));
        if (upward.reminderNanos() != reminderNanos) {
            remind(upward.reminderNanos());
        }
    }

    private void remind(long intervalNanos) throws Refusal {
        try {
            device.plane().remind(intervalNanos);
            reminderNanos = intervalNanos;
        } catch (IllegalStateException e) {
            throw Refusal.ofPlane(e);
        }
    }

    private Pipeline verified(SetForwardingPipelineConfigRequest request) throws Refusal {
        if (!request.hasConfig()) {
            throw Refusal.invalid("the action %s needs a config".formatted(request.getAction()));
        }
        requireArchitecture(request.getConfig().getP4Info().getPkgInfo().getArch());
        return Pipeline.verified(request.getConfig(), device.plane(), upward::onIdleEntry);
    }

    /** A P4Info need not say what it was compiled for. */
    private void requireArchitecture(String compiledFor) throws Refusal {
        Refusal.invalidIf(
                !compiledFor.isEmpty() && !device.architectures().contains(compiledFor),
                "%s runs programs for %s; this one was compiled for %s"
                        .formatted(
                                device.name(),
                                String.join(", ", new TreeSet<>(device.architectures())),
                                compiledFor));
    }

    private void commitSaved(SetForwardingPipelineConfigRequest request) throws Refusal {
        if (request.hasConfig()) {
            throw Refusal.invalid("COMMIT uses the saved config: leave config unset");
        }
        if (saved == null) {
            throw new Refusal(
                    Code.NOT_FOUND,
                    device.name() + " has no saved config: VERIFY_AND_SAVE one first");
        }
        commit(saved);
    }

    /**
     * Where the plane refuses half-way, nothing is in force: its routes are none of any program.
     */
    private void commit(Pipeline pipeline) throws Refusal {
        committed = null;
        publish();
        pipeline.commit();
        committed = pipeline;
        saved = null;
    }

    private Pipeline current() throws Refusal {
        if (saved == null && committed == null) {
            throw new Refusal(
                    Code.FAILED_PRECONDITION,
                    device.name() + " has no forwarding pipeline yet: set one first");
        }
        return saved != null ? saved : committed;
    }

    private static Optional<ElectionId> claimed(boolean present, Uint128 id) {
        return present ? Optional.of(ElectionId.of(id)) : Optional.empty();
    }
}
