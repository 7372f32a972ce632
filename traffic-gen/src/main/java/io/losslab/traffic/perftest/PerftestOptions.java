package io.losslab.traffic.perftest;

import io.losslab.api.units.DataSize;
import io.losslab.api.units.Nanos;
import java.util.ArrayList;
import java.util.List;

/**
 * Options of a perftest run; both sides get the same but for the server's address, the device and
 * the report's file.
 *
 * @param tool what is run
 * @param messageSize {@code --size}
 * @param queuePairs {@code --qp}; a latency tool has one
 * @param txDepth {@code --tx-depth}; a latency tool is not given it
 * @param iterations {@code --iters}; 0 to run for a time
 * @param duration {@code --duration} in whole seconds, where there are no iterations
 * @param margin {@code --margin} in whole seconds: so much at both ends of the duration does not
 *     count. Perftest's own choice is a quarter of the duration, so zero is said too
 * @param gap {@code --latency_gap} of a latency tool's client in whole microseconds; it delays
 *     every message
 * @param mtuBytes {@code --mtu}: 256, 512, 1024, 2048 or 4096
 * @param serviceLevel {@code --sl}, 0..15: the PCP of tagged frames
 * @param trafficClass {@code --tclass}: the IPv4 header's second byte, DSCP and ECN, 0..255
 * @param port {@code --port} of the exchange of connection data
 */
public record PerftestOptions(
        PerftestTool tool,
        DataSize messageSize,
        int queuePairs,
        int txDepth,
        long iterations,
        Nanos duration,
        Nanos margin,
        Nanos gap,
        int mtuBytes,
        int serviceLevel,
        int trafficClass,
        int port) {
    /** What {@code --mtu} takes. */
    public static final List<Integer> MTUS = List.of(256, 512, 1024, 2048, 4096);

    private static final long NANOS_PER_SECOND = 1_000_000_000L;
    private static final long NANOS_PER_MICRO = 1_000;
    private static final String SAMPLES = "--report-unsorted";

    public PerftestOptions {
        PerftestLimit.SIZE.require(messageSize.bytes());
        PerftestLimit.QUEUE_PAIRS.require(queuePairs);
        require(
                tool.measuresBandwidth() || queuePairs == 1,
                "%s has one queue pair: %d".formatted(tool.program(), queuePairs));
        PerftestLimit.TX_DEPTH.require(txDepth);
        if (iterations == 0) {
            PerftestLimit.SECONDS.require(duration.nanos() / NANOS_PER_SECOND);
            require(isWhole(duration), "--duration takes whole seconds: " + duration);
            require(isWhole(margin), "--margin takes whole seconds: " + margin);
            require(
                    2 * margin.nanos() < duration.nanos(),
                    "--duration must be longer than two margins: %s, %s"
                            .formatted(duration, margin));
        } else {
            PerftestLimit.ITERATIONS.require(iterations);
            require(margin.nanos() == 0, "a run of iterations has no margin: " + margin);
        }
        PerftestLimit.GAP_MICROS.require(gap.nanos() / NANOS_PER_MICRO);
        require(
                gap.nanos() % NANOS_PER_MICRO == 0,
                "--latency_gap takes whole microseconds: " + gap);
        require(
                gap.nanos() == 0 || !tool.measuresBandwidth(),
                "%s has no --latency_gap: %s".formatted(tool.program(), gap));
        require(MTUS.contains(mtuBytes), "--mtu takes one of " + MTUS + ": " + mtuBytes);
        PerftestLimit.SERVICE_LEVEL.require(serviceLevel);
        PerftestLimit.TRAFFIC_CLASS.require(trafficClass);
        PerftestLimit.PORT.require(port);
    }

    /** Whether the tool is asked for the latency of each message, which only iterations have. */
    public boolean hasSamples() {
        return !tool.measuresBandwidth() && iterations > 0;
    }

    /** Options without which a tool would measure something else; empty where it knows them all. */
    public List<String> lacking(KnownOptions known) {
        List<String> needed = new ArrayList<>();
        if (hasSamples()) {
            needed.add(SAMPLES);
        }
        if (gap.nanos() > 0) {
            needed.add(PerftestLimit.GAP_MICROS.option());
        }
        if (margin.nanos() > 0) {
            needed.add(PerftestLimit.MARGIN.option());
        }
        return needed.stream().filter(option -> !known.has(option)).toList();
    }

    /** Seconds at each end of a run that do not count, whatever is asked for; 0 with iterations. */
    public long marginSeconds(KnownOptions known) {
        if (iterations > 0) {
            return 0;
        }
        return known.has(PerftestLimit.MARGIN.option())
                ? margin.nanos() / NANOS_PER_SECOND
                : duration.nanos() / NANOS_PER_SECOND / 4;
    }

    /** The command line of the side that waits. */
    public List<String> server(RdmaDevice device, KnownOptions known) {
        return common(device, known);
    }

    /**
     * The command line of the side that connects and reports.
     *
     * @param server name or address of the other side
     * @param reportFile {@code --out_json_file}, where the tool knows it
     */
    public List<String> client(
            RdmaDevice device, String server, String reportFile, KnownOptions known) {
        List<String> words = common(device, known);
        if (gap.nanos() > 0) {
            add(words, PerftestLimit.GAP_MICROS.option(), gap.nanos() / NANOS_PER_MICRO);
        }
        if (hasSamples()) {
            words.add(SAMPLES);
        }
        if (known.has("--out_json_file")) {
            words.add("--out_json");
            words.add("--out_json_file=" + reportFile);
        }
        words.add(server);
        return words;
    }

    private List<String> common(RdmaDevice device, KnownOptions known) {
        List<String> words = new ArrayList<>();
        words.add(tool.program());
        words.add("--ib-dev");
        words.add(device.name());
        add(words, PerftestLimit.DEVICE_PORT.option(), device.port());
        add(words, PerftestLimit.GID_INDEX.option(), device.gidIndex());
        add(words, PerftestLimit.SIZE.option(), messageSize.bytes());
        if (tool.measuresBandwidth()) {
            add(words, PerftestLimit.QUEUE_PAIRS.option(), queuePairs);
            add(words, PerftestLimit.TX_DEPTH.option(), txDepth);
            words.add("--report_gbits");
        }
        if (iterations > 0) {
            add(words, PerftestLimit.ITERATIONS.option(), iterations);
        } else {
            add(words, PerftestLimit.SECONDS.option(), duration.nanos() / NANOS_PER_SECOND);
            if (known.has(PerftestLimit.MARGIN.option())) {
                add(words, PerftestLimit.MARGIN.option(), margin.nanos() / NANOS_PER_SECOND);
            }
        }
        add(words, "--mtu", mtuBytes);
        add(words, PerftestLimit.SERVICE_LEVEL.option(), serviceLevel);
        add(words, PerftestLimit.TRAFFIC_CLASS.option(), trafficClass);
        add(words, PerftestLimit.PORT.option(), port);
        // Else it warns of clocks that change their frequency and ends.
        words.add("--CPU-freq");
        return words;
    }

    private static boolean isWhole(Nanos time) {
        return time.nanos() % NANOS_PER_SECOND == 0;
    }

    private static void add(List<String> words, String option, long value) {
        words.add(option);
        words.add(String.valueOf(value));
    }

    private static void require(boolean holds, String message) {
        if (!holds) {
            throw new IllegalArgumentException(message);
        }
    }
}
