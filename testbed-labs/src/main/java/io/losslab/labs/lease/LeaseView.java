package io.losslab.labs.lease;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.losslab.proto.v1.Lease;
import io.losslab.proto.v1.LeaseHolder;
import io.losslab.proto.v1.LeaseState;
import java.time.Clock;
import java.time.ZoneId;

/**
 * Who uses a testbed, for users and programs.
 *
 * @param testbed its name
 * @param place where its lease is kept
 * @param state what stands there
 */
public record LeaseView(String testbed, String place, LeaseState state) {
    private static final ObjectMapper JSON = new ObjectMapper();

    /** Whether it is in use. */
    public boolean isInUse() {
        return Leases.isHeld(state);
    }

    /** Whether a lease stands there, over or not. */
    public boolean isPresent() {
        return state.hasLease();
    }

    /** Who, for what, since when, and until when. */
    public String holder() {
        return "%s %s"
                .formatted(
                        LeaseText.holder(state.getLease().getHolder()),
                        new LeaseText(Clock.system(ZoneId.systemDefault())).times(state));
    }

    /** Two lines: who uses it, and the place. */
    public String text() {
        String user =
                isInUse()
                        ? "in use by " + holder()
                        : isPresent() ? "free; last used by " + holder() : "free";
        return "testbed %s: %s%nits lease is kept by %s%n".formatted(testbed, user, place);
    }

    /** One object; times in seconds. */
    public ObjectNode json() {
        ObjectNode document = JSON.createObjectNode();
        document.put("testbed", testbed).put("place", place).put("inUse", isInUse());
        if (isPresent()) {
            Lease lease = state.getLease();
            LeaseHolder holder = lease.getHolder();
            document.putObject("lease")
                    .put("user", holder.getUser())
                    .put("host", holder.getHost())
                    .put("process", holder.getProcess())
                    .put("purpose", holder.getPurpose())
                    .put("directory", holder.getDirectory())
                    .put("heldFor", (state.getNowMs() - lease.getSinceMs()) / 1e3)
                    .put("left", Leases.leftMillis(state) / 1e3);
        }
        return document;
    }
}
