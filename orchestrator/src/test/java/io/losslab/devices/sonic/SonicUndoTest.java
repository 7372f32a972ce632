package io.losslab.devices.sonic;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.losslab.devices.DesiredState;
import io.losslab.devices.sonic.configdb.ConfigDbPart;
import io.losslab.devices.ssh.NeedsSshServer;
import io.losslab.driver.DeviceException;
import io.losslab.labs.provision.Journal;
import io.losslab.labs.provision.Ledger;
import io.losslab.labs.provision.Provisioner;
import io.losslab.orchestrator.run.Commands;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** CONFIG_DB of a stand-in is restored where a change of it fails, or its connection is lost. */
@NeedsSshServer
@NeedsRedis
class SonicUndoTest extends ProvisionedSonic {
    @Test
    void aPatchThatFailsHalfWayIsUndone() throws Exception {
        String before = sonic.configText() + sonic.digest();
        sonic.set("{\"failAfter\": 2}");
        String message =
                assertThrows(DeviceException.class, () -> provisioner.apply(lab.desired(STATIC)))
                        .getMessage();
        assertTrue(message.contains("config apply-patch: stand-in: told to fail"), message);
        assertEquals(before, sonic.configText() + sonic.digest());
        assertEquals(List.of(), sonic.checkpoints());
    }

    /** What counts is what the switch has. */
    @Test
    void aPatchThatFailsWithAllRowsWrittenIsInForceAndUndone() throws Exception {
        String before = sonic.configText() + sonic.digest();
        sonic.set("{\"failAfter\": \"all\"}");
        provisioner.apply(lab.desired(STATIC));
        provisioner.requireUnchanged(lab.desired(STATIC));
        assertEquals(List.of(), provisioner.undoAll());
        assertEquals(before, sonic.configText() + sonic.digest());
    }

    /** The command goes on at the switch, where the next one waits for its end. */
    @Test
    void aPatchWhoseConnectionIsLostIsNeitherMixedWithTheNextNorLost() throws Exception {
        String before = sonic.configText() + sonic.digest();
        sonic.set("{\"delay\": 0.3}");
        cutConnectionsDuringPatch(() -> provisioner.apply(lab.desired(STATIC)));
        provisioner.requireUnchanged(lab.desired(STATIC));
        assertEquals(List.of(), cutConnectionsDuringPatch(provisioner::undoAll));
        assertEquals(before, sonic.configText() + sonic.digest());
        assertFalse(sonic.calls().stream().anyMatch(call -> call.startsWith("config rollback")));
        assertEquals(List.of(), sonic.checkpoints());
    }

    /** The second one waits for the first, and must not be applied after the restore. */
    @Test
    void aPatchThatWaitedWhenItsConnectionWasLostIsNotAppliedAfterTheNext() throws Exception {
        String before = sonic.configText() + sonic.digest();
        sonic.set("{\"delay\": 0.5}");
        ExecutorService other = Executors.newSingleThreadExecutor();
        try {
            Future<Integer> done = other.submit(() -> provisioner.apply(lab.desired(STATIC)));
            awaitCommands(() -> patches() == 2 && commandsAtTheSwitch() == 1);
            sonic.cutConnections();
            awaitCommands(() -> commandsAtTheSwitch() == 2);
            sonic.cutConnections();
            awaitCommands(() -> commandsAtTheSwitch() == 3);
            done.get();
        } finally {
            other.shutdownNow();
        }
        provisioner.requireUnchanged(lab.desired(STATIC));
        sonic.set("{}");
        assertEquals(List.of(), provisioner.undoAll());
        awaitCommands(() -> commandsAtTheSwitch() == 0);
        assertEquals(5, patches(), () -> calls().toString());
        assertEquals(before, sonic.configText() + sonic.digest());
        try (Stream<Path> files = Files.list(sonic.home())) {
            assertEquals(
                    List.of(),
                    files.filter(file -> file.toString().contains("losslab-turn")).toList());
        }
    }

    private static void awaitCommands(Callable<Boolean> condition) throws Exception {
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(20);
        while (!condition.call()) {
            assertTrue(System.nanoTime() < deadline, () -> calls().toString());
            TimeUnit.MILLISECONDS.sleep(10);
        }
    }

    /** Those that run, and those that wait for them. */
    private static long commandsAtTheSwitch() {
        String lock = "flock -o " + sonic.home();
        return ProcessHandle.allProcesses()
                .flatMap(process -> process.info().commandLine().stream())
                .filter(line -> line.contains(lock + " "))
                .count();
    }

