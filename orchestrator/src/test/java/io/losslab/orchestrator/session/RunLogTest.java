package io.losslab.orchestrator.session;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.logging.Logger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.LoggerFactory;

class RunLogTest {
    @Test
    void writesBothKindsOfLoggersToTheFileWhileOpen(@TempDir Path folder) throws IOException {
        RunLog log = RunLog.open(folder);
        LoggerFactory.getLogger("io.losslab.test").info("through slf4j");
        Logger.getLogger("io.grpc.test").warning("through the JDK");
        log.close();
        LoggerFactory.getLogger("io.losslab.test").info("too late");
        String text = Files.readString(folder.resolve("log.txt"));
        assertTrue(text.contains("INFO  [main] io.losslab.test: through slf4j"), text);
        assertTrue(text.contains("WARN  [main] io.grpc.test: through the JDK"), text);
        assertFalse(text.contains("too late"), text);
    }
}
