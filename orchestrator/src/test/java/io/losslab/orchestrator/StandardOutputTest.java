package io.losslab.orchestrator;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.losslab.orchestrator.run.RunProcess;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;

class StandardOutputTest {
    @Test
    void whatAFullDiskDoesNotTakeIsAnError() throws Exception {
        Process shell = shell("exec \"$@\" list schemes >/dev/full");
        assertEquals(
                "losslab: cannot write to standard output: No space left on device\n",
                errors(shell));
        assertEquals(1, shell.waitFor());
    }

    @Test
    void aReaderThatHasReadEnoughIsNoError() throws Exception {
        Process shell = shell("\"$@\" schema experiment | head -c 1; exit ${PIPESTATUS[0]}");
        assertEquals("", errors(shell));
        assertEquals(0, shell.waitFor());
    }

    @Test
    void allThatIsPrintedArrives() throws Exception {
        Process shell = shell("exec \"$@\" schema experiment");
        String text = new String(shell.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertTrue(text.startsWith("{") && text.strip().endsWith("}"), text);
        assertEquals(0, shell.waitFor());
    }

    /** Bash, with the command as its arguments. */
    private static Process shell(String script) throws IOException {
        List<String> command = RunProcess.losslab();
        command.addAll(0, List.of("bash", "-c", script, "bash"));
        return new ProcessBuilder(command).start();
    }

    private static String errors(Process process) throws IOException {
        return new String(process.getErrorStream().readAllBytes(), StandardCharsets.UTF_8);
    }
}
