package io.losslab.traffic.perftest;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.losslab.api.units.DataSize;
import io.losslab.api.units.Nanos;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class PerftestOptionsTest {
    private static final RdmaDevice DEVICE = new RdmaDevice("mlx5_0", 1, 3);

    @Test
    void bothSidesOfABandwidthRunForATime() {
        PerftestOptions options =
                options(PerftestTool.WRITE_BANDWIDTH, 4, 0, 10_000_000_000L, false);
        String common =
                "ib_write_bw --ib-dev mlx5_0 --ib-port 1 --gid-index 3 --size 1000000 --qp 4"
                        + " --tx-depth 128 --report_gbits --duration 10 --mtu 4096 --sl 3"
                        + " --tclass 98 --port 18515 --CPU-freq";
        assertEquals(common, String.join(" ", options.server(DEVICE)));
        assertEquals(
                common + " --out_json --out_json_file=/tmp/r.json 10.0.2.1",
                String.join(" ", options.client(DEVICE, "10.0.2.1", "/tmp/r.json")));
    }

    @Test
    void aLatencyRunOfIterationsConnectsByRdmaCm() {
        assertEquals(
                "ib_read_lat --ib-dev mlx5_0 --ib-port 1 --gid-index 3 --size 1000000 --iters 1000"
                        + " --mtu 4096 --sl 3 --rdma_cm --tos 98 --port 18515 --CPU-freq",
                String.join(
                        " ", options(PerftestTool.READ_LATENCY, 1, 1_000, 0, true).server(DEVICE)));
    }

    /** The tools of this machine know every option that is set. */
    @ParameterizedTest
    @EnumSource(PerftestTool.class)
    void theInstalledToolKnowsEveryOption(PerftestTool tool) throws Exception {
        Path program = Path.of("/usr/bin", tool.program());
        assumeTrue(Files.isExecutable(program), program + " is not there: install perftest");
        String help = help(program);
        for (boolean rdmaCm : List.of(false, true)) {
            for (long iterations : List.of(0L, 1_000L)) {
                PerftestOptions options = options(tool, 1, iterations, 1_000_000_000L, rdmaCm);
                options.client(DEVICE, "10.0.2.1", "/tmp/r.json").stream()
                        .filter(word -> word.startsWith("--"))
                        .map(word -> word.split("=", 2)[0])
                        .forEach(
                                word ->
                                        assertTrue(
                                                help.matches("(?s).*" + word + "[\\s=,].*"),
                                                tool.program() + " has no " + word));
            }
        }
    }

    @Test
    void refusesWhatTheToolsRefuse() {
        assertEquals(
                "ib_write_lat has one queue pair: 2",
                refusal(() -> options(PerftestTool.WRITE_LATENCY, 2, 5, 0, false)));
        assertEquals(
                "iterations must be 0 or at least 5: 4",
                refusal(() -> options(PerftestTool.SEND_LATENCY, 1, 4, 0, false)));
        assertEquals(
                "without iterations the duration must be whole seconds: 1.5s",
                refusal(() -> options(PerftestTool.SEND_BANDWIDTH, 1, 0, 1_500_000_000L, false)));
        assertEquals(
                "'mlx5_0;reboot' is not a valid RDMA device name",
                refusal(() -> new RdmaDevice("mlx5_0;reboot", 1, 0)));
    }

    private static String refusal(org.junit.jupiter.api.function.Executable action) {
        return assertThrows(IllegalArgumentException.class, action).getMessage();
    }

    private static PerftestOptions options(
            PerftestTool tool, int queuePairs, long iterations, long nanos, boolean rdmaCm) {
        return new PerftestOptions(
                tool,
                new DataSize(1_000_000),
                queuePairs,
                128,
                iterations,
                new Nanos(nanos),
                4096,
                3,
                98,
                rdmaCm,
                18_515);
    }

    private static String help(Path program) throws IOException, InterruptedException {
        Process process =
                new ProcessBuilder(program.toString(), "--help").redirectErrorStream(true).start();
        String text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        process.waitFor();
        return text;
    }
}
