package io.losslab.labs.perftest;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.losslab.devices.failure.CommandFailure;
import io.losslab.labs.perftest.HostScript.Tool;
import java.io.IOException;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Scripts in a real shell, with its standard input held open as over SSH. */
class HostScriptTest {
    private static final long SECOND = 1_000_000_000L;

    @TempDir private Path folder;

    @Test
    void aToolBeginsAtItsTimeAndSaysWhenItSends() throws Exception {
        long at = HostFacts.wallNanos() + SECOND;
        Process shell =
                shell(
                        HostScript.of(
                                List.of(
                                        tool(4, at, "sleep 0.3; echo ' #bytes  x'; echo ' 8 5'"),
                                        tool(
                                                7,
                                                at,
                                                "echo ' #bytes'; echo it failed >&2; exit 3"))));
        Map<Integer, ToolOutput> outputs = ToolOutput.parse(output(shell));

        ToolOutput sender = outputs.get(4);
        assertEquals(0, sender.status());
        long late = sender.releasedNanos().orElseThrow() - at;
        assertTrue(late >= 0 && late < SECOND / 2, () -> "started " + late + " ns late");
        long sent = sender.startedNanos().orElseThrow() - sender.releasedNanos().orElseThrow();
        assertTrue(sent >= 3 * SECOND / 10, () -> "sent after " + sent + " ns");
        assertEquals(" #bytes  x\n 8 5\n\n", sender.output());
        assertEquals(3, outputs.get(7).status());
        assertEquals("it failed", outputs.get(7).said());
        assertEquals(List.of(), leftBehind());
    }

    @Test
    void reportsAreKeptApart() throws Exception {
        Process shell =
                shell(
                        HostScript.of(
                                List.of(
                                        tool(0, 0, "echo a >report.json"),
                                        tool(1, 0, "stat -c %a .. >report.json"))));
        Map<Integer, ToolOutput> outputs = ToolOutput.parse(output(shell));
        assertEquals("a", outputs.get(0).report().strip());
        assertEquals("700", outputs.get(1).report().strip());
    }

    @Test
    void aToolThatFailsBeforeItIsConnectedEndsTheOthers() throws Exception {
        long before = System.nanoTime();
        Process shell =
                shell(
                        HostScript.of(
                                List.of(
                                        tool(0, 0, "sleep 50"),
                                        tool(1, 0, "sleep 0.2; echo not found >&2; exit 1"))));
        Map<Integer, ToolOutput> outputs = ToolOutput.parse(output(shell));
        assertTrue(System.nanoTime() - before < 20 * SECOND);
        assertTrue(outputs.get(1).failed());
        assertEquals("not found", outputs.get(1).said());
        assertFalse(outputs.get(0).failed(), "it was ended");
        assertEquals(List.of(), leftBehind());
    }

    @Test
    void asManySessionsAsFitInACommandRun() throws Exception {
        List<Tool> tools = new ArrayList<>();
        for (int number = 0; number < 40; number++) {
            tools.add(tool(number, 0, "echo $0"));
        }
        Map<Integer, ToolOutput> outputs = ToolOutput.parse(output(shell(HostScript.of(tools))));
        assertEquals(40, outputs.size());
        outputs.values().forEach(output -> assertEquals("sh", output.output().strip()));

        Tool usual = new Tool(0, SECOND, SECOND, List.of("x".repeat(300), "a word"));
        assertTrue(HostScript.of(Collections.nCopies(250, usual)).contains(" 'a word')"));
        CommandFailure refusal =
                assertThrows(
                        CommandFailure.class,
                        () -> HostScript.of(Collections.nCopies(1_000, usual)));
        assertEquals("1000 sessions of perftest on one host are too many", refusal.getMessage());
    }

    @Test
    void aToolThatFailsLaterLeavesTheOthersAlone() throws Exception {
        Process shell =
                shell(
                        HostScript.of(
                                List.of(
                                        tool(0, 0, "sleep 1"),
                                        tool(1, 0, "echo ' #bytes'; sleep 0.2; exit 1"))));
        Map<Integer, ToolOutput> outputs = ToolOutput.parse(output(shell));
        assertEquals(0, outputs.get(0).status());
        assertTrue(outputs.get(1).failed());
    }

    @Test
    void aTimeThatHasPassedOrIsTooFarOffIsNotWaitedFor() throws Exception {
        long now = HostFacts.wallNanos();
        ToolOutput late = only(tool(0, now - SECOND, "echo no"));
        assertEquals(HostScript.NOT_IN_TIME, late.status());
        assertTrue(late.said().startsWith("its start time had passed 1"), late.said());
        ToolOutput early = only(tool(0, now + 3_600 * SECOND, "echo no"));
        assertEquals(HostScript.NOT_IN_TIME, early.status());
        assertTrue(early.said().contains("ms off by the clock there"), early.said());
    }

    @Test
    void toolsEndAndNothingIsLeftWhereTheConnectionIsLost() throws Exception {
        Path alive = folder.resolve("alive");
        Process shell =
                shell(
                        HostScript.of(
                                List.of(
                                        new Tool(
                                                0,
                                                0,
                                                0,
                                                List.of(
                                                        "timeout",
                                                        "60",
                                                        "sh",
                                                        "-c",
                                                        "echo $$ >'%s'; exec sleep 60"
                                                                .formatted(alive))))));
        await(() -> Files.exists(alive) && Files.size(alive) > 0);
        long tool = Long.parseLong(Files.readString(alive).strip());
        assertEquals(1, leftBehind().size());

        shell.getOutputStream().close();

        assertTrue(shell.waitFor(20, TimeUnit.SECONDS));
        await(() -> ProcessHandle.of(tool).filter(ProcessHandle::isAlive).isEmpty());
        assertEquals(List.of(), leftBehind());
    }

    @Test
    void portsListenWhenAllDo() throws Exception {
        try (ServerSocket one = new ServerSocket(0)) {
            int free;
            try (ServerSocket other = new ServerSocket(0)) {
                free = other.getLocalPort();
                assertEquals(0, status(HostScript.listening(List.of(one.getLocalPort(), free))));
            }
            assertEquals(1, status(HostScript.listening(List.of(one.getLocalPort(), free))));
        }
    }

    private static Tool tool(int number, long atNanos, String script) {
        return new Tool(number, atNanos, 60 * SECOND, List.of("sh", "-c", script));
    }

    private ToolOutput only(Tool tool) throws IOException {
        return ToolOutput.parse(output(shell(HostScript.of(List.of(tool))))).get(0);
    }

    private Process shell(String script) throws IOException {
        ProcessBuilder builder = new ProcessBuilder("sh", "-c", script);
        builder.environment().put("TMPDIR", Files.createDirectories(tmp()).toString());
        return builder.redirectError(ProcessBuilder.Redirect.INHERIT).start();
    }

    private int status(String script) throws Exception {
        return shell(script).waitFor();
    }

    private static String output(Process shell) throws IOException {
        return new String(shell.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    }

    private Path tmp() {
        return folder.resolve("tmp");
    }

    private List<Path> leftBehind() throws IOException {
        try (Stream<Path> all = Files.list(tmp())) {
            return all.toList();
        }
    }

    private interface Condition {
        boolean holds() throws IOException;
    }

    private static void await(Condition condition) throws Exception {
        long end = System.nanoTime() + 20 * SECOND;
        while (!condition.holds()) {
            assertTrue(System.nanoTime() < end, "not within 20 s");
            TimeUnit.MILLISECONDS.sleep(10);
        }
    }
}
