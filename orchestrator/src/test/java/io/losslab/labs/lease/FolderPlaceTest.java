package io.losslab.labs.lease;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.losslab.devices.failure.CommandFailure;
import io.losslab.devices.ssh.HostConnection;
import io.losslab.devices.ssh.NeedsSshServer;
import io.losslab.devices.ssh.SshServer;
import io.losslab.proto.v1.Lease;
import io.losslab.proto.v1.LeaseHolder;
import io.losslab.proto.v1.LeaseState;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A lease in a folder behind a real sshd. */
@NeedsSshServer
class FolderPlaceTest {
    private static final int USERS = 6;
    private static final int ROUNDS = 5;

    @TempDir private static Path directory;
    private static SshServer server;

    @TempDir private Path folder;

    @BeforeAll
    static void startServer() throws Exception {
        server = SshServer.start(directory);
    }

    @AfterAll
    static void stopServer() {
        server.close();
    }

    @Test
    void ofUsersWhoTakeItInTheSameMomentExactlyOneHasIt() throws Exception {
        ExecutorService users = Executors.newFixedThreadPool(USERS);
        CyclicBarrier start = new CyclicBarrier(USERS);
        List<Future<List<Boolean>>> running = new ArrayList<>();
        for (int user = 0; user < USERS; user++) {
            String token = "user" + user;
            running.add(users.submit(() -> rounds(token, start)));
        }
        int[] winners = new int[ROUNDS];
        for (Future<List<Boolean>> each : running) {
            List<Boolean> won = each.get();
            for (int round = 0; round < ROUNDS; round++) {
                winners[round] += won.get(round) ? 1 : 0;
            }
        }
        users.shutdown();
        for (int round = 0; round < ROUNDS; round++) {
            assertEquals(1, winners[round], "winners of round " + round);
        }
    }

    /** Each has a connection of its own, and looks before all try to take what is free. */
    private List<Boolean> rounds(String token, CyclicBarrier start) throws Exception {
        List<Boolean> won = new ArrayList<>();
        try (LeasePlace place = place(folder.resolve("lease-of-all"))) {
            for (int round = 0; round < ROUNDS; round++) {
                LeaseState seen = place.read();
                start.await();
                LeaseState after = place.replace(seen.getLease(), lease(seen, token));
                won.add(Leases.isOf(after, token));
                start.await();
                if (Leases.isOf(after, token)) {
                    place.replace(after.getLease(), Leases.NONE);
                }
                start.await();
            }
        }
        return won;
    }

    @Test
    void whatStandsThereIsReadBackAndGoesWhenItIsGivenBack() throws Exception {
        Path at = folder.resolve("kept");
        try (LeasePlace place = place(at);
                LeasePlace other = place(at)) {
            LeaseState free = place.read();
            assertFalse(free.hasLease());
            assertFalse(Files.exists(at), "looking changes nothing");
            Lease own =
                    lease(free, "mine").toBuilder()
                            .setHolder(
                                    LeaseHolder.newBuilder()
                                            .setUser("o'neill")
                                            .setPurpose("\"quoted\" $(reboot) `id`\n\\n")
                                            .setDirectory("/with space/µ"))
                            .build();
            assertEquals(own, place.replace(Leases.NONE, own).getLease());
            assertEquals(own, other.read().getLease());
            assertEquals(
                    own,
                    other.replace(Leases.NONE, lease(free, "theirs")).getLease(),
                    "it is not replaced by one who has not seen it");
            assertTrue(other.read().getNowMs() >= free.getNowMs());
            assertEquals(free.getClock(), other.read().getClock());
            assertEquals(
                    "rwxrwxrwx", PosixFilePermissions.toString(Files.getPosixFilePermissions(at)));
            assertFalse(place.replace(own, Leases.NONE).hasLease());
            try (var left = Files.list(at)) {
                assertEquals(List.of(), left.toList());
            }
        }
    }

    @Test
    void aFileThatAnotherWriterLeftHalfDoneIsNoObstacle() throws Exception {
        try (LeasePlace place = place(folder)) {
            Files.writeString(folder.resolve("lease.new"), "{\"tok");
            Lease own = lease(place.read(), "mine");
            assertEquals(own, place.replace(Leases.NONE, own).getLease());
            assertEquals(own, place.read().getLease());
        }
    }

    @Test
    void whatIsNoLeaseAndAFolderThatIsALinkAreNamed() throws Exception {
        Files.writeString(folder.resolve("lease"), "something else\n");
        try (LeasePlace place = place(folder)) {
            CommandFailure failure = assertThrows(CommandFailure.class, place::read);
            assertEquals(
                    "gateway: %s/lease is not a lease that this version of losslab can read"
                            .formatted(folder),
                    failure.getMessage());
        }
        Path link = Files.createSymbolicLink(folder.resolve("link"), folder);
        try (LeasePlace place = place(link)) {
            CommandFailure failure = assertThrows(CommandFailure.class, place::read);
            assertEquals(
                    "gateway: cannot keep the testbed's lease in %1$s: %1$s is a symbolic link"
                            .formatted(link),
                    failure.getMessage());
        }
        try (LeasePlace place = place(folder.resolve("no/such/parent"))) {
            CommandFailure failure = assertThrows(CommandFailure.class, place::read);
            assertTrue(
                    failure.getMessage()
                            .endsWith("/no/such is not a folder that can be written to"),
                    failure.getMessage());
        }
    }

    private static LeasePlace place(Path at) {
        return new FolderPlace(
                new HostConnection("gateway", server.login()), Optional.of(at.toString()));
    }

    private static Lease lease(LeaseState seen, String token) {
        return Leases.begin(seen, token, LeaseHolder.getDefaultInstance(), 60_000);
    }
}
