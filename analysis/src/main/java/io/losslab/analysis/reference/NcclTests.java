package io.losslab.analysis.reference;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.losslab.analysis.run.ResultsJson;
import io.losslab.analysis.summary.Iterations;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * What one of NVIDIA's nccl-tests measured of a collective on GPUs: its {@code --output_file} of
 * JSON, version 3, as far as it is compared.
 *
 * @param program that was run, such as {@code all_reduce_perf}, which says the collective: {@code
 *     experiment_name} is empty but in replays; empty where the file does not say it
 * @param ranks GPUs; above zero
 * @param rows a size each
 */
public record NcclTests(String program, int ranks, List<Row> rows) {
    /** Name in a results directory. */
    public static final String FILE = "nccl-tests.json";

    /** Sizes are whole elements for each rank, so that bytes on the bus can differ by a little. */
    private static final double SAME_BYTES = 0.01;

    private static final double BITS_PER_BYTE = 8;
    private static final ObjectMapper MAPPER = new ObjectMapper();

    public NcclTests {
        program = Objects.requireNonNullElse(program, "");
        rows = List.copyOf(rows);
    }

    /**
     * A size.
     *
     * @param sizeBytes as nccl-tests counts it
     * @param micros of an iteration, out of place where that was measured
     * @param busGbps bus bandwidth, in Gbit/s; nccl-tests prints GB/s
     */
    public record Row(long sizeBytes, double micros, double busGbps) {
        private double busBits() {
            return bits(micros, busGbps);
        }
    }

    /**
     * Reads a file of nccl-tests.
     *
     * @throws IOException where it is none, or without times; the message names the file and the
     *     place in it
     */
    public static NcclTests read(Path file) throws IOException {
        JsonNode root;
        try {
            root = MAPPER.readTree(Files.readString(file));
        } catch (JsonProcessingException e) {
            throw new IOException(ResultsJson.reason(file.toString(), e), e);
        }
        int ranks = root.path("config").path("devices").size();
        if (ranks == 0) {
            throw new IOException(file + ": /config/devices lists no GPU");
        }
        List<Row> rows = new ArrayList<>();
        JsonNode results = root.path("results");
        for (int i = 0; i < results.size(); i++) {
            rows.add(row(results.get(i), "%s: /results/%d".formatted(file, i)));
        }
        if (rows.isEmpty()) {
            throw new IOException(file + ": /results has no row");
        }
        return new NcclTests(program(root.path("args").path(0).asText()), ranks, rows);
    }

    /** The last name of a path. */
    private static String program(String path) {
        return path.substring(path.lastIndexOf('/') + 1);
    }

    private static Row row(JsonNode node, String place) throws IOException {
        boolean outOfPlace = node.path("out_of_place").isObject();
        String way = outOfPlace ? "out_of_place" : "in_place";
        double micros = positive(node.path(way), "time", place + "/" + way);
        double busGigabytes = positive(node.path(way), "bus_bw", place + "/" + way);
        double size = positive(node, "size", place);
        return new Row((long) size, micros, busGigabytes * BITS_PER_BYTE);
    }

    private static double positive(JsonNode node, String field, String place) throws IOException {
        JsonNode value = node.path(field);
        if (!value.isNumber() || !(value.doubleValue() > 0)) {
            throw new IOException(
                    "%s/%s: expected a number above 0, got %s"
                            .formatted(place, field, value.isMissingNode() ? "nothing" : value));
        }
        return value.doubleValue();
    }

    /** What a results directory has; empty where it has none. */
    public static Optional<NcclTests> of(Path directory) throws IOException {
        Path file = directory.resolve(FILE);
        return Files.exists(file)
                ? Optional.of(ResultsJson.read(file, NcclTests.class))
                : Optional.empty();
    }

    /** Puts it into a results directory, in place of an earlier one. */
    public void write(Path directory) throws IOException {
        ResultsJson.write(directory.resolve(FILE), this);
    }

    /**
     * The row of as many ranks that moved as many bytes over the bus as iterations did, within 1 %:
     * of the same size, if it is of the same collective. Empty where there is none, or the
     * iterations have no bus bandwidth.
     */
    public Optional<Row> like(Iterations iterations) {
        if (iterations.busGbps() == null || iterations.ranks() != ranks) {
            return Optional.empty();
        }
        double bits = bits(iterations.micros().mean(), iterations.busGbps());
        return rows.stream()
                .filter(row -> Math.abs(row.busBits() / bits - 1) <= SAME_BYTES)
                .min(Comparator.comparingDouble(row -> Math.abs(row.busBits() / bits - 1)));
    }

    private static double bits(double micros, double gbps) {
        return micros * gbps * 1e3;
    }
}
