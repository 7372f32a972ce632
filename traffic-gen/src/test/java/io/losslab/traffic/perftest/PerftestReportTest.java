package io.losslab.traffic.perftest;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.List;
import org.junit.jupiter.api.Test;

class PerftestReportTest {
    private static final String RULE = "-".repeat(87) + "\n";

    @Test
    void readsTheTableOfABandwidthTool() {
        String output =
                RULE
                        + "                    RDMA_Write BW Test\n Number of qps   : 4\n"
                        + RULE
                        + " #bytes     #iterations    BW peak[Gb/sec]    BW average[Gb/sec]  "
                        + " MsgRate[Mpps]\n"
                        + " 65536      5000             97.68              96.51  \t\t    "
                        + " 0.184080\n"
                        + RULE;
        assertEquals(
                List.of(new BandwidthResult(65_536, 5_000, 97.68, 96.51, 0.184080)),
                PerftestReport.rows(output));
    }

    @Test
    void turnsMebibytesIntoGigabits() {
        String output =
                " #bytes     #iterations    BW peak[MiB/sec]    BW average[MiB/sec]  "
                        + " MsgRate[Mpps]\n"
                        + " 65536      1000             1000.00            500.00    0.008\n";
        BandwidthResult row = (BandwidthResult) PerftestReport.rows(output).get(0);
        assertEquals(8.388608, row.peakGbps(), 1e-12);
        assertEquals(4.194304, row.averageGbps(), 1e-12);
    }

    @Test
    void readsTheTablesOfLatencyTools() {
        String output =
                LatencyResult.HEADING
                        + " \n"
                        + " 8       1000          1.54           10.41        1.57  \t       1.58  "
                        + "   \t0.03\t\t1.66 \t\t3.01\n"
                        + RULE
                        + " #bytes        #iterations       t_avg[usec]    tps average\n"
                        + " 8             320000            1.56          641025.64\n"
                        + RULE;
        assertEquals(
                List.of(
                        new LatencyResult(8, 1_000, 1.54, 10.41, 1.57, 1.58, 0.03, 1.66, 3.01),
                        new AverageLatency(8, 320_000, 1.56, 641_025.64)),
                PerftestReport.rows(output));
    }

    /**
     * Two headings, as the samples come after the first; in the order and formats of
     * print_report_lat (perftest_parameters.c); the values are made up.
     */
    private static final String SAMPLES =
            LatencyResult.HEADING
                    + " \n#, usec\n1, 1.8725\n2, 1.58\n3, 10.4123\n4, 1.57\n"
                    + RULE
                    + LatencyResult.HEADING
                    + " \n"
                    + " 8       5          1.57           10.41        1.58  \t       1.67     "
                    + "\t0.00\t\t10.41 \t\t10.41\n"
                    + RULE;

    @Test
    void readsEachSampleInTheOrderTheyWereTaken() {
        assertArrayEquals(
                new double[] {1872.5, 1580, 10412.3, 1570},
                PerftestReport.sampleNanos(SAMPLES),
                1e-9);
        assertEquals(1, PerftestReport.rows(SAMPLES).size());
        assertEquals(5, PerftestReport.rows(SAMPLES).get(0).iterations());
        assertEquals(0, PerftestReport.sampleNanos(RULE + "t_avg\n").length);
    }

    @Test
    void aSampleThatIsMissingIsAnError() {
        assertEquals(
                "sample 2 of a perftest report is missing; in its place stands '3, 10.4123'",
                assertThrows(
                                IllegalArgumentException.class,
                                () -> PerftestReport.sampleNanos(SAMPLES.replace("2, 1.58\n", "")))
                        .getMessage());
    }

    @Test
    void mebibytesOfOldVersionsAreNoMegabytes() {
        String output =
                " #bytes     #iterations    BW peak[MB/sec]    BW average[MB/sec]   MsgRate[Mpps]\n"
                        + " 65536      1000             1000.00            500.00    0.008\n";
        BandwidthResult row = (BandwidthResult) PerftestReport.rows(output).get(0);
        assertEquals(4.194304, row.averageGbps(), 1e-12);
    }

    @Test
    void readsTheLinesThatLosslabPrintsItself() {
        AverageLatency average = new AverageLatency(8, 320_000, 1.56, 641_025.64);
        assertEquals(List.of(average), PerftestReport.rows(average.table()));
        BandwidthResult bandwidth = new BandwidthResult(1_000_000, 96, 80, 76.8, 0.0096);
        LatencyResult latency = new LatencyResult(8, 9, 1.5, 2.5, 1.75, 1.8, 0.25, 2.25, 2.5);
        assertEquals(
                List.of(bandwidth),
                PerftestReport.rows(BandwidthResult.HEADING + "\n" + bandwidth.line()));
        assertEquals(
                List.of(latency),
                PerftestReport.rows(LatencyResult.HEADING + "\n" + latency.line()));
    }

    @Test
    void readsTheReportFileOfNewToolsAndOfOldOnes() {
        String written =
                """
                {
                "test_info": {
                "test": "RDMA_Write_BW_Test",
                "Number_of_qps": 4,
                "TX_depth": 128
                },
                "results": {
                "MsgSize": 65536,
                "n_iterations": 5000,
                "BW_peak": 97.68,
                "BW_average": 96.51,
                "MsgRate": 0.184080
                }
                }
                """;
        BandwidthResult row = new BandwidthResult(65_536, 5_000, 97.68, 96.51, 0.184080);
        assertEquals(row, PerftestReport.file(written, true));
        assertEquals(row, PerftestReport.file(ReportFiles.WRITE_BANDWIDTH, true));
    }

    @Test
    void readsTheReportFileOfALatencyTool() {
        assertEquals(
                new LatencyResult(8, 1_000, 1.54, 10.41, 1.57, 1.58, 0.03, 1.66, 3.01),
                PerftestReport.file(ReportFiles.WRITE_LATENCY, true));
    }

    @Test
    void tellsWhatTheToolSaidInsteadOfAResult() {
        assertEquals(
                "perftest printed no result; the end of its output: 'Couldn't connect to"
                        + " 10.0.0.1:18515'",
                assertThrows(
                                IllegalArgumentException.class,
                                () ->
                                        PerftestReport.rows(
                                                "\nCouldn't connect to 10.0.0.1:18515\n\n"))
                        .getMessage());
        assertEquals(
                "the perftest report has no 'MsgSize' among its results",
                assertThrows(
                                IllegalArgumentException.class,
                                () -> PerftestReport.file("{ results: { } }", true))
                        .getMessage());
    }
}
