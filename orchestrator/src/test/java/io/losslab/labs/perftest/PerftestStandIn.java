package io.losslab.labs.perftest;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.net.ConnectException;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;

/**
 * Stands for ib_write_bw and ib_write_lat on a machine without an RDMA NIC: it takes and refuses
 * the options that perftest 4.5-0.17 and 26.04 take and refuse (perftest_parameters.c, parser and
 * force_dependecies), connects by TCP as they do, refuses a peer whose options marked SYMMETRIC in
 * their help differ, and prints what they print, in their order and formats. Its NIC delivers 96.51
 * Gb/s, and answers message i of a latency test after 3 us and i ns.
 */
final class PerftestStandIn {
    private static final int LEAST_ITERATIONS = 5;
    private static final double GBPS = 96.51;
    private static final double ROUND_TRIP_MICROS = 3;
    private static final String RULE = "-".repeat(87);

    /** Options with an argument, and those without. */
    private static final List<String> VALUED =
            List.of(
                    "--ib-dev",
                    "--ib-port",
                    "--gid-index",
                    "--size",
                    "--qp",
                    "--tx-depth",
                    "--iters",
                    "--duration",
                    "--margin",
                    "--mtu",
                    "--sl",
                    "--tclass",
                    "--port",
                    "--latency_gap",
                    "--out_json_file");

    private static final List<String> FLAGS =
            List.of("--report_gbits", "--CPU-freq", "--report-unsorted", "--out_json");

    private static final List<String> SYMMETRIC =
            List.of(
                    "--size",
                    "--qp",
                    "--iters",
                    "--duration",
                    "--margin",
                    "--mtu",
                    "--report_gbits");

    private final String program;
    private final boolean old;
    private final Path home;
    private final Map<String, String> options = new TreeMap<>();
    private String server = "";

    private PerftestStandIn(String program, boolean old, Path home) {
        this.program = program;
        this.old = old;
        this.home = home;
    }

    /**
     * Writes the programs into a directory; they keep what they were called with in {@code home}.
     */
    static void install(Path directory, Path home, boolean old) throws IOException {
        Path classes =
                Path.of(
                        PerftestStandIn.class
                                .getProtectionDomain()
                                .getCodeSource()
                                .getLocation()
                                .getPath());
        Files.writeString(home.resolve("devices"), "mlx5_0\n");
        for (String program : List.of("ib_write_bw", "ib_write_lat")) {
            String script =
                    """
#!/bin/sh
if [ "$1" = --help ]; then
  printf '%%s\\n' 'Usage:' '  %1$s            start a server' '' 'Options:'
  printf '  %%s=<value>  an option\\n' %2$s
  exit 0
fi
exec '%3$s' -XX:TieredStopAtLevel=1 -XX:+UseSerialGC -cp '%4$s' %5$s %1$s %6$s '%7$s' "$@"
"""
                            .formatted(
                                    program,
                                    String.join(" ", known()),
                                    Path.of(System.getProperty("java.home"), "bin", "java"),
                                    classes,
                                    PerftestStandIn.class.getName(),
                                    old ? "old" : "new",
                                    home);
            Executables.write(directory.resolve(program), script);
        }
    }

    private static List<String> known() {
        List<String> all = new ArrayList<>(VALUED);
        all.addAll(FLAGS);
        return all;
    }

    public static void main(String[] args) throws Exception {
        PerftestStandIn tool =
                new PerftestStandIn(args[0], args[1].equals("old"), Path.of(args[2]));
        try {
            tool.run(List.of(args).subList(3, args.length));
        } catch (Refusal e) {
            System.err.println(e.getMessage());
            System.exit(1);
        }
    }

    private void run(List<String> words) throws IOException, InterruptedException {
        Files.writeString(
                home.resolve("calls"),
                "%s %s%n".formatted(program, String.join(" ", words)),
                StandardOpenOption.CREATE,
                StandardOpenOption.APPEND);
        parse(words);
        check();
        if (!Files.readAllLines(home.resolve("devices")).contains(options.get("--ib-dev"))) {
            throw new Refusal(
                    " IB device %s not found%n Unable to find the Infiniband/RoCE device"
                            .formatted(options.get("--ib-dev")));
        }
        if (server.isEmpty()) {
            serve();
        } else {
            connect();
        }
    }

    private void parse(List<String> words) {
        for (int i = 0; i < words.size(); i++) {
            String[] parts = words.get(i).split("=", 2);
            String name = parts[0];
            if (FLAGS.contains(name)) {
                put(name, "");
            } else if (VALUED.contains(name)) {
                put(name, parts.length > 1 ? parts[1] : words.get(++i));
            } else if (name.startsWith("-")) {
                throw new Refusal(
                        "%s: unrecognized option '%s'%n Invalid Command or flag."
                                .formatted(program, name));
            } else if (server.isEmpty() && i == words.size() - 1) {
                server = name;
            } else {
                throw new Refusal(" Invalid Command line. Please check command rerun");
            }
        }
    }

