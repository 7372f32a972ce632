package io.losslab.labs.lease;

import io.losslab.proto.v1.Lease;
import io.losslab.proto.v1.LeaseHolder;
import io.losslab.proto.v1.LeaseState;

/** What leases mean. Times are compared with the clock of their place only. Pure. */
final class Leases {
    /** No lease. */
    static final Lease NONE = Lease.getDefaultInstance();

    private Leases() {}

    /** A lease that begins now. */
    static Lease begin(LeaseState now, String token, LeaseHolder holder, long limitMillis) {
        return Lease.newBuilder()
                .setToken(token)
                .setHolder(holder)
                .setClock(now.getClock())
                .setSinceMs(now.getNowMs())
                .setRenewedMs(now.getNowMs())
                .setLimitMs(limitMillis)
                .build();
    }

    /** The lease that stands there, renewed now; its place may have been started again since. */
    static Lease renewed(LeaseState now) {
        Lease lease = now.getLease();
        Lease.Builder renewed =
                lease.toBuilder().setClock(now.getClock()).setRenewedMs(now.getNowMs());
        return lease.getClock().equals(now.getClock())
                ? renewed.build()
                : renewed.setSinceMs(now.getNowMs()).build();
    }

    /** Whether a lease stands there that has been renewed in time. */
    static boolean isHeld(LeaseState state) {
        return state.hasLease() && !isOver(state);
    }

    /**
     * Whether the time of the lease that stands there is over. A clock that began anew does not
     * tell: its lease counts as over.
     */
    static boolean isOver(LeaseState state) {
        return leftMillis(state) <= 0;
    }

    /** Until the lease that stands there is over. */
    static long leftMillis(LeaseState state) {
        Lease lease = state.getLease();
        return lease.getClock().equals(state.getClock())
                ? lease.getRenewedMs() + lease.getLimitMs() - state.getNowMs()
                : 0;
    }

    /** Whether the lease that stands there has a token. */
    static boolean isOf(LeaseState state, String token) {
        return state.getLease().getToken().equals(token);
    }
}
