package io.losslab.labs.provision;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.protobuf.Message;
import com.google.protobuf.StringValue;
import io.losslab.configs.testbed.Device;
import io.losslab.configs.testbed.Service;
import io.losslab.devices.DesiredState;
import io.losslab.devices.DeviceCall;
import io.losslab.devices.DeviceSession;
import io.losslab.devices.Part;
import io.losslab.devices.Sessions;
import io.losslab.devices.failure.CommandFailure;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** In what order devices are restored, and what becomes of what cannot be. */
class RestorationTest {
    private final Map<String, String> device = new TreeMap<>(Map.of("a", "0", "b", "0", "c", "0"));
    private final List<String> set = Collections.synchronizedList(new ArrayList<>());
    private final Set<String> stuck = new HashSet<>();
    private Runnable whenSet = () -> {};
    private Runnable whenRead = () -> {};
    private final Sessions sessions =
            new Sessions(
                    (any, service) -> {
                        throw new AssertionError("nothing is called over gRPC here");
                    });

    @TempDir private Path folder;

    @Test
    void whatALaterCellDoesWithoutGoesBackTheLastFirst() {
        Provisioner provisioner = new Provisioner(sessions, Ledger.inMemory());
        provisioner.apply(List.of(settings("a=1", "b=1", "c=1")));
        set.clear();
        provisioner.apply(List.of());
        assertEquals(List.of("c=0", "b=0", "a=0"), set);
    }

    @Test
    void whatALaterCellAddedGoesBackFirst() {
        Provisioner provisioner = new Provisioner(sessions, Ledger.inMemory());
        provisioner.apply(List.of(settings("a=1", "b=1")));
        provisioner.apply(List.of(settings("a=1", "b=1", "c=1")));
        set.clear();
        assertEquals(List.of(), provisioner.undoAll());
        assertEquals(List.of("c=0", "b=0", "a=0"), set);
    }

    @Test
    void aDeviceThatTakesItsOldStateButIsNotInItIsReportedAndStaysToBeRestored() {
        Ledger ledger = Ledger.inMemory();
        Provisioner provisioner = new Provisioner(sessions, ledger);
        provisioner.apply(List.of(settings("a=1")));
        stuck.add("a");
        List<String> left = provisioner.undoAll();
        assertEquals(1, left.size());
        assertTrue(left.get(0).contains("does not read back as sent"), left::toString);
        assertEquals(1, ledger.size());
        stuck.clear();
        assertEquals(List.of(), provisioner.undoAll());
        assertEquals("0", device.get("a"));
        assertEquals(0, ledger.size());
    }

    @Test
    void theJournalIsThereUntilAllIsRestored() {
        Path file = folder.resolve(Journal.FILE);
        Provisioner provisioner =
                new Provisioner(sessions, Ledger.in(Journal.at(file, "lab.yaml")));
        provisioner.apply(List.of(settings("a=1", "b=1")));
        List<Boolean> there = new ArrayList<>();
        whenSet = () -> there.add(Files.exists(file));
        assertEquals(List.of(), provisioner.undoAll());
        assertEquals(List.of(true, true), there);
        assertFalse(Files.exists(file));
    }

    @Test
    void aThreadThatRestoresWaitsForOneThatDoesSo() throws Exception {
        Ledger ledger = Ledger.inMemory();
        Provisioner provisioner = new Provisioner(sessions, ledger);
        provisioner.apply(List.of(settings("a=1", "b=1")));
        set.clear();
        AtomicReference<List<String>> left = new AtomicReference<>();
        Thread second =
                new Thread(() -> left.set(new Provisioner(sessions, ledger).undoAll()), "second");
        whenSet =
                () -> {
                    whenSet = () -> {};
                    second.start();
                    while (second.getState() != Thread.State.WAITING && second.isAlive()) {
                        Thread.onSpinWait();
                    }
                    assertTrue(second.isAlive());
                };
        assertEquals(List.of(), provisioner.undoAll());
        second.join(TimeUnit.SECONDS.toMillis(30));
        assertEquals(List.of(), left.get());
        assertEquals(List.of("b=0", "a=0"), set);
    }

