package io.losslab.analysis.reference;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.losslab.analysis.summary.Distribution;
import io.losslab.analysis.summary.Iterations;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Files as all_reduce_perf writes them (version 3 of its JSON), of two GPUs: 2 (n - 1) / n is 1.
 */
class NcclTestsTest {
    private static final String FILE =
            """
            {
              "version": 3, "start_time": "2026-11-24 12:00:00",
              "args": ["./build/all_reduce_perf", "-b", "1M", "-e", "2M", "-J", "x.json"],
              "env": ["SECRET=hunter2"], "nccl_version": 22803,
              "config": {"nthreads": 1, "ngpus": 2, "blocking_collectives": "false",
                "devices": [
                  {"rank": 0, "group": 0, "pid": 7, "hostname": "gpu7", "device": 0},
                  {"rank": 1, "group": 0, "pid": 7, "hostname": "gpu7", "device": 1}]},
              "results": [
                {"size": 1048576, "count": 262144, "type": "float", "redop": "sum", "root": "-1",
                 "out_of_place": {"time": 100.000000, "alg_bw": 10.485760, "bus_bw": 10.485760, "nwrong": 0.000000},
                 "in_place": {"time": 90.000000, "alg_bw": 11.650844, "bus_bw": 11.650844, "nwrong": 0.000000},
                 "actual_iterations": 20, "experiment_name": ""},
                {"size": 2097152, "count": 524288, "type": "float", "redop": "sum", "root": "-1",
                 "out_of_place": null,
                 "in_place": {"time": 160.000000, "alg_bw": 13.107200, "bus_bw": 13.107200, "nwrong": null},
                 "actual_iterations": 20, "experiment_name": ""}],
              "out_of_bounds": {"count": 0, "okay": "true"},
              "average_bus_bandwidth": {"bandwidth": 11.5, "okay": "unchecked"}
            }
            """;

    @TempDir private Path folder;

    @Test
    void timesAndBusBandwidthsAreReadOutOfPlaceWhereTheyWereMeasured() throws IOException {
        NcclTests read = NcclTests.read(file(FILE));

        assertEquals("all_reduce_perf", read.program());
        assertEquals(2, read.ranks());
        assertEquals(
                List.of(1L << 20, 2L << 20), read.rows().stream().map(r -> r.sizeBytes()).toList());
        assertEquals(100, read.rows().get(0).micros());
        assertEquals(83.886, read.rows().get(0).busGbps(), 1e-3);
        assertEquals(160, read.rows().get(1).micros());
    }

    /** 2 MiB in 250 us are 67.1 Gbit/s on the bus. */
    @Test
    void aCollectiveIsComparedWithTheRowOfItsSizeAndRanks() throws IOException {
        NcclTests read = NcclTests.read(file(FILE));

        assertEquals(Optional.of(read.rows().get(1)), read.like(iterations(2, 250, 67.10886)));
        assertEquals(Optional.empty(), read.like(iterations(2, 250, 100.0)), "3 MB");
        assertEquals(Optional.empty(), read.like(iterations(2, 250, null)), "a pipeline");
        assertEquals(Optional.empty(), read.like(iterations(4, 250, 67.10886)), "of 4 ranks");
    }

    @Test
    void aResultsDirectoryKeepsTheTimesButNothingOfTheMachine() throws IOException {
        NcclTests read = NcclTests.read(file(FILE));
        assertEquals(Optional.empty(), NcclTests.of(folder));

        read.write(folder);

        assertEquals(Optional.of(read), NcclTests.of(folder));
        String kept = Files.readString(folder.resolve(NcclTests.FILE));
        assertFalse(kept.contains("hunter2"), kept);
        assertFalse(kept.contains("gpu7"), kept);
    }

    @Test
    void aFileThatIsNoneIsRefusedWithThePlace() throws IOException {
        assertRefused("{\"config\": ", "x.json:1: Unexpected end-of-input");
        assertRefused("# nThread 1", "x.json:1: Unexpected character ('#' (code 35)");
        assertRefused("[]", "x.json: /config/devices lists no GPU");
        assertRefused(
                FILE.replace("\"time\": 160.000000", "\"cpu_time\": 160.000000"),
                "x.json: /results/1/in_place/time: expected a number above 0, got nothing");
        assertRefused(
                FILE.replace("\"bus_bw\": 10.485760", "\"bus_bw\": \"nan\""),
                "x.json: /results/0/out_of_place/bus_bw: expected a number above 0, got \"nan\"");
    }

    private void assertRefused(String text, String why) throws IOException {
        Path file = file(text);
        String message = assertThrows(IOException.class, () -> NcclTests.read(file)).getMessage();
        assertTrue(message.contains(why), message);
    }

    private Path file(String text) throws IOException {
        return Files.writeString(folder.resolve("x.json"), text);
    }

    private static Iterations iterations(int ranks, double micros, Double busGbps) {
        return new Iterations(
                ranks,
                10,
                new Distribution(micros, micros, micros, micros, micros, micros),
                busGbps);
    }
}
