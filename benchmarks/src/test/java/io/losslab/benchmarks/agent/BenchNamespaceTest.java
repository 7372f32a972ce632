package io.losslab.benchmarks.agent;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assertions.fail;
import static org.junit.jupiter.api.Assumptions.abort;

import io.losslab.api.process.ProcessMark;
import io.losslab.api.process.SystemProgram;
import io.losslab.softswitch.netns.NamespaceLab;
import io.losslab.softswitch.netns.Namespaces;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class BenchNamespaceTest {
    private static final int SECONDS = 30;

    @Test
    void oneOfARunningBenchIsNotAbandoned() {
        assertFalse(
                BenchNamespace.isAbandoned(BenchNamespace.nameOf(ProcessMark.current(), "gen")));
    }

    @Test
    void oneOfAProcessThatEndedIsEvenIfItsNumberIsUsedAgain() {
        ProcessMark before =
                new ProcessMark(ProcessHandle.current().pid(), "2001-02-03T04:05:06.070Z");

        assertTrue(BenchNamespace.isAbandoned(BenchNamespace.nameOf(before, "gen")));
    }

    @Test
    void othersAreNobodysBusiness() {
        assertFalse(BenchNamespace.isAbandoned("ll-H1"));
        assertFalse(BenchNamespace.isAbandoned("llbench-sink"));
    }

    @Test
    void removesWhatAKilledBenchLeftWithTheProgramsInIt() throws Exception {
        NamespaceLab.obstacle().ifPresent(BenchNamespaceTest::skip);
        ProcessMark gone = new ProcessMark(1, "2001-02-03T04:05:06.070Z");
        String name = BenchNamespace.nameOf(gone, "test" + ProcessHandle.current().pid());
        Namespaces.add(name);
        try (SystemProgram program =
                SystemProgram.start(Namespaces.within(name, List.of("sleep", "600")))) {
            awaitPid(name);
            assertTrue(BenchNamespace.left().contains(name));

            BenchNamespace.removeLeft();

            assertFalse(BenchNamespace.left().contains(name));
            assertTrue(program.hasEndedWithin(Duration.ofSeconds(SECONDS)));
        }
    }

    private static void skip(String obstacle) {
        if ("true".equals(System.getenv("CI")) && Files.isWritable(Path.of("/proc/sys/net"))) {
            fail(obstacle);
        }
        abort(obstacle);
    }

    private static void awaitPid(String name) throws InterruptedException {
        long end = System.nanoTime() + SECONDS * 1_000_000_000L;
        String pids = "";
        while (pids.isBlank() && System.nanoTime() < end) {
            pids = SystemProgram.run("ip", "netns", "pids", name);
        }
        assertEquals(1, pids.lines().count());
    }
}
