package io.losslab.api.process;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

class ProcessMarkTest {
    @Test
    void thisProcessRuns() {
        assertTrue(ProcessMark.current().isRunning());
        assertEquals(ProcessMark.current(), ProcessMark.of(ProcessHandle.current()));
    }

    @Test
    void anotherThatHasTheNumberIsNotTakenForIt() {
        long pid = ProcessHandle.current().pid();
        assertFalse(new ProcessMark(pid, "2001-01-01T00:00:00Z").isRunning());
    }

    /** The kernel counts ticks from its start, whatever the time of day is set to. */
    @Test
    @EnabledOnOs(OS.LINUX)
    void itsStartDoesNotDependOnTheTimeOfDay() throws Exception {
        Process child =
                new ProcessBuilder("sh", "-c", "cut -d ' ' -f 22 /proc/$$/stat; read x").start();
        try {
            String ticks = child.inputReader().readLine();
            String boot = Files.readString(Path.of("/proc/sys/kernel/random/boot_id"));
            ProcessMark mark = ProcessMark.of(child.toHandle());
            assertEquals(ticks + "-" + boot.substring(0, 8), mark.since());
        } finally {
            child.destroy();
        }
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    void oneThatEndedAndThatNobodyWaitedForDoesNotRun() throws Exception {
        // The shell turns into a program that never waits for the child it has, which ends with its
        // input.
        Process parent =
                new ProcessBuilder("sh", "-c", "exec 3<&0; cat <&3 & echo $!; exec sleep 600 3<&-")
                        .start();
        try {
            String pid = parent.inputReader().readLine();
            ProcessHandle child = ProcessHandle.of(Long.parseLong(pid)).orElseThrow();
            assertTrue(ProcessMark.isRunning(child));
            parent.getOutputStream().close();
            while (ProcessMark.isRunning(child)) {
                TimeUnit.MILLISECONDS.sleep(10);
            }
            assertTrue(child.isAlive());
        } finally {
            parent.destroy();
        }
    }
}
