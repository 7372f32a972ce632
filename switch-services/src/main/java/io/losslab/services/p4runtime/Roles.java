package io.losslab.services.p4runtime;

import com.google.rpc.Code;
import io.grpc.StatusRuntimeException;
import io.losslab.proto.p4.v1.MasterArbitrationUpdate;
import io.losslab.proto.p4.v1.StreamMessageResponse;
import io.losslab.services.p4runtime.forwarding.ForwardingDevice;
import io.losslab.services.p4runtime.program.Refusal;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The roles of a device, each with an election of its own. A role exists from the first arbitration
 * update that names it; all have access to the whole pipeline, since no scheme of role definitions
 * is agreed upon, so {@code role.config} is refused. Guarded by the device's lock but for {@link
 * Audience}.
 */
final class Roles implements Audience {
    private static final int MAX_ROLES = 16;

    private final ForwardingDevice device;
    private final Map<Controller, RoleName> roleOf = new HashMap<>();
    // Read on the plane's thread too.
    private final Map<RoleName, Arbitration> elections = new ConcurrentHashMap<>();

    Roles(ForwardingDevice device) {
        this.device = device;
        elections.put(RoleName.DEFAULT, new Arbitration(device, RoleName.DEFAULT));
    }

    /** Takes a controller's update, its first or a later one, and tells whom it concerns. */
    void update(Controller stream, MasterArbitrationUpdate update) throws Refusal {
        RoleName role = RoleName.of(update.getRole());
        RoleName before = roleOf.getOrDefault(stream, role);
        if (!before.equals(role)) {
            throw new Refusal(
                    Code.FAILED_PRECONDITION,
                    "this stream is of %s; open another for %s".formatted(before, role));
        }
        Refusal.invalidIf(
                update.getRole().hasConfig(),
                device.name()
                        + ": role.config is of no scheme that was agreed upon: leave it unset,"
                        + " every role has access to the whole pipeline");
        election(role).update(stream, update);
        roleOf.put(stream, role);
    }

    /** A controller's stream ended. */
    void leave(Controller stream) {
        RoleName role = roleOf.remove(stream);
        if (role != null) {
            elections.get(role).leave(stream);
        }
    }

    /** The device is no more: ends all streams. */
    void end(StatusRuntimeException why) {
        roleOf.clear();
        elections.values().forEach(election -> election.end(why));
    }

    /** Refuses a stream that is not a primary's. */
    void requirePrimary(Controller sender) throws Refusal {
        elections.get(roleOf.getOrDefault(sender, RoleName.DEFAULT)).requirePrimary(sender);
    }

    /** Refuses whoever is not the primary of a role. */
    void requirePrimary(RoleName role, Optional<ElectionId> claimed) throws Refusal {
        requireKnown(role);
        elections.get(role).requirePrimary(claimed);
    }

    /** Refuses a role that no controller has taken. */
    void requireKnown(RoleName role) throws Refusal {
        if (!elections.containsKey(role)) {
            throw new Refusal(
                    Code.NOT_FOUND,
                    "%s has no %s: no arbitration update has named it"
                            .formatted(device.name(), role));
        }
    }

    @Override
    public boolean offer(StreamMessageResponse message) {
        boolean sent = false;
        for (Arbitration election : elections.values()) {
            Controller primary = election.primary();
            sent |= primary != null && primary.offer(message);
        }
        return sent;
    }

    private Arbitration election(RoleName role) throws Refusal {
        Arbitration election = elections.get(role);
        if (election != null) {
            return election;
        }
        if (elections.size() == MAX_ROLES) {
            throw new Refusal(
                    Code.RESOURCE_EXHAUSTED,
                    device.name() + " has " + MAX_ROLES + " roles already");
        }
        Arbitration first = new Arbitration(device, role);
        elections.put(role, first);
        return first;
    }
}
