package io.losslab.orchestrator;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class HeapLimitTest {
    @Test
    void aFullHeapIsAnErrorWithoutAStackTrace() throws Exception {
        Process losslab =
                new ProcessBuilder(
                                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                                "-Xmx12m",
                                "-cp",
                                System.getProperty("java.class.path"),
                                "io.losslab.orchestrator.Losslab",
                                "plan",
                                "pyrrha/y15")
                        .redirectErrorStream(true)
                        .start();
        String text = new String(losslab.getInputStream().readAllBytes(), StandardCharsets.UTF_8);

        assertEquals(1, losslab.waitFor(), text);
        assertTrue(text.contains("losslab: out of memory: 'losslab plan pyrrha/y15'"), text);
        assertTrue(text.contains("LOSSLAB_JAVA_OPTS=-Xmx"), text);
        assertFalse(text.contains("\tat "), text);
    }
}
