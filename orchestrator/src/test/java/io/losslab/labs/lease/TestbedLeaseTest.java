package io.losslab.labs.lease;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.losslab.devices.failure.CommandFailure;
import io.losslab.devices.ssh.HostConnection;
import io.losslab.devices.ssh.NeedsSshServer;
import io.losslab.devices.ssh.SshServer;
import io.losslab.proto.v1.LeaseHolder;
import io.losslab.proto.v1.LeaseState;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Taking, keeping, losing, and giving back. */
class TestbedLeaseTest {
    static final LeaseTerms SHORT =
            new LeaseTerms(Duration.ofMillis(1_500), Duration.ofMillis(100), Duration.ofMillis(50));

    /** A renewal over SSH takes a while on a busy machine. */
    static final LeaseTerms OVER_SSH =
            new LeaseTerms(Duration.ofSeconds(5), Duration.ofMillis(100), Duration.ofMillis(50));

    private final ByteArrayOutputStream err = new ByteArrayOutputStream();
    private final LeaseDesk desk =
            new LeaseDesk(new PrintStream(err, true, StandardCharsets.UTF_8), SHORT);
    private final MemoryPlace place = new MemoryPlace(System::nanoTime);

    @Test
    void aSecondUserIsToldWhoHasItAndWhatToDo() {
        try (TestbedLease lease = desk.take(place, alice(), Optional.empty())) {
            CommandFailure refused =
                    assertThrows(
                            CommandFailure.class, () -> desk.take(place, bob(), Optional.empty()));
            assertTrue(
                    refused.getMessage()
                            .matches(
                                    "testbed lab is in use by alice@ws1 \\(bifrost/case-a in"
                                            + " /home/alice/results/a\\) since"
                                            + " \\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d; ends at"
                                            + " \\d\\d:\\d\\d:\\d\\d unless renewed"),
                    refused.getMessage());
            assertEquals("wait for it with --wait, or ask that user to stop", refused.advice());
            assertEquals(1, refused.exitCode());
            assertEquals(Optional.empty(), lease.loss());
        }
        assertFalse(place.read().hasLease());
        desk.take(place, bob(), Optional.empty()).close();
        assertEquals("", err());
    }

    @Test
    void itIsRenewedWhileItIsHeld() throws InterruptedException {
        try (TestbedLease lease = desk.take(place, alice(), Optional.empty())) {
            TimeUnit.MILLISECONDS.sleep(SHORT.limit().toMillis() + 200);
            assertTrue(Leases.isHeld(place.read()));
            assertEquals(Optional.empty(), lease.loss());
        }
    }

    @Test
    void oneWhoWaitsHasItAfterTheOtherAndTheWaitingEnds() throws Exception {
        TestbedLease first = desk.take(place, alice(), Optional.empty());
        CommandFailure late =
                assertThrows(
                        CommandFailure.class,
                        () -> desk.take(place, bob(), Optional.of(Duration.ofMillis(200))));
        assertEquals("wait longer, or ask that user to stop", late.advice());
        Thread end =
                new Thread(
                        () -> {
                            sleep(300);
                            first.close();
                        });
        end.start();
        try (TestbedLease second = desk.take(place, bob(), Optional.of(Duration.ofMinutes(1)))) {
            assertEquals("bob", place.read().getLease().getHolder().getUser());
            assertEquals(Optional.empty(), second.loss());
        }
        end.join();
        assertEquals(
                2,
                err().lines().filter(line -> line.startsWith("waiting: testbed lab is in")).count(),
                this::err);
    }

    @Test
    void aHolderIsToldThatSomebodyEndedItsLease() throws InterruptedException {
        TestbedLease lease = desk.take(place, alice(), Optional.empty());
        CountDownLatch told = new CountDownLatch(2);
        lease.whenLost(told::countDown);
        LeaseState found = place.read();
        while (place.replace(found.getLease(), Leases.NONE).hasLease()) {
            found = place.read();
        }
        try (TestbedLease other = desk.take(place, bob(), Optional.empty())) {
            lease.whenLost(told::countDown);
            assertTrue(told.await(60, TimeUnit.SECONDS));
            assertEquals(
                    "the lease of testbed lab was lost: it is now held by bob@ws2 (live/incast)",
                    lease.loss().orElseThrow().getMessage());
            lease.close();
            assertEquals("bob", place.read().getLease().getHolder().getUser());
            assertEquals(Optional.empty(), other.loss());
        }
    }

