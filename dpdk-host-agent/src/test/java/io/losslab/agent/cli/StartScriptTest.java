package io.losslab.agent.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The script that starts the agent, with a Java that prints what it was called with. */
class StartScriptTest {
    @TempDir private Path folder;

    @Test
    void aPathThatFoldersAreSearchedInChangesNothing() throws Exception {
        Path bin = Files.createDirectories(folder.resolve("agent/bin"));
        Files.copy(
                Path.of("src/main/sh/losslab-agent"),
                bin.resolve("losslab-agent"),
                StandardCopyOption.COPY_ATTRIBUTES);
        printingJava();
        ProcessBuilder builder =
                new ProcessBuilder("agent/bin/losslab-agent", "--version")
                        .directory(folder.toFile())
                        .redirectErrorStream(true);
        builder.environment().put("JAVA_HOME", folder.resolve("java").toString());
        builder.environment().put("CDPATH", folder.toString());
        Process process = builder.start();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertEquals(0, process.waitFor(), said);
        assertTrue(said.contains(" -cp " + folder.resolve("agent/lib/*") + " "), said);
    }

    private void printingJava() throws IOException {
        Path java = Files.createDirectories(folder.resolve("java/bin")).resolve("java");
        Files.writeString(java, "#!/bin/sh\necho \"$@\"\n");
        assertTrue(java.toFile().setExecutable(true));
    }
}
