package io.losslab.benchmarks.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RunBenchTest {
    @TempDir private Path folder;

    @Test
    void cpuTimeIsThatOfTheWholeCommandAndNotOfItsShell() throws Exception {
        ProcessCost cost =
                ProcessCost.of(
                        List.of("sh", "-c", "i=0; while [ $i -lt 200000 ]; do i=$((i+1)); done"),
                        folder.resolve("output"));
        assertEquals(0, cost.exitCode());
        assertTrue(cost.cpuSeconds() > 0.01, cost.toString());
        assertTrue(cost.cpuSeconds() <= cost.wallSeconds() + 0.02, cost.toString());
    }

    @Test
    void timesOfChildrenAreTheShellsSecondLine() {
        assertEquals(
                83.5, ProcessCost.childSeconds("0m0.010s 0m0.020s\n1m20.250s 0m3.250s\n"), 1e-9);
    }

    @Test
    void peakMemoryIsThatOfTheLargestProcess() throws Exception {
        // 64 MiB in one block, which is held until the reader ends: long enough to be seen.
        ProcessCost cost =
                ProcessCost.of(
                        List.of("sh", "-c", "dd if=/dev/zero bs=64M count=1 | sleep 1"),
                        folder.resolve("output"));
        assertTrue(cost.peakResidentBytes() > 64 << 20, cost.toString());
        assertTrue(cost.peakResidentBytes() < 128 << 20, cost.toString());
    }

    @Test
    void aRowHasTheHopsOfTheResultsThatTheRunWrote() throws Exception {
        Path program = program("mkdir -p \"$5\"; echo \"$@\" >\"$5/hops\"");
        MeasuredRun run = new MeasuredRun("short", List.of("fat-tree", "size=1MB"), false);
        List<String> announced = new ArrayList<>();
        List<RunBench.Row> rows = new ArrayList<>();
        new RunBench(
                        List.of("sh", program.toString()),
                        results -> Files.readString(results.resolve("hops")).split(" ", -1).length,
                        0.01)
                .measure(List.of(run), announced::add, rows::add);
        assertEquals(List.of("the engine alone", "losslab run fat-tree size=1MB"), announced);
        RunBench.Row row = rows.get(0);
        assertEquals("short", row.name());
        // run fat-tree size=1MB --out RESULTS
        assertEquals(5, row.packetHops());
        assertTrue(row.enginePacketHopsPerCpuSecond() > 0);
    }

    @Test
    void aRunThatFailsIsNoRowAndSaysWhy() throws Exception {
        Path program = program("echo no such experiment >&2; exit 2");
        List<RunBench.Row> rows = new ArrayList<>();
        RunBench bench = new RunBench(List.of("sh", program.toString()), results -> 1, 0.01);
        IOException failure =
                assertThrows(
                        IOException.class,
                        () -> bench.measure(MeasuredRun.all(), name -> {}, rows::add));
        assertTrue(failure.getMessage().contains("exit code 2"), failure.getMessage());
        assertTrue(failure.getMessage().endsWith("no such experiment"), failure.getMessage());
        assertTrue(rows.isEmpty());
    }

    @Test
    void namesOfRunsDiffer() {
        List<String> names = MeasuredRun.all().stream().map(MeasuredRun::name).toList();
        assertFalse(names.isEmpty());
        assertEquals(names.stream().distinct().toList(), names);
    }

    private Path program(String script) throws IOException {
        return Files.writeString(folder.resolve("program"), script + "\n");
    }
}
