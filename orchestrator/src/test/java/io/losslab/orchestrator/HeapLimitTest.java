package io.losslab.orchestrator;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.losslab.orchestrator.run.RunProcess;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;

class HeapLimitTest {
    @Test
    void aFullHeapIsAnErrorWithoutAStackTrace() throws Exception {
        List<String> command = RunProcess.losslab("-Xmx12m");
        command.addAll(List.of("plan", "pyrrha/y15"));
        Process losslab = new ProcessBuilder(command).redirectErrorStream(true).start();
        String text = new String(losslab.getInputStream().readAllBytes(), StandardCharsets.UTF_8);

        assertEquals(1, losslab.waitFor(), text);
        assertTrue(text.contains("losslab: out of memory: 'losslab plan pyrrha/y15'"), text);
        assertTrue(text.contains("LOSSLAB_JAVA_OPTS=-Xmx"), text);
        assertFalse(text.contains("\tat "), text);
    }
}
