package io.losslab.traffic.perftest;

/** Report files of perftest before 4.5-0.18, which wrote no quotes. */
public final class ReportFiles {
    /** Of {@code ib_write_bw}: 5000 messages of 64 KiB by four queue pairs. */
    public static final String WRITE_BANDWIDTH =
            """
            {
            test_info: {
            test: RDMA_Write_BW_Test,
            Number_of_qps: 4,
            TX_depth: 128,
            },
            results: {
            MsgSize: 65536,
            n_iterations: 5000,
            BW_peak: 97.68,
            BW_average: 96.51,
            MsgRate: 0.184080,
            }
            }
            """;

    /** Of {@code ib_write_lat}: 1000 messages of 8 bytes. */
    public static final String WRITE_LATENCY =
            """
            {
            results: {
            MsgSize: 8,
            n_iterations: 1000,
            t_min: 1.54,
            t_max: 10.41,
            t_typical: 1.57,
            t_avg: 1.58,
            t_stdev: 0.03,
            percentile_99: 1.66,
            percentile_99.9: 3.01,
            }
            }
            """;

    private ReportFiles() {}
}
