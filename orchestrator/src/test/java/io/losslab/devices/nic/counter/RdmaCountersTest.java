package io.losslab.devices.nic.counter;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.losslab.traffic.perftest.RdmaDevice;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RdmaCountersTest {
    private static final RdmaDevice DEVICE = new RdmaDevice("mlx5_0", 1, 3);

    @TempDir private Path sysfs;

    @Test
    void readsTheFilesOfADeviceInAShell() throws Exception {
        counter("packet_seq_err", "12\n");
        counter("local_ack_timeout_err", "3\n");
        counter("out_of_sequence", "40\n");
        counter("lifespan", "10\n");
        counter("odd", "N/A (no PMA)\n");
        RdmaCounters before = read(DEVICE);
        assertEquals(
                Map.of(
                        "packet_seq_err", 12L,
                        "local_ack_timeout_err", 3L,
                        "out_of_sequence", 40L,
                        "lifespan", 10L),
                before.values());

        counter("packet_seq_err", "17\n");
        counter("new", "5\n");
        RdmaCounters since = read(DEVICE).since(before);
        assertEquals(OptionalLong.of(5), since.retransmissions());
        assertEquals(OptionalLong.of(0), since.outOfOrder());
        assertEquals("packet_seq_err 5", since.text());
    }

    @Test
    void countersThatAreNotThereAreNotKnown() throws Exception {
        RdmaCounters none = read(DEVICE);
        assertEquals(Map.of(), none.values());
        assertEquals(OptionalLong.empty(), none.retransmissions());
        assertEquals("not known", none.since(none).text());
        counter("lifespan", "10\n");
        assertEquals(OptionalLong.empty(), read(DEVICE).retransmissions());
        assertEquals("none", read(DEVICE).since(read(DEVICE)).text());
    }

    private void counter(String name, String value) throws IOException {
        Path directory = sysfs.resolve("class/infiniband/mlx5_0/ports/1/hw_counters");
        Files.writeString(Files.createDirectories(directory).resolve(name), value);
    }

    private RdmaCounters read(RdmaDevice device) throws Exception {
        Process shell =
                new ProcessBuilder("sh", "-c", RdmaCounters.command(sysfs.toString(), device))
                        .redirectErrorStream(true)
                        .start();
        String output = new String(shell.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertEquals(0, shell.waitFor());
        return RdmaCounters.parse(output);
    }
}
