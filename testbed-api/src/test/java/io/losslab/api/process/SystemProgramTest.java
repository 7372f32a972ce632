package io.losslab.api.process;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.function.Executable;

class SystemProgramTest {
    @Test
    @Timeout(60)
    void whatItPrintsIsReadWhileItRunsAndHasNoName() throws Exception {
        List<String> words = List.of("sh", "-c", "echo first; read go; echo second");
        try (SystemProgram program = SystemProgram.start(words)) {
            while (!program.output().equals("first\n")) {
                assertTrue(program.isRunning(), program::output);
                Thread.sleep(10);
            }
            Path printed = Files.readSymbolicLink(Path.of("/proc", "" + program.pid(), "fd", "1"));
            assertFalse(Files.exists(printed), printed.toString());
            program.stop();
            assertTrue(program.hasEndedWithin(Duration.ofSeconds(30)));
        }
    }

    @Test
    void aProgramCanEndWithTheThreadThatStartedIt() throws Exception {
        List<String> words = SystemProgram.untilWeEnd(List.of("sleep", "1000"));
        AtomicReference<SystemProgram> started = new AtomicReference<>();
        CountDownLatch seen = new CountDownLatch(1);
        Thread starter =
                new Thread(
                        () -> {
                            started.set(SystemProgram.start(words));
                            seen.countDown();
                            LockSupport.park();
                        });
        starter.start();
        seen.await();
        try (SystemProgram program = started.get()) {
            assertFalse(program.hasEndedWithin(Duration.ofMillis(300)), program::output);
            LockSupport.unpark(starter);
            assertTrue(program.hasEndedWithin(Duration.ofSeconds(30)));
        }
    }

    @Test
    void whatItReadsAndPrintsIsText() {
        List<String> copy = List.of("cat");
        assertEquals("µs\n", SystemProgram.run("µs\n", Duration.ofSeconds(30), copy));
    }

    @Test
    void aFailureTellsTheStatusAndWhatWasPrinted() {
        List<String> words = List.of("sh", "-c", "echo no such link >&2; exit 3");
        String message =
                assertThrows(ProgramException.class, () -> SystemProgram.run(words)).getMessage();
        assertTrue(message.endsWith("failed (3): no such link"), message);
    }

    @Test
    void aShieldedProgramEndsOnItsOwnWhenTheUserPressesCtrlC() {
        String interrupted = "kill -INT $$; echo there; exit $0";
        assertEquals("there\n", SystemProgram.runShielded("sh", "-c", interrupted, "0"));
        String message =
                assertThrows(
                                ProgramException.class,
                                () -> SystemProgram.runShielded("sh", "-c", interrupted, "3"))
                        .getMessage();
        assertEquals("'sh -c %s 3' failed (3): there".formatted(interrupted), message);
    }

    /** Such as one whose starting is ended by Ctrl-C. */
    @Test
    void aProgramThatIsThereAndDoesNotStartIsNotCalledMissing() {
        String tooLong = "x".repeat(1 << 20);
        String message =
                assertThrows(ProgramException.class, () -> SystemProgram.run("true", tooLong))
                        .getMessage();
        assertTrue(message.startsWith("'true xxx"), message);
        assertTrue(message.contains("did not start: "), message);
    }

    @Test
    void aProgramThatIsMissingIsNamedWithItsPackage() {
        List<String> words = List.of("no-such-program");
        for (Executable start :
                List.<Executable>of(
                        () -> SystemProgram.run(words),
                        () -> SystemProgram.runShielded("no-such-program"),
                        () -> SystemProgram.untilWeEnd(words))) {
            String message = assertThrows(ProgramException.class, start).getMessage();
            assertTrue(message.contains("the program no-such-program is not installed"), message);
        }
    }
}