    private static List<String> calls() {
        try {
            return sonic.calls();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** SONiC does not find the checkpoint when the command is run a second time. */
    @Test
    void aCheckpointThatWasDeletedWhenTheConnectionWasLostIsDeleted() throws Exception {
        String before = sonic.configText() + sonic.digest();
        provisioner.apply(lab.desired(STATIC));
        sonic.set("{\"delay\": 0.3}");
        String command = "config delete-checkpoint ";
        assertEquals(List.of(), cutConnectionsDuring(command, 1, provisioner::undoAll));
        assertEquals(before, sonic.configText() + sonic.digest());
        assertEquals(List.of(), sonic.checkpoints());
    }

    @Test
    void aCheckpointThatCannotBeDeletedIsNamed() throws Exception {
        provisioner.apply(lab.desired(STATIC));
        sonic.set("{\"refuse\": \"delete-checkpoint\"}");
        String problems = provisioner.undoAll().toString();
        assertTrue(problems.contains("config delete-checkpoint: stand-in: told to"), problems);
        assertEquals(1, sonic.checkpoints().size());
        sonic.set("{}");
        assertEquals(List.of(), provisioner.undoAll());
        assertEquals(List.of(), sonic.checkpoints());
    }

    private static <T> T cutConnectionsDuringPatch(Callable<T> change) throws Exception {
        return cutConnectionsDuring(PATCH, 2, change);
    }

    private static <T> T cutConnectionsDuring(String command, int calls, Callable<T> change)
            throws Exception {
        long before = count(command);
        ExecutorService other = Executors.newSingleThreadExecutor();
        try {
            Future<T> done = other.submit(change);
            while (count(command) == before) {
                assertFalse(done.isDone(), () -> "never called: " + command);
                TimeUnit.MILLISECONDS.sleep(10);
            }
            sonic.cutConnections();
            T result = done.get();
            assertEquals(before + calls + 1, count(command), () -> "not called again: " + command);
            return result;
        } finally {
            other.shutdownNow();
        }
    }

    @Test
    void theSwitchIsRolledBackWhereItsRowsCannotBeRestored() throws Exception {
        String before = sonic.configText() + sonic.digest();
        provisioner.apply(lab.desired(STATIC));
        sonic.set("{\"refuse\": \"apply-patch\"}");
        assertEquals(List.of(), provisioner.undoAll());
        assertEquals(before, sonic.configText() + sonic.digest());
        assertTrue(sonic.calls().stream().anyMatch(call -> call.startsWith("config rollback")));
        assertEquals(List.of(), sonic.checkpoints());
    }

    @Test
    void saysWhenSudoAsksForAPassword() throws Exception {
        sonic.set("{\"password\": true}");
        String message =
                assertThrows(DeviceException.class, () -> provisioner.apply(lab.desired(STATIC)))
                        .getMessage();
        assertTrue(
                message.contains(
                        "sudo: a password is required; let the user run 'config' by sudo without a"
                                + " password"),
                message);
    }

    @Test
    void cleanupUndoesWhatARunThatDiedLeft() throws Exception {
        String before = sonic.configText() + sonic.digest();
        Path died = Files.createDirectory(folder.resolve("died.partial"));
        Ledger ledger = Ledger.in(Journal.at(died.resolve(Journal.FILE), lab.testbed().toString()));
        new Provisioner(lab.sessions, ledger).apply(lab.desired(STATIC));
        Commands losslab = new Commands();
        assertEquals(0, losslab.execute("cleanup", died.toString()), losslab::err);
        assertEquals(before, sonic.configText() + sonic.digest());
        assertEquals(List.of(), sonic.checkpoints());
    }

    @Test
    void aLinkThatStaysDownIsAnErrorAndTheRowsAreRestored() throws Exception {
        String before = sonic.configText();
        sonic.set("{\"linksStayDown\": [\"Ethernet4\"]}");
        List<DesiredState> impatient =
                lab.desired(STATIC).stream()
                        .map(
                                each ->
                                        new DesiredState(
                                                each.device(),
                                                ConfigDbPart.OVER_SSH.waiting(
                                                        Duration.ofSeconds(2)),
                                                each.state()))
                        .toList();
        String message =
                assertThrows(DeviceException.class, () -> provisioner.apply(impatient))
                        .getMessage();
        assertTrue(message.startsWith("tor"), message);
        assertTrue(
                message.contains(
                        "link of port Ethernet4 was up before CONFIG_DB was changed, and is not up"
                                + " again 2 s after; look at 'show interfaces status Ethernet4'"),
                message);
        assertEquals(before, sonic.configText());
        assertEquals(List.of(), sonic.checkpoints());
    }
}