    private void put(String name, String value) {
        if (options.put(name, value) != null && !old) {
            throw new Refusal(" Duplicated argument: " + name);
        }
    }

    private void check() {
        range("--ib-port", "IB Port", 1, 255);
        range("--gid-index", "Gid index", 0, 64);
        range("--size", "Message Size", 1, Integer.MAX_VALUE);
        range("--qp", "num of Qps", 1, 16_384);
        range("--tx-depth", "Tx depth", 1, 15_000);
        range("--iters", "Iteration num", LEAST_ITERATIONS, old ? 100_000_000L : 4_294_967_296L);
        range("--duration", "Duration period", 1, Integer.MAX_VALUE);
        range("--margin", "Margin", 0, Integer.MAX_VALUE);
        range("--sl", "Service Level", 0, 15);
        range("--tclass", "Traffic class", 0, 255);
        range("--latency_gap", "Latency gap time", 0, Integer.MAX_VALUE);
        if (!List.of(256L, 512L, 1024L, 2048L, 4096L).contains(number("--mtu", 1024))) {
            throw new Refusal(" Invalid MTU - %d".formatted(number("--mtu", 0)));
        }
        if (isLatency() && number("--qp", 1) > 1) {
            throw new Refusal(" Multiple QPs only available on bw tests");
        }
        if (!isLatency() && options.containsKey("--report-unsorted")) {
            throw new Refusal(" is Available only on Latency tests");
        }
        if (!isLatency() && number("--latency_gap", 0) > 0) {
            throw new Refusal(" Latency gap feature is only for latency tests");
        }
        if (isTimed() && number("--duration", 5) <= 2 * margin()) {
            throw new Refusal("please check that DURATION > 2*MARGIN");
        }
    }

    private void range(String option, String name, long least, long most) {
        long value = number(option, least);
        if (value < least || value > most) {
            throw new Refusal(" %s should be between %d and %d".formatted(name, least, most));
        }
    }

    private long number(String option, long standard) {
        String text = options.get(option);
        try {
            return text == null ? standard : Long.parseLong(text);
        } catch (NumberFormatException e) {
            throw new Refusal(" %s argument %s should be int".formatted(option, text));
        }
    }

    private boolean isLatency() {
        return program.endsWith("_lat");
    }

    private boolean isTimed() {
        return options.containsKey("--duration");
    }

    private long margin() {
        return options.containsKey("--margin")
                ? number("--margin", 0)
                : number("--duration", 0) / 4;
    }

    private String symmetric() {
        Map<String, String> both = new LinkedHashMap<>();
        SYMMETRIC.forEach(name -> both.put(name, options.get(name)));
        return program + both;
    }

    private void serve() throws IOException {
        System.out.println("\n************************************");
        System.out.println("* Waiting for client to connect... *");
        System.out.println("************************************");
        try (ServerSocket listening = new ServerSocket((int) number("--port", 18_515));
                Socket client = listening.accept()) {
            BufferedReader from = reader(client);
            require(from.readLine());
            writer(client).println(symmetric());
            // Until the client has ended.
            if (from.readLine() == null) {
                throw new Refusal(" Failed to exchange data between server and clients");
            }
        }
    }

    private void connect() throws IOException, InterruptedException {
        int port = (int) number("--port", 18_515);
        try (Socket to = new Socket(server, port)) {
            PrintStream out = writer(to);
            out.println(symmetric());
            require(reader(to).readLine());
            measure();
            out.println("done");
        } catch (ConnectException e) {
            throw new Refusal(
                    "Couldn't connect to %s:%d%n Unable to init the socket connection"
                            .formatted(server, port));
        }
    }

    private void require(String other) {
        if (!symmetric().equals(other)) {
            throw new Refusal(
                    " Failed to exchange data between server and clients: %s, %s"
                            .formatted(symmetric(), other));
        }
    }

    private void measure() throws IOException, InterruptedException {
        System.out.println(RULE);
        System.out.printf(
                "                    RDMA_Write %s Test%n", isLatency() ? "Latency" : "BW");
        System.out.println(RULE);
        System.out.println(heading());
        if (isTimed()) {
            TimeUnit.SECONDS.sleep(number("--duration", 5));
        }
        Map<String, String> row = isLatency() ? latency() : bandwidth();
        System.out.println(" " + String.join("    ", row.values()));
        System.out.println(RULE);
        if (options.containsKey("--out_json")) {
            Files.writeString(Path.of(options.get("--out_json_file")), json(row));
        }
        count();
    }

