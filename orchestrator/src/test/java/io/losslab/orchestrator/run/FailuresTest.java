package io.losslab.orchestrator.run;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.AccessDeniedException;
import org.junit.jupiter.api.Test;

class FailuresTest {
    @Test
    void aFileThatFailedIsToldWithTheReason() {
        IOException denied = new AccessDeniedException("a/b");
        assertEquals("a/b: permission denied", Failures.text(denied));
        assertEquals("a/b: permission denied", Failures.text(new UncheckedIOException(denied)));
        assertEquals("no results", Failures.text(new UncheckedIOException("no results", denied)));
        assertEquals("no room", Failures.text(new IllegalStateException("no room")));
    }
}
