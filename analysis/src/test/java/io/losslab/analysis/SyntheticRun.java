package io.losslab.analysis;

import io.losslab.analysis.run.RunManifest;
import io.losslab.analysis.run.RunManifest.CellRef;
import io.losslab.analysis.run.RunStatus;
import io.losslab.analysis.run.TopologyGraph;
import io.losslab.analysis.summary.CellOutcome;
import io.losslab.analysis.summary.Check;
import io.losslab.analysis.summary.OutcomesFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.duckdb.DuckDBAppender;
import org.duckdb.DuckDBConnection;

/**
 * Makes a results directory that looks like a run of Bifrost's Case A; the numbers are invented.
 */
final class SyntheticRun {
    static final long WARMUP_NANOS = 8_000_000;
    static final long END_NANOS = 40_000_000;
    private static final List<String> SIZES =
            List.of("64KB", "128KB", "256KB", "512KB", "1MB", "2MB", "4MB");
    private static final List<Integer> FLOWS = List.of(2, 4, 8, 16, 32, 64, 128);

    private final Path directory;
    private final TopologyGraph topology;
    private final List<CellRef> cells = new ArrayList<>();
    private final Map<Integer, Check> failures = new LinkedHashMap<>();
    private RunStatus status = RunStatus.COMPLETE;
    private String title = "Bifrost, Case A: two hosts send over 80 km to one";
    private int unfinished;
    private boolean sessions;

    SyntheticRun(Path directory) {
        this(directory, SyntheticTopologies.caseA());
    }

    SyntheticRun(Path directory, TopologyGraph topology) {
        this.directory = directory;
        this.topology = topology;
        for (String scheme : List.of("pfc", "bifrost")) {
            for (long seed = 1; seed <= 3; seed++) {
                for (String size : SIZES) {
                    add("size", scheme, "messageSize", size, seed);
                }
                for (int flows : FLOWS) {
                    add("flows", scheme, "flows", flows, seed);
                }
            }
        }
    }

    SyntheticRun failing(int cell, Check check) {
        failures.put(cell, check);
        return this;
    }

    SyntheticRun titled(String newTitle) {
        title = newTitle;
        return this;
    }

    /** As of a tool that reports only the mean latency of each cell. */
    SyntheticRun withSessions() {
        sessions = true;
        return this;
    }

    SyntheticRun interruptedWithout(int lastCells) {
        status = RunStatus.INTERRUPTED;
        unfinished = lastCells;
        return this;
    }

    Path make() throws IOException, SQLException {
        Files.createDirectories(directory);
        manifest().write(directory);
        List<CellRef> finished = cells.subList(0, cells.size() - unfinished);
        OutcomesFile.begin(directory, finished.stream().map(this::outcome).toList());
        try (DuckDBConnection duckDb =
                        DriverManager.getConnection("jdbc:duckdb:").unwrap(DuckDBConnection.class);
                Statement sql = duckDb.createStatement()) {
            sql.execute(
                    """
CREATE TABLE flows (cell INTEGER, "group" VARCHAR, src VARCHAR, dst VARCHAR,
  kind VARCHAR, flow INTEGER, bytes BIGINT, start_ns BIGINT, end_ns BIGINT, fct_ns BIGINT,
  ideal_ns BIGINT, retransmits INTEGER)\
""");
            sql.execute(
                    """
                    CREATE TABLE counters (cell INTEGER, time_ns BIGINT, device VARCHAR,
                      port INTEGER, queue INTEGER, counter VARCHAR, value BIGINT)\
                    """);
            try (DuckDBAppender rows = duckDb.createAppender("flows")) {
                for (CellRef cell : finished) {
                    addFlows(rows, cell);
                }
            }
            try (DuckDBAppender rows = duckDb.createAppender("counters")) {
                for (CellRef cell : finished) {
                    if (Integer.valueOf(128).equals(cell.params().get("flows"))) {
                        addCounters(rows, cell);
                    }
                }
            }
            for (String table : List.of("flows", "counters")) {
                sql.execute(
                        "COPY %s TO '%s' (FORMAT parquet)"
                                .formatted(table, directory.resolve(table + ".parquet")));
            }
        }
        return directory;
    }

    private void add(String sweep, String scheme, String param, Object value, long seed) {
        Map<String, Object> params = new LinkedHashMap<>();
        params.put("scheme", scheme);
        params.put(param, value);
        params.put("seed", seed);
        cells.add(new CellRef(cells.size(), sweep, params));
    }

    private CellOutcome outcome(CellRef cell) {
        boolean pfc = pfc(cell);
        List<Check> checks = new ArrayList<>();
        for (String name :
                List.of("no drop", "in order", "byte conservation", "no throughput loss")) {
            checks.add(new Check(name, true, ""));
        }
        if (!pfc) {
            checks.add(new Check("Theorem 1 holds at every slot", true, ""));
        }
        Check failure = failures.get(cell.cell());
        if (failure != null) {
            checks.removeIf(check -> check.name().equals(failure.name()));
            checks.add(failure);
        }
        return new CellOutcome(
                cell.cell(),
                cell.params(),
                WARMUP_NANOS,
                END_NANOS,
                0L,
                0,
                0L,
                null,
                pfc ? 412L : 3980L,
                0,
                pfc ? 15_100_000L : 9_700_000L,
                pfc ? 14_200_000L : 9_480_000L,
                pfc ? 15_500_000 : 10_375_000,
                0.04,
                1.27 + 0.01 * cell.cell(),
                2_400_000 + 1000L * cell.cell(),
                false,
                checks,
                Map.of("throughputLossFraction", pfc ? 0.004 : 0.0),
                sessions ? List.of("traffic 'probe': only means are known") : List.of());
    }

