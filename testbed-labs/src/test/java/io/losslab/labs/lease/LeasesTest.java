package io.losslab.labs.lease;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.losslab.proto.v1.Lease;
import io.losslab.proto.v1.LeaseHolder;
import io.losslab.proto.v1.LeaseState;
import java.util.ArrayList;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;

/** What leases mean, whatever their users do and when. */
class LeasesTest {
    private static final long LIMIT_MILLIS = 100;
    private static final int USERS = 4;

    private long nowMillis = 5_000;

    /** One who takes, renews, and gives back, with any delay between looking and doing. */
    private final class User {
        private final String token;
        private LeaseState seen = LeaseState.getDefaultInstance();
        private long seenAt;

        /** Until then it counts on its lease; 0: it has none. */
        private long countsUntil;

        User(int number) {
            token = "user" + number;
        }

        void look(MemoryPlace place) {
            seenAt = nowMillis;
            seen = place.read();
        }

        void act(MemoryPlace place) {
            if (Leases.isOf(seen, token)) {
                finish(place.replace(seen.getLease(), Leases.renewed(seen)));
            } else if (!seen.getClock().isEmpty() && !Leases.isHeld(seen)) {
                Lease own =
                        Leases.begin(seen, token, LeaseHolder.getDefaultInstance(), LIMIT_MILLIS);
                finish(place.replace(seen.getLease(), own));
            }
        }

        void giveBack(MemoryPlace place) {
            countsUntil = 0;
            LeaseState state = place.read();
            if (Leases.isOf(state, token)) {
                place.replace(state.getLease(), Leases.NONE);
            }
        }

        private void finish(LeaseState after) {
            countsUntil = Leases.isOf(after, token) ? seenAt + LIMIT_MILLIS : 0;
        }

        boolean counts() {
            return nowMillis < countsUntil;
        }
    }

    /** A step's user, what it does, and how long after the step before. */
    @Property(tries = 3_000)
    void neverDoTwoUsersCountOnALeaseAtATime(
            @ForAll @Size(min = 1, max = 60) List<@IntRange(min = 0, max = 399) Integer> steps) {
        MemoryPlace place = new MemoryPlace(() -> nowMillis * 1_000_000);
        List<User> users = new ArrayList<>();
        for (int i = 0; i < USERS; i++) {
            users.add(new User(i));
        }
        for (int step : steps) {
            User user = users.get(step % USERS);
            nowMillis += step / 16 * 2L;
            switch (step / USERS % 8) {
                case 0, 1, 2 -> user.look(place);
                case 3, 4, 5 -> user.act(place);
                case 6 -> {
                    user.look(place);
                    user.act(place);
                }
                default -> user.giveBack(place);
            }
            assertTrue(users.stream().filter(User::counts).count() <= 1, steps::toString);
        }
    }

    @Test
    void aLeaseEndsALimitAfterItsLastRenewalByThePlacesClock() {
        MemoryPlace place = new MemoryPlace(() -> nowMillis * 1_000_000);
        LeaseState free = place.read();
        assertFalse(Leases.isHeld(free));
        Lease own = Leases.begin(free, "t", LeaseHolder.getDefaultInstance(), LIMIT_MILLIS);
        place.replace(Leases.NONE, own);
        nowMillis += 60;
        LeaseState state = place.read();
        assertEquals(40, Leases.leftMillis(state));
        place.replace(state.getLease(), Leases.renewed(state));
        nowMillis += 99;
        assertTrue(Leases.isHeld(place.read()));
        nowMillis += 1;
        assertFalse(Leases.isHeld(place.read()));
        assertTrue(place.read().hasLease());
    }

    @Test
    void aLeaseOfAClockThatBeganAnewIsOver() {
        LeaseState state =
                LeaseState.newBuilder()
                        .setClock("second")
                        .setNowMs(10)
                        .setLease(
                                Lease.newBuilder()
                                        .setToken("t")
                                        .setClock("first")
                                        .setSinceMs(500_000)
                                        .setRenewedMs(900_000)
                                        .setLimitMs(LIMIT_MILLIS))
                        .build();
        assertFalse(Leases.isHeld(state));
        Lease renewed = Leases.renewed(state);
        assertEquals("second", renewed.getClock());
        assertEquals(10, renewed.getSinceMs());
        assertEquals(10, renewed.getRenewedMs());
    }
}
