package io.losslab.traffic.perftest;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.DoubleStream;

/**
 * Reads what perftest reports: the tables on standard output, and the file of {@code --out_json}.
 * Rates in MiB/s are turned into Gb/s. Reports limited by {@code --output}, of two ports or by
 * service level are not read. Source: perftest 4.5, perftest_parameters.h, RESULT_FMT and
 * REPORT_FMT.
 */
public final class PerftestReport {
    private static final double NANOS_PER_MICRO = 1_000;
    private static final double GIGABITS_IN_MEBIBYTE = (1 << 20) * 8 / 1e9;

    private static final Pattern RULE = Pattern.compile("-{20,}");

    /** Heading of the samples of {@code --report-unsorted}. */
    private static final String SAMPLES = "#, usec";

    private static final Pattern SAMPLE = Pattern.compile("\\d+, (\\S+)");

    /** What versions before 4.5-0.18 call MiB. */
    private static final String OLD_MEBIBYTES = "BW average[MB/sec]";

    /** Before 4.5-0.18 neither names nor words are in quotes, so a JSON parser is of no use. */
    private static final Pattern FIELD =
            Pattern.compile("^\\s*\"?([A-Za-z0-9_.]+)\"?\\s*:\\s*([-+.0-9eE]+|nan|inf)\\s*,?\\s*$");

    private static final Pattern RESULTS = Pattern.compile("^\\s*\"?results\"?\\s*:.*");

    private PerftestReport() {}

    /**
     * The rows of the tables in a tool's output.
     *
     * @throws IllegalArgumentException where there is no table, or a line of it is broken; says
     *     what the tool printed last
     */
    public static List<PerftestRow> rows(String output) {
        List<PerftestRow> rows = new ArrayList<>();
        String heading = null;
        for (String line : output.lines().toList()) {
            String text = line.strip();
            if (text.startsWith("#bytes")) {
                heading = text;
            } else if (text.equals(SAMPLES) || RULE.matcher(text).matches()) {
                heading = null;
            } else if (heading != null && !text.isEmpty()) {
                rows.add(row(heading, text));
            }
        }
        if (rows.isEmpty()) {
            throw new IllegalArgumentException(
                    "perftest printed no result; the end of its output: " + lastLine(output));
        }
        return rows;
    }

    /**
     * The samples that a latency tool prints with {@code --report-unsorted}, in the order they were
     * taken: one less than messages, as it takes the time between one post and the next. They have
     * six significant digits.
     *
     * @return nanoseconds as {@code t_avg} counts: half a round trip; empty where it printed none
     * @throws IllegalArgumentException where a line is broken, or one is missing
     */
    public static double[] sampleNanos(String output) {
        DoubleStream.Builder samples = DoubleStream.builder();
        boolean reading = false;
        long count = 0;
        for (String line : (Iterable<String>) output.lines()::iterator) {
            String text = line.strip();
            if (text.equals(SAMPLES)) {
                reading = true;
            } else if (reading && RULE.matcher(text).matches()) {
                break;
            } else if (reading) {
                count++;
                samples.add(sampleMicros(text, count) * NANOS_PER_MICRO);
            }
        }
        return samples.build().toArray();
    }

    private static double sampleMicros(String line, long number) {
        Matcher sample = SAMPLE.matcher(line);
        if (!sample.matches() || !line.startsWith(number + ",")) {
            throw new IllegalArgumentException(
                    "sample %d of a perftest report is missing; in its place stands '%s'"
                            .formatted(number, line));
        }
        try {
            return Double.parseDouble(sample.group(1));
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException("no sample of a perftest report: '" + line + "'", e);
        }
    }

    /**
     * The row of a report file.
     *
     * @param gigabits whether the tool was given {@code --report_gbits}
     * @throws IllegalArgumentException where it has none, or lacks a field
     */
    public static PerftestRow file(String text, boolean gigabits) {
        Map<String, Double> fields = fields(text);
        long bytes = (long) required(fields, "MsgSize");
        long iterations = (long) required(fields, "n_iterations");
        if (fields.containsKey("BW_average")) {
            double unit = gigabits ? 1 : GIGABITS_IN_MEBIBYTE;
            return new BandwidthResult(
                    bytes,
                    iterations,
                    required(fields, "BW_peak") * unit,
                    required(fields, "BW_average") * unit,
                    required(fields, "MsgRate"));
        }
        if (fields.containsKey("tps_average")) {
            return new AverageLatency(
                    bytes, iterations, required(fields, "t_avg"), required(fields, "tps_average"));
        }
        return new LatencyResult(
                bytes,
                iterations,
                required(fields, "t_min"),
                required(fields, "t_max"),
                required(fields, "t_typical"),
                required(fields, "t_avg"),
                required(fields, "t_stdev"),
                required(fields, "percentile_99"),
                required(fields, "percentile_99.9"));
    }

    private static PerftestRow row(String heading, String line) {
        String[] words = line.split("\\s+", -1);
        try {
            long bytes = Long.parseLong(words[0]);
            long iterations = Long.parseLong(words[1]);
            double[] values = new double[words.length - 2];
            for (int i = 0; i < values.length; i++) {
                values[i] = Double.parseDouble(words[i + 2]);
            }
            return row(heading, bytes, iterations, values);
        } catch (NumberFormatException | ArrayIndexOutOfBoundsException e) {
            throw new IllegalArgumentException("no line of a perftest table: '" + line + "'", e);
        }
    }

    private static PerftestRow row(String heading, long bytes, long iterations, double[] values) {
        if (heading.contains("BW average[Gb/sec]")) {
            return new BandwidthResult(bytes, iterations, values[0], values[1], values[2]);
        }
        if (heading.contains("BW average[MiB/sec]") || heading.contains(OLD_MEBIBYTES)) {
            return new BandwidthResult(
                    bytes,
                    iterations,
                    values[0] * GIGABITS_IN_MEBIBYTE,
                    values[1] * GIGABITS_IN_MEBIBYTE,
                    values[2]);
        }
        if (heading.contains("tps average")) {
            return new AverageLatency(bytes, iterations, values[0], values[1]);
        }
        return new LatencyResult(
                bytes,
                iterations,
                values[0],
                values[1],
                values[2],
                values[3],
                values[4],
                values[5],
                values[6]);
    }

    private static Map<String, Double> fields(String text) {
        Map<String, Double> fields = new HashMap<>();
        boolean inResults = false;
        for (String line : text.lines().toList()) {
            inResults |= RESULTS.matcher(line).matches();
            Matcher field = FIELD.matcher(line);
            if (inResults && field.matches()) {
                fields.put(field.group(1), number(field.group(2)));
            }
        }
        return fields;
    }

    private static double number(String word) {
        return switch (word) {
            case "nan" -> Double.NaN;
            case "inf" -> Double.POSITIVE_INFINITY;
            default -> parsed(word);
        };
    }

    private static double parsed(String word) {
        try {
            return Double.parseDouble(word);
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException("no number in a perftest report: '" + word + "'", e);
        }
    }

    private static double required(Map<String, Double> fields, String name) {
        Double value = fields.get(name);
        if (value == null) {
            throw new IllegalArgumentException(
                    "the perftest report has no '%s' among its results".formatted(name));
        }
        return value;
    }

    private static String lastLine(String output) {
        List<String> lines = output.lines().map(String::strip).filter(l -> !l.isEmpty()).toList();
        return lines.isEmpty() ? "it is empty" : "'" + lines.get(lines.size() - 1) + "'";
    }
}