    private void addFlows(DuckDBAppender rows, CellRef cell) throws SQLException {
        Random random = new Random(cell.cell());
        double load = load(cell);
        if (sessions) {
            row(
                    rows,
                    cell,
                    "probe",
                    "A",
                    "latency, mean of a session",
                    8_000,
                    WARMUP_NANOS,
                    WARMUP_NANOS + 1_000_000,
                    500_000,
                    0);
        }
        for (int i = sessions ? 600 : 0; i < 600; i++) {
            double typical = pfc(cell) ? 470 + 260 * load : 455 + 170 * load;
            double tail = pfc(cell) ? 520 * load : 210 * load;
            double burst = random.nextInt(40) == 0 ? tail * (0.6 + random.nextDouble()) : 0;
            long fct = Math.round(1000 * (typical + 30 * random.nextGaussian() * load + burst));
            long start = 65_000L * i;
            row(rows, cell, "probe", "A", "latency", 8_000, start, start + 2 * fct, fct, 402_000);
        }
        for (int i = 0; i < 300; i++) {
            long start = 130_000L * i;
            long fct = 900_000L + random.nextInt(200_000);
            String src = i % 2 == 0 ? "A" : "B";
            row(
                    rows,
                    cell,
                    "background",
                    src,
                    "bandwidth",
                    1_600_000,
                    start,
                    start + fct,
                    fct,
                    531_000);
        }
    }

    private static void row(
            DuckDBAppender rows,
            CellRef cell,
            String group,
            String src,
            String kind,
            long bytes,
            long start,
            long end,
            long fct,
            long ideal)
            throws SQLException {
        rows.beginRow();
        rows.append(cell.cell());
        rows.append(group);
        rows.append(src);
        rows.append("C");
        rows.append(kind);
        rows.append(1);
        rows.append(bytes);
        rows.append(start);
        rows.append(end);
        rows.append(fct);
        rows.append(ideal);
        rows.append(0);
        rows.endRow();
    }

    private static void addCounters(DuckDBAppender rows, CellRef cell) throws SQLException {
        Random random = new Random(cell.cell());
        for (int port = 1; port <= 2; port++) {
            double level = 0;
            double sent = 0;
            boolean filling = true;
            for (long time = 0; time <= END_NANOS; time += 10_000) {
                double high = pfc(cell) ? 13.6e6 : 9.2e6;
                double low = pfc(cell) ? 0.3e6 : 6.8e6;
                double step = (pfc(cell) ? 95_000 : 42_000) * (0.7 + 0.6 * random.nextDouble());
                level = Math.max(0, level + (filling ? step : -step));
                filling = filling ? level < high - port * 3e5 : level < low + port * 2e5;
                sent += 62_500 * (level > 4e5 ? 1 : 0.55);
                counter(rows, cell, time, port, "ingressBytes", Math.round(level));
                counter(rows, cell, time, port, "rxBytes", Math.round(sent));
            }
        }
    }

    private static void counter(
            DuckDBAppender rows, CellRef cell, long time, int port, String counter, long value)
            throws SQLException {
        rows.beginRow();
        rows.append(cell.cell());
        rows.append(time);
        rows.append("N");
        rows.append(port);
        rows.append(-1);
        rows.append(counter);
        rows.append(value);
        rows.endRow();
    }

    private static boolean pfc(CellRef cell) {
        return cell.params().get("scheme").equals("pfc");
    }

    private static double load(CellRef cell) {
        Object flows = cell.params().get("flows");
        int step =
                flows == null
                        ? SIZES.indexOf(cell.params().get("messageSize"))
                        : FLOWS.indexOf(flows);
        return 0.3 + step / 6.0;
    }

    RunManifest manifest() {
        return new RunManifest(
                1,
                "bifrost/case-a",
                title,
                "virtual",
                status,
                "2026-03-02T09:41:07.113Z",
                "2026-03-02T09:42:44.902Z",
                ordered("losslab", "0.1.0", "p4runtime", "1.4.1", "duckdb", "1.2.2"),
                "4f2c1d9e",
                "2026-03-01T18:20:00+01:00",
                new RunManifest.Machine(
                        "Example CPU 3.1 GHz", 2, 25_165_824_000L, "Linux 6.1", "17.0.15"),
                List.of(1L, 2L, 3L),
                "./losslab run bifrost/case-a --seed 1 --out results/case-a",
                null,
                null,
                null,
                null,
                new RunManifest.Source("bifrost", List.of("10a", "11a", "11b")),
                "The paper does not print its pause timers; these are 802.1Qbb's greatest.\n\n"
                        + "Delay is 400 µs each way, so <BDP> is 10 MB & not \"9.5 MB\".",
                "experiment: bifrost/case-a\n"
                        + "traffic:\n"
                        + "  probe:\n"
                        + "    kind: latency\n"
                        + "    size: 8KB\n",
                topology,
                SyntheticFigures.all(),
                SyntheticFigures.claims(),
                "pfc",
                Map.of(),
                null,
                cells,
                List.of(),
                null);
    }

    private static Map<String, String> ordered(String... pairs) {
        Map<String, String> map = new LinkedHashMap<>();
        for (int i = 0; i < pairs.length; i += 2) {
            map.put(pairs[i], pairs[i + 1]);
        }
        return map;
    }
}
