package io.losslab.services.p4runtime;

import com.google.rpc.Code;
import com.google.rpc.Status;
import io.grpc.StatusRuntimeException;
import io.losslab.proto.p4.v1.MasterArbitrationUpdate;
import io.losslab.proto.p4.v1.StreamMessageResponse;
import io.losslab.services.p4runtime.forwarding.ForwardingDevice;
import io.losslab.services.p4runtime.program.Refusal;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * Which controller of a device and role is primary (P4Runtime 1.5, "Client Arbitration and
 * Controller Replication").
 *
 * <p>The highest election id ever seen is remembered: when the primary goes, none is primary until
 * a controller claims that id or a higher one. Guarded by the device's lock.
 */
final class Arbitration {
    private static final int MAX_SESSIONS = 64;

    private final ForwardingDevice device;
    private final RoleName role;
    private final Map<Controller, Optional<ElectionId>> sessions = new LinkedHashMap<>();
    private ElectionId highest;
    // Read on the plane's thread too.
    private volatile Controller primary;

    Arbitration(ForwardingDevice device, RoleName role) {
        this.device = device;
        this.role = role;
    }

    /** Takes a controller's update, its first or a later one, and tells whom it concerns. */
    void update(Controller stream, MasterArbitrationUpdate update) throws Refusal {
        Optional<ElectionId> id =
                update.hasElectionId()
                        ? Optional.of(ElectionId.of(update.getElectionId()))
                        : Optional.empty();
        requireUnused(stream, id);
        if (!sessions.containsKey(stream) && sessions.size() == MAX_SESSIONS) {
            throw new Refusal(
                    Code.RESOURCE_EXHAUSTED,
                    device.name() + " has " + MAX_SESSIONS + " open controller streams already");
        }
        sessions.put(stream, id);
        if (id.isPresent() && (highest == null || id.get().compareTo(highest) >= 0)) {
            highest = id.get();
            primary = stream;
            notifyAll(stream);
        } else if (Objects.equals(primary, stream)) {
            primary = null;
            notifyAll(null);
        } else {
            stream.send(notification(stream));
        }
    }

    /** A controller's stream ended. */
    void leave(Controller stream) {
        if (sessions.remove(stream) != null && Objects.equals(primary, stream)) {
            primary = null;
            notifyAll(null);
        }
    }

    /** The device is no more: ends all streams. */
    void end(StatusRuntimeException why) {
        List<Controller> all = List.copyOf(sessions.keySet());
        sessions.clear();
        primary = null;
        all.forEach(session -> session.end(why));
    }

    /** The primary's stream; null if there is none. Any thread may ask. */
    Controller primary() {
        return primary;
    }

    /** Refuses a stream that is not the primary's. */
    void requirePrimary(Controller sender) throws Refusal {
        if (!sender.equals(primary)) {
            throw new Refusal(
                    Code.PERMISSION_DENIED,
                    "%s: this controller is not primary; %s".formatted(device.name(), holder()));
        }
    }

    /** Refuses whoever is not the primary. */
    void requirePrimary(Optional<ElectionId> claimed) throws Refusal {
        if (primary != null && claimed.isPresent() && claimed.get().equals(highest)) {
            return;
        }
        String who = claimed.map(id -> "election id " + id).orElse("a request without election id");
        throw new Refusal(
                Code.PERMISSION_DENIED,
                "%s: %s is not primary; %s".formatted(device.name(), who, holder()));
    }

    private String holder() {
        if (primary != null) {
            return "primary is held by election id " + highest;
        }
        return highest == null
                ? "there has been no primary yet: open a StreamChannel and send an arbitration"
                        + " update first"
                : "there is no primary now; to become primary, use election id "
                        + highest
                        + " or higher";
    }

    private void requireUnused(Controller stream, Optional<ElectionId> id) throws Refusal {
        for (Map.Entry<Controller, Optional<ElectionId>> session : sessions.entrySet()) {
            if (id.isPresent()
                    && session.getValue().equals(id)
                    && !session.getKey().equals(stream)) {
                throw Refusal.invalid(
                        "%s: election id %s is in use by another live controller"
                                .formatted(device.name(), id.get()));
            }
        }
    }

    /** The new primary hears last: by then all others know. */
    private void notifyAll(Controller last) {
        for (Controller session : sessions.keySet()) {
            if (!session.equals(last)) {
                session.send(notification(session));
            }
        }
        if (last != null) {
            last.send(notification(last));
        }
    }

    private StreamMessageResponse notification(Controller receiver) {
        MasterArbitrationUpdate.Builder update =
                MasterArbitrationUpdate.newBuilder()
                        .setDeviceId(device.deviceId())
                        .setStatus(statusFor(receiver));
        if (!role.isDefault()) {
            update.setRole(role.toProto());
        }
        if (highest != null) {
            update.setElectionId(highest.toProto());
        }
        return StreamMessageResponse.newBuilder().setArbitration(update).build();
    }

    private Status statusFor(Controller receiver) {
        if (receiver.equals(primary)) {
            return status(Code.OK, "you are primary");
        }
        return primary != null
                ? status(Code.ALREADY_EXISTS, "you are backup; " + holder())
                : status(Code.NOT_FOUND, "you are backup; " + holder());
    }

    private static Status status(Code code, String message) {
        return Status.newBuilder().setCode(code.getNumber()).setMessage(message).build();
    }
}
