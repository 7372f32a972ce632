package io.losslab.traffic.perftest;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.losslab.api.units.DataSize;
import io.losslab.api.units.Nanos;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class PerftestOptionsTest {
    private static final RdmaDevice DEVICE = new RdmaDevice("mlx5_0", 1, 3);

    @Test
    void bothSidesOfABandwidthRunForATime() {
        PerftestOptions options = options(PerftestTool.WRITE_BANDWIDTH, 4, 0, 10_000_000_000L);
        String common =
                "ib_write_bw --ib-dev mlx5_0 --ib-port 1 --gid-index 3 --size 1000000 --qp 4"
                        + " --tx-depth 128 --report_gbits --duration 10 --margin 0 --mtu 4096"
                        + " --sl 3 --tclass 98 --port 18515 --CPU-freq";
        assertEquals(common, String.join(" ", options.server(DEVICE, KnownOptions.ANY)));
        assertEquals(
                common + " --out_json --out_json_file=/tmp/r.json 10.0.2.1",
                String.join(
                        " ", options.client(DEVICE, "10.0.2.1", "/tmp/r.json", KnownOptions.ANY)));
    }

    @Test
    void aLatencyClientAsksForSamplesAndKeepsTheGap() {
        PerftestOptions options = latency(1_000, 25_000);
        assertTrue(options.hasSamples());
        assertTrue(
                String.join(" ", options.client(DEVICE, "h", "r.json", KnownOptions.ANY))
                        .endsWith(
                                "--CPU-freq --latency_gap 25 --report-unsorted --out_json"
                                        + " --out_json_file=r.json h"));
        assertFalse(
                String.join(" ", options.server(DEVICE, KnownOptions.ANY)).contains("latency_gap"),
                "the server's gap would be part of the round trip");
    }

    @Test
    void leavesOutWhatAToolDoesNotKnowAndSaysWhatItNeeds() {
        KnownOptions few =
                KnownOptions.ofHelp("  -D, --duration  time\n  -U, --report-unsorted  x\n");
        assertEquals(List.of("--latency_gap"), latency(1_000, 25_000).lacking(few));
        PerftestOptions timed = options(PerftestTool.WRITE_BANDWIDTH, 1, 0, 10_000_000_000L);
        assertEquals(List.of(), timed.lacking(few), "a margin of nothing needs nothing");
        String client = String.join(" ", timed.client(DEVICE, "h", "r.json", few));
        assertFalse(client.contains("--margin") || client.contains("--out_json"), client);
        assertEquals(2, timed.marginSeconds(few), "perftest's own: a quarter");
        assertEquals(0, timed.marginSeconds(KnownOptions.ANY));
    }

    @Test
    void readsHelpTextsOfAllStyles() {
        // Lines as perftest 6.06 prints them: after a letter, after a tab, alone.
        KnownOptions known =
                KnownOptions.ofHelp(
                        "  -f, --margin  measure results within margins. (default=2sec)\n"
                                + "\t  --sig_before Puts signature on data --mentioned only\n"
                                + "      --out_json_file=<file>  Name of the report json file.\n");
        assertEquals(
                Set.of("--margin", "--sig_before", "--out_json_file"), known.names().orElseThrow());
    }

    @Test
    void aLatencyServerIsNotAskedForSamples() {
        assertEquals(
                "ib_write_lat --ib-dev mlx5_0 --ib-port 1 --gid-index 3 --size 1000000 --iters 1000"
                        + " --mtu 4096 --sl 3 --tclass 98 --port 18515 --CPU-freq",
                String.join(
                        " ",
                        options(PerftestTool.WRITE_LATENCY, 1, 1_000, 0)
                                .server(DEVICE, KnownOptions.ANY)));
    }

    /** The tools of this machine know every option that is set. */
    @ParameterizedTest
    @EnumSource(PerftestTool.class)
    void theInstalledToolKnowsEveryOption(PerftestTool tool) throws Exception {
        Path program = Path.of("/usr/bin", tool.program());
        assumeTrue(Files.isExecutable(program), program + " is not there: install perftest");
        KnownOptions known = KnownOptions.ofHelp(said(program, List.of("--help")));
        for (long iterations : List.of(0L, 1_000L)) {
            PerftestOptions options = options(tool, 1, iterations, 1_000_000_000L);
            List<String> all = options.client(DEVICE, "10.0.2.1", "/tmp/r.json", KnownOptions.ANY);
            all.stream()
                    .filter(word -> word.startsWith("--"))
                    .map(word -> word.split("=", 2)[0])
                    .forEach(word -> assertTrue(known.has(word), tool.program() + word));
            assertEquals(all, options.client(DEVICE, "10.0.2.1", "/tmp/r.json", known));
            assertTrue(said(program, all.subList(1, all.size())).contains(NO_DEVICE));
        }
    }

    /** What it says when it took all options and looks for a device. */
    private static final String NO_DEVICE = "Did not detect devices";

    /** The limits are those of the tools of this machine. */
    @ParameterizedTest
    @EnumSource(
            value = PerftestLimit.class,
            mode = EnumSource.Mode.EXCLUDE,
            names = {"GAP_MICROS", "DEVICE_PORT", "TRAFFIC_CLASS", "PORT", "MARGIN"})
    void theInstalledToolHasTheSameLimits(PerftestLimit limit) throws Exception {
        Path program = Path.of("/usr/bin/ib_write_bw");
        assumeTrue(Files.isExecutable(program), program + " is not there: install perftest");
        for (long value : new long[] {limit.least(), limit.most()}) {
            String said = said(program, List.of(limit.option(), String.valueOf(value)));
            assertTrue(said.contains(NO_DEVICE), () -> limit + " " + value + ": " + said);
        }
        for (long value : new long[] {limit.least() - 1, limit.most() + 1}) {
            String said = said(program, List.of(limit.option(), String.valueOf(value)));
            assertFalse(said.contains(NO_DEVICE), () -> limit + " " + value + ": " + said);
        }
    }

    @Test
    void refusesWhatTheToolsRefuse() {
        assertEquals(
                "ib_write_lat has one queue pair: 2",
                refusal(() -> options(PerftestTool.WRITE_LATENCY, 2, 5, 0)));
        assertEquals(
                "--iters takes 5 to 100000000: 4",
                refusal(() -> options(PerftestTool.WRITE_LATENCY, 1, 4, 0)));
        assertEquals(
                "--duration takes whole seconds: 1.5s",
                refusal(() -> options(PerftestTool.WRITE_BANDWIDTH, 1, 0, 1_500_000_000L)));
        assertEquals(
                "--latency_gap takes whole microseconds: 1.5us",
                refusal(() -> latency(1_000, 1_500)));
        assertEquals(
                "--gid-index takes 0 to 64: 65", refusal(() -> new RdmaDevice("mlx5_0", 1, 65)));
        assertEquals(
                "'..' is not a valid RDMA device name", refusal(() -> new RdmaDevice("..", 1, 0)));
        assertEquals(
                "'mlx5_0;reboot' is not a valid RDMA device name",
                refusal(() -> new RdmaDevice("mlx5_0;reboot", 1, 0)));
    }

    private static String refusal(org.junit.jupiter.api.function.Executable action) {
        return assertThrows(IllegalArgumentException.class, action).getMessage();
    }

    private static PerftestOptions latency(long iterations, long gapNanos) {
        return new PerftestOptions(
                PerftestTool.WRITE_LATENCY,
                new DataSize(8),
                1,
                1,
                iterations,
                new Nanos(0),
                new Nanos(0),
                new Nanos(gapNanos),
                4096,
                3,
                98,
                18_515);
    }

    private static PerftestOptions options(
            PerftestTool tool, int queuePairs, long iterations, long nanos) {
        return new PerftestOptions(
                tool,
                new DataSize(1_000_000),
                queuePairs,
                128,
                iterations,
                new Nanos(nanos),
                new Nanos(0),
                new Nanos(0),
                4096,
                3,
                98,
                18_515);
    }

    private static String said(Path program, List<String> options)
            throws IOException, InterruptedException {
        List<String> words = new ArrayList<>(List.of(program.toString()));
        words.addAll(options);
        Process process = new ProcessBuilder(words).redirectErrorStream(true).start();
        String text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        process.waitFor();
        return text;
    }
}
