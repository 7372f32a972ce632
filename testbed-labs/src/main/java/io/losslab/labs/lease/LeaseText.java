package io.losslab.labs.lease;

import io.losslab.proto.v1.Lease;
import io.losslab.proto.v1.LeaseHolder;
import io.losslab.proto.v1.LeaseState;
import java.time.Clock;
import java.time.Duration;
import java.time.LocalDateTime;
import java.time.format.DateTimeFormatter;

/**
 * Says who uses a testbed. Moments are in this machine's time, counted back from the place's own
 * clock, so that a wrong time there does not show.
 */
final class LeaseText {
    private static final DateTimeFormatter MOMENT = DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm");
    private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern("HH:mm:ss");

    private final Clock clock;

    /** Texts in the time zone of a clock. */
    LeaseText(Clock clock) {
        this.clock = clock;
    }

    /** Who, for what, and where: {@code alice@ws1 (bifrost/case-a in /home/alice/results/x)}. */
    static String holder(LeaseHolder holder) {
        return "%s@%s (%s%s)"
                .formatted(
                        holder.getUser(),
                        holder.getHost(),
                        holder.getPurpose(),
                        holder.getDirectory().isEmpty() ? "" : " in " + holder.getDirectory());
    }

    /** Since when and until when. */
    String times(LeaseState state) {
        Lease lease = state.getLease();
        if (!lease.getClock().equals(state.getClock())) {
            return "since before the place of the lease was started again";
        }
        return "since %s; %s"
                .formatted(
                        MOMENT.format(at(lease.getSinceMs() - state.getNowMs())),
                        Leases.isOver(state)
                                ? "not renewed for %s, so it is over"
                                        .formatted(minutes(state.getNowMs() - lease.getRenewedMs()))
                                : "ends at %s unless renewed"
                                        .formatted(TIME.format(at(Leases.leftMillis(state)))));
    }

    private LocalDateTime at(long millisFromNow) {
        return LocalDateTime.now(clock).plus(Duration.ofMillis(millisFromNow));
    }

    private static String minutes(long millis) {
        long seconds = millis / 1000;
        return seconds < 120 ? seconds + " s" : seconds / 60 + " min";
    }
}
