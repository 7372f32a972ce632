package io.losslab.traffic.perftest;

import io.losslab.api.units.DataSize;
import io.losslab.api.units.Nanos;
import java.util.ArrayList;
import java.util.List;

/**
 * Options of a perftest run that losslab sets.
 *
 * @param tool what is run
 * @param messageSize {@code --size}, 1 B to 2 GiB
 * @param queuePairs {@code --qp}; ib_write_lat has one
 * @param txDepth {@code --tx-depth}; ib_write_lat has none
 * @param iterations {@code --iters}; 0 to run for a time
 * @param duration {@code --duration} in whole seconds, where there are no iterations
 * @param mtuBytes {@code --mtu}: 256, 512, 1024, 2048 or 4096
 * @param trafficClass {@code --tclass}, 0..255
 * @param port {@code --port} of the exchange of connection data
 */
public record PerftestOptions(
        Tool tool,
        DataSize messageSize,
        int queuePairs,
        int txDepth,
        long iterations,
        Nanos duration,
        int mtuBytes,
        int trafficClass,
        int port) {
    private static final List<Integer> MTUS = List.of(256, 512, 1024, 2048, 4096);
    private static final long NANOS_PER_SECOND = 1_000_000_000L;
    private static final long MAX_MESSAGE_BYTES = 1L << 31;

    /** The tools that losslab speaks of. */
    public enum Tool {
        WRITE_BANDWIDTH("ib_write_bw"),
        WRITE_LATENCY("ib_write_lat");

        private final String program;

        Tool(String program) {
            this.program = program;
        }

        public String program() {
            return program;
        }
    }

    public PerftestOptions {
        require(
                messageSize.bytes() > 0 && messageSize.bytes() <= MAX_MESSAGE_BYTES,
                "size must be 1B..2GiB: " + messageSize);
        require(queuePairs > 0, "queuePairs must be above zero: " + queuePairs);
        require(
                tool == Tool.WRITE_BANDWIDTH || queuePairs == 1,
                "ib_write_lat has one queue pair: " + queuePairs);
        require(txDepth > 0, "txDepth must be above zero: " + txDepth);
        require(iterations >= 0, "iterations must not be negative: " + iterations);
        require(
                iterations > 0 || duration.nanos() > 0 && duration.nanos() % NANOS_PER_SECOND == 0,
                "without iterations the duration must be whole seconds: " + duration);
        require(MTUS.contains(mtuBytes), "mtu must be one of " + MTUS + ": " + mtuBytes);
        require(
                trafficClass >= 0 && trafficClass <= 255,
                "trafficClass must be 0..255: " + trafficClass);
        require(port > 0 && port <= 65_535, "port must be 1..65535: " + port);
    }

    /**
     * The command line.
     *
     * @param server host to connect to; empty for the server's own side
     */
    public List<String> commandLine(String server) {
        List<String> words = new ArrayList<>();
        words.add(tool.program());
        add(words, "--size", messageSize.bytes());
        if (tool == Tool.WRITE_BANDWIDTH) {
            add(words, "--qp", queuePairs);
            add(words, "--tx-depth", txDepth);
            words.add("--report_gbits");
        }
        if (iterations > 0) {
            add(words, "--iters", iterations);
        } else {
            add(words, "--duration", duration.nanos() / NANOS_PER_SECOND);
        }
        add(words, "--mtu", mtuBytes);
        add(words, "--tclass", trafficClass);
        add(words, "--port", port);
        if (!server.isEmpty()) {
            words.add(server);
        }
        return words;
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