    @Test
    void aHolderThatCannotRenewItInTimeHasLostIt() throws InterruptedException {
        try (TestbedLease lease = desk.take(place, alice(), Optional.empty())) {
            CountDownLatch told = new CountDownLatch(1);
            lease.whenLost(told::countDown);
            place.reachable(false);
            TimeUnit.MILLISECONDS.sleep(300);
            assertEquals(Optional.empty(), lease.loss());
            assertTrue(told.await(60, TimeUnit.SECONDS));
            assertEquals(
                    "the lease of testbed lab was lost: it could not be renewed in time: the place"
                            + " is not reached",
                    lease.loss().orElseThrow().getMessage());
            place.reachable(true);
        }
    }

    @Test
    void aHolderWhoseRenewalIsNotAnsweredHasLostItInTime() throws InterruptedException {
        long begun = System.nanoTime();
        TestbedLease lease = desk.take(place, alice(), Optional.empty());
        CountDownLatch told = new CountDownLatch(1);
        lease.whenLost(told::countDown);
        place.fallSilent();
        assertTrue(told.await(60, TimeUnit.SECONDS));
        long millis = (System.nanoTime() - begun) / 1_000_000;
        assertTrue(millis >= SHORT.limit().toMillis() && millis < 10_000, millis + " ms");
        assertEquals(
                "the lease of testbed lab was lost: it could not be renewed in time: there was no"
                        + " answer",
                lease.loss().orElseThrow().getMessage());
        lease.close();
    }

    @Test
    void oneThatWasNotGivenBackEndsByItselfAndTheNextUserIsWarned() {
        LeaseState free = place.read();
        place.replace(Leases.NONE, Leases.begin(free, "t", alice(), 300));
        assertThrows(CommandFailure.class, () -> desk.take(place, bob(), Optional.empty()));
        desk.take(place, bob(), Optional.of(Duration.ofMinutes(1))).close();
        assertTrue(
                err().contains(
                                "losslab: warning: alice@ws1 (bifrost/case-a in"
                                        + " /home/alice/results/a) used testbed lab before and"
                                        + " ended without giving it back; devices may keep settings"
                                        + " of that run until 'losslab cleanup' restores them on"
                                        + " ws1"),
                this::err);
    }

    /** A process that holds a lease behind a real sshd and is killed. */
    @Nested
    @NeedsSshServer
    class Killed {
        @TempDir private Path directory;
        private Process holder;

        @AfterEach
        void killHolder() throws InterruptedException {
            holder.destroyForcibly().waitFor();
        }

        @Test
        void whatAKilledProcessOfThisMachineHeldIsFreeAtOnce() throws Exception {
            try (SshServer server = SshServer.start(directory)) {
                Path folder = directory.resolve("lease");
                holder = LeaseHoldingProcess.start(server.login(), folder, "");
                assertThrows(
                        CommandFailure.class,
                        () -> desk.take(place(server, folder), bob(), Optional.empty()));
                killHolder();
                desk.take(place(server, folder), bob(), Optional.empty()).close();
            }
        }

        @Test
        void whatAKilledProcessOfAnotherMachineHeldEndsWithItsTime() throws Exception {
            try (SshServer server = SshServer.start(directory)) {
                Path folder = directory.resolve("lease");
                holder = LeaseHoldingProcess.start(server.login(), folder, "ws9");
                TimeUnit.MILLISECONDS.sleep(OVER_SSH.limit().toMillis() + 100);
                CommandFailure refused =
                        assertThrows(
                                CommandFailure.class,
                                () -> desk.take(place(server, folder), bob(), Optional.empty()),
                                "it is renewed while its holder lives");
                assertTrue(refused.getMessage().contains("@ws9"), refused.getMessage());
                long killed = System.nanoTime();
                killHolder();
                desk.take(place(server, folder), bob(), Optional.of(Duration.ofMinutes(1))).close();
                long afterMillis = (System.nanoTime() - killed) / 1_000_000;
                // The last renewal was at most a renewal's interval and two calls before.
                assertTrue(afterMillis > OVER_SSH.limit().toMillis() / 2, afterMillis + " ms");
                assertTrue(err().contains("warning: "), TestbedLeaseTest.this::err);
            }
        }

        private LeasePlace place(SshServer server, Path folder) {
            return new FolderPlace(
                    new HostConnection("gateway", server.login()), Optional.of(folder.toString()));
        }
    }

    private static LeaseHolder alice() {
        return LeaseHolder.newBuilder()
                .setTestbed("lab")
                .setUser("alice")
                .setHost("ws1")
                .setPurpose("bifrost/case-a")
                .setDirectory("/home/alice/results/a")
                .build();
    }

    private static LeaseHolder bob() {
        return LeaseHolder.newBuilder()
                .setTestbed("lab")
                .setUser("bob")
                .setHost("ws2")
                .setPurpose("live/incast")
                .build();
    }

    private String err() {
        return err.toString(StandardCharsets.UTF_8);
    }

    private static void sleep(long millis) {
        try {
            TimeUnit.MILLISECONDS.sleep(millis);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
