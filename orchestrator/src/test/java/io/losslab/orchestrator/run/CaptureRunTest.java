package io.losslab.orchestrator.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code losslab run --pcap}. */
class CaptureRunTest {
    private static final int SECTION_HEADER = 0x0A0D0D0A;

    private final Commands losslab = new Commands();

    @Test
    void writesAFileForEveryCell(@TempDir Path folder) throws IOException {
        Path results = folder.resolve("results");
        int exit =
                losslab.execute(
                        "run",
                        "pyrrha/blame",
                        "--seed",
                        "1",
                        "--set",
                        "duration=100us",
                        "--no-report",
                        "--pcap",
                        "tor3:1,tor3:2",
                        "--out",
                        results.toString());
        assertEquals(0, exit, losslab.err());
        try (Stream<Path> files = Files.list(results.resolve("pcap"))) {
            assertEquals(
                    List.of("cell-0.pcapng", "cell-1.pcapng"),
                    files.map(file -> file.getFileName().toString()).sorted().toList());
        }
        byte[] file = Files.readAllBytes(results.resolve("pcap/cell-0.pcapng"));
        assertEquals(SECTION_HEADER, ByteBuffer.wrap(file).getInt());
        assertTrue(file.length > 10_000, "no frames: " + file.length + " B");
    }

    @Test
    void namesTheNodesWhereAPortIsOfNone(@TempDir Path folder) {
        Path results = folder.resolve("results");
        int exit =
                losslab.execute(
                        "run", "pyrrha/blame", "--pcap", "nobody:1", "--out", results.toString());
        assertEquals(2, exit);
        assertTrue(losslab.err().contains("has no node 'nobody'"), losslab.err());
        assertTrue(losslab.err().contains("tor3"), losslab.err());
        assertTrue(Files.notExists(results));
    }
}