    /** Such as those of a testbed whose lease was lost: another run may have them by now. */
    @Test
    void devicesThatMayNotBeChangedAnyMoreAreNotRestoredEitherAndTheJournalStays() {
        Path file = folder.resolve(Journal.FILE);
        Ledger ledger = Ledger.in(Journal.at(file, "lab.yaml"));
        Provisioner provisioner = new Provisioner(sessions, ledger);
        CommandFailure lost = CommandFailure.failed("the lease was lost", "");
        whenSet = () -> ledger.forbiddenBy(() -> Optional.of(lost));
        CommandFailure failure =
                assertThrows(
                        CommandFailure.class,
                        () -> provisioner.apply(List.of(settings("a=1", "b=1"))));
        assertEquals(lost, failure);
        assertEquals(1, provisioner.undoAll().size());
        assertEquals(List.of("a=1"), set);
        assertTrue(Files.exists(file));
        whenSet = () -> {};
        ledger.forbiddenBy(Optional::empty);
        assertEquals(List.of(), provisioner.undoAll());
        assertEquals(List.of("a=1", "a=0"), set);
        assertFalse(Files.exists(file));
    }

    /** What a device is busy with when the run is interrupted would come after its restoration. */
    @Test
    void anInterruptWaitsForAChangeThatIsUnderWayAndUndoesIt() {
        Thread caller = Thread.currentThread();
        Provisioner provisioner = new Provisioner(sessions, Ledger.inMemory());
        whenSet =
                () -> {
                    whenSet = () -> {};
                    caller.interrupt();
                    assertFalse(Thread.currentThread().isInterrupted());
                };
        whenRead =
                () -> {
                    if (Thread.currentThread().isInterrupted()) {
                        throw CommandFailure.interrupted(new InterruptedException());
                    }
                };
        CommandFailure failure =
                assertThrows(
                        CommandFailure.class,
                        () -> provisioner.apply(List.of(settings("a=1", "b=1"))));
        assertTrue(Thread.interrupted());
        assertEquals(130, failure.exitCode());
        assertEquals(List.of("a=1", "b=1", "b=0", "a=0"), set);
    }

    private DesiredState settings(String... assignments) {
        return new DesiredState(
                SideBySideTest.device("box"), new Settings(), messages(List.of(assignments)));
    }

    private static List<Message> messages(List<String> assignments) {
        return assignments.stream().map(text -> (Message) StringValue.of(text)).toList();
    }

    private static String nameIn(Message message) {
        return ((StringValue) message).getValue().replaceFirst("=.*", "");
    }

    /** Settings of a device by their names, which are read in reverse: so they go back. */
    private final class Settings implements Part {
        @Override
        public String name() {
            return "settings";
        }

        @Override
        public Service service() {
            return Service.GNMI;
        }

        @Override
        public boolean isWhole() {
            return false;
        }

        @Override
        public boolean isSameMatter(Message one, Message other) {
            return nameIn(one).equals(nameIn(other));
        }

        @Override
        public List<Message> vocabulary() {
            return List.of(StringValue.getDefaultInstance());
        }

        @Override
        public String address(DeviceSession session) {
            return "here";
        }

        @Override
        public List<Message> read(DeviceSession session, List<Message> about) {
            whenRead.run();
            List<String> values = new ArrayList<>();
            about.forEach(
                    message -> values.add(0, nameIn(message) + "=" + device.get(nameIn(message))));
            return messages(values);
        }

        @Override
        public List<DeviceCall> calls(Device to, List<Message> present, List<Message> wanted) {
            return wanted.stream()
                    .filter(message -> !present.contains(message))
                    .map(message -> call(to, (StringValue) message))
                    .toList();
        }

        private DeviceCall call(Device to, StringValue message) {
            String text = message.getValue();
            return new DeviceCall(
                    to,
                    service(),
                    "set",
                    message,
                    () -> text,
                    session -> {
                        set.add(text);
                        whenSet.run();
                        if (!stuck.contains(nameIn(message))) {
                            device.put(nameIn(message), text.replaceFirst(".*=", ""));
                        }
                    });
        }
    }
}