    private String heading() {
        if (!isLatency()) {
            String unit = options.containsKey("--report_gbits") ? "Gb" : old ? "MB" : "MiB";
            return " #bytes     #iterations    BW peak[%1$s/sec]    BW average[%1$s/sec]   MsgRate[Mpps]"
                    .formatted(unit);
        }
        return isTimed()
                ? " #bytes        #iterations       t_avg[usec]    tps average"
                : " #bytes #iterations    t_min[usec]    t_max[usec]  t_typical[usec]   "
                        + " t_avg[usec]    t_stdev[usec]   99% percentile[usec]   99.9%"
                        + " percentile[usec] ";
    }

    private Map<String, String> bandwidth() {
        long bytes = number("--size", 65_536);
        double seconds = isTimed() ? number("--duration", 5) - 2 * margin() : 0;
        long messages =
                isTimed()
                        ? Math.round(GBPS * 1e9 / 8 / bytes * seconds)
                        : number("--iters", 5_000) * number("--qp", 1);
        Map<String, String> row = new LinkedHashMap<>();
        row.put("MsgSize", Long.toString(bytes));
        row.put("n_iterations", Long.toString(messages));
        row.put("BW_peak", fixed(isTimed() ? 0 : GBPS));
        row.put("BW_average", fixed(GBPS));
        row.put("MsgRate", String.format(Locale.ROOT, "%.6f", GBPS * 1e3 / 8 / bytes));
        return row;
    }

    private Map<String, String> latency() {
        Map<String, String> row = new LinkedHashMap<>();
        row.put("MsgSize", Long.toString(number("--size", 2)));
        double gap = number("--latency_gap", 0);
        if (isTimed()) {
            double average = (ROUND_TRIP_MICROS + gap) / 2;
            double seconds = number("--duration", 5) - 2.0 * margin();
            row.put("n_iterations", Long.toString(Math.round(seconds * 1e6 / (2 * average))));
            row.put("t_avg", fixed(average));
            row.put("tps_average", fixed(1e6 / (2 * average)));
            return row;
        }
        long messages = number("--iters", 1_000);
        if (options.containsKey("--report-unsorted")) {
            System.out.println("#, usec");
            for (long i = 1; i < messages; i++) {
                double sample = (ROUND_TRIP_MICROS + i / 1e3 + gap) / 2;
                System.out.println(i + ", " + sixDigits(sample));
            }
            System.out.println(RULE);
            System.out.println(heading());
        }
        row.put("n_iterations", Long.toString(messages));
        for (String name :
                List.of("t_min", "t_max", "t_typical", "t_avg", "t_stdev", "percentile_99")) {
            row.put(name, fixed((ROUND_TRIP_MICROS + gap) / 2));
        }
        row.put("percentile_99.9", fixed((ROUND_TRIP_MICROS + gap) / 2));
        return row;
    }

    /** As %g of the C library prints it. */
    private static String sixDigits(double value) {
        return new java.math.BigDecimal(value)
                .round(new java.math.MathContext(6))
                .stripTrailingZeros()
                .toPlainString();
    }

    private static String fixed(double value) {
        return String.format(Locale.ROOT, "%.2f", value);
    }

    private String json(Map<String, String> row) {
        String quote = old ? "" : "\"";
        StringBuilder text = new StringBuilder("{\n%1$sresults%1$s: {%n".formatted(quote));
        List<String> lines = new ArrayList<>();
        row.forEach((name, value) -> lines.add("%1$s%2$s%1$s: %3$s".formatted(quote, name, value)));
        return text.append(String.join(",\n", lines)).append("\n}\n}\n").toString();
    }

    /** Counts that the NIC went back three times; one of several clients counts at a time. */
    private void count() throws IOException {
        Path counter = Path.of("/sys/class/infiniband/mlx5_0/ports/1/hw_counters/packet_seq_err");
        if (!Files.exists(counter)) {
            return;
        }
        try (FileChannel counting =
                FileChannel.open(
                        home.resolve("counting"),
                        StandardOpenOption.CREATE,
                        StandardOpenOption.WRITE)) {
            counting.lock();
            long before = Long.parseLong(Files.readString(counter).strip());
            Files.writeString(counter, (before + 3) + "\n");
        }
    }

    private static BufferedReader reader(Socket socket) throws IOException {
        return new BufferedReader(
                new InputStreamReader(socket.getInputStream(), StandardCharsets.UTF_8));
    }

    private static PrintStream writer(Socket socket) throws IOException {
        return new PrintStream(socket.getOutputStream(), true, StandardCharsets.UTF_8);
    }

    /** What perftest says before it exits with 1. */
    private static final class Refusal extends RuntimeException {
        private static final long serialVersionUID = 1;

        Refusal(String message) {
            super(message);
        }
    }
}
