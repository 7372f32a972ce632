package io.losslab.devices.ssh;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.losslab.devices.failure.CommandFailure;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ParallelHostsTest {
    @Test
    void answersInTheHostsOrder() {
        assertEquals(
                Map.of("a", 1, "bb", 2),
                ParallelHosts.all(List.of("a", "bb"), host -> host, String::length));
    }

    @Test
    void tellsEveryFailureInOneReport() {
        CommandFailure failure =
                assertThrows(
                        CommandFailure.class,
                        () ->
                                ParallelHosts.all(
                                        List.of("h1", "h2", "h3"),
                                        host -> host,
                                        ParallelHostsTest::failExceptH2));
        assertEquals("2 of 3 hosts failed:\n  h1: no way\n  h3: broken", failure.getMessage());
        assertEquals("plug it in", failure.advice());
        assertEquals(3, failure.exitCode());
    }

    private static String failExceptH2(String host) {
        switch (host) {
            case "h1":
                throw CommandFailure.ofDevice("h1: no way", "plug it in", null);
            case "h3":
                throw new IllegalStateException("broken");
            default:
                return host;
        }
    }
}
