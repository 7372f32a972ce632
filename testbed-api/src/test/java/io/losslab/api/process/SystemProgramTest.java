package io.losslab.api.process;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

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
    void aProgramThatIsMissingIsNamedWithItsPackage() {
        String message =
                assertThrows(ProgramException.class, () -> SystemProgram.run("no-such-program"))
                        .getMessage();
        assertTrue(message.contains("the program no-such-program is not installed"), message);
    }
}
