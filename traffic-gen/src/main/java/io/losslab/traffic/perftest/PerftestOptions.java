package io.losslab.traffic.perftest;

import io.losslab.api.units.DataSize;
import io.losslab.api.units.Nanos;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Options of a perftest run; both sides get the same but for the server's address, the device and
 * the report's file.
 *
 * @param tool what is run
 * @param messageSize {@code --size}, 1 B to 2 GiB
 * @param queuePairs {@code --qp}, 1..16384; a latency tool has one
 * @param txDepth {@code --tx-depth}, above zero; a latency tool is not given it
 * @param iterations {@code --iters}, at least 5; 0 to run for a time
 * @param duration {@code --duration} in whole seconds, where there are no iterations
 * @param mtuBytes {@code --mtu}: 256, 512, 1024, 2048 or 4096
 * @param serviceLevel {@code --sl}, 0..15: the PCP of tagged frames
 * @param trafficClass the IPv4 header's second byte, DSCP and ECN, 0..255: {@code --tclass}, or
 *     {@code --tos} with rdma_cm
 * @param rdmaCm {@code --rdma_cm}: connect by it
 * @param port {@code --port} of the exchange of connection data
 */
public record PerftestOptions(
        PerftestTool tool,
        DataSize messageSize,
        int queuePairs,
        int txDepth,
        long iterations,
        Nanos duration,
        int mtuBytes,
        int serviceLevel,
        int trafficClass,
        boolean rdmaCm,
        int port) {
    private static final List<Integer> MTUS = List.of(256, 512, 1024, 2048, 4096);
    private static final long NANOS_PER_SECOND = 1_000_000_000L;
    private static final long MAX_MESSAGE_BYTES = 1L << 31;
    private static final int MOST_QUEUE_PAIRS = 16_384;
    private static final int LEAST_ITERATIONS = 5;

    public PerftestOptions {
        require(
                messageSize.bytes() > 0 && messageSize.bytes() <= MAX_MESSAGE_BYTES,
                "size must be 1B..2GiB: " + messageSize);
        require(
                queuePairs > 0 && queuePairs <= MOST_QUEUE_PAIRS,
                "queuePairs must be 1..16384: " + queuePairs);
        require(
                tool.measuresBandwidth() || queuePairs == 1,
                "%s has one queue pair: %d".formatted(tool.program(), queuePairs));
        require(txDepth > 0, "txDepth must be above zero: " + txDepth);
        require(
                iterations == 0 || iterations >= LEAST_ITERATIONS,
                "iterations must be 0 or at least 5: " + iterations);
        require(
                iterations > 0 || duration.nanos() > 0 && duration.nanos() % NANOS_PER_SECOND == 0,
                "without iterations the duration must be whole seconds: " + duration);
        require(MTUS.contains(mtuBytes), "mtu must be one of " + MTUS + ": " + mtuBytes);
        require(
                serviceLevel >= 0 && serviceLevel <= 15,
                "serviceLevel must be 0..15: " + serviceLevel);
        require(
                trafficClass >= 0 && trafficClass <= 255,
                "trafficClass must be 0..255: " + trafficClass);
        require(port > 0 && port <= 65_535, "port must be 1..65535: " + port);
    }

    /** The command line of the side that waits. */
    public List<String> server(RdmaDevice device) {
        return commandLine(device, Optional.empty());
    }

    /**
     * The command line of the side that connects and reports.
     *
     * @param server name or address of the other side
     * @param reportFile {@code --out_json_file}
     */
    public List<String> client(RdmaDevice device, String server, String reportFile) {
        List<String> words = commandLine(device, Optional.of(reportFile));
        words.add(server);
        return words;
    }

    private List<String> commandLine(RdmaDevice device, Optional<String> reportFile) {
        List<String> words = new ArrayList<>();
        words.add(tool.program());
        words.add("--ib-dev");
        words.add(device.name());
        add(words, "--ib-port", device.port());
        add(words, "--gid-index", device.gidIndex());
        add(words, "--size", messageSize.bytes());
        if (tool.measuresBandwidth()) {
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
        add(words, "--sl", serviceLevel);
        if (rdmaCm) {
            words.add("--rdma_cm");
            add(words, "--tos", trafficClass);
        } else {
            add(words, "--tclass", trafficClass);
        }
        add(words, "--port", port);
        // Else it warns of clocks that change their frequency and ends.
        words.add("--CPU-freq");
        reportFile.ifPresent(
                file -> {
                    words.add("--out_json");
                    words.add("--out_json_file=" + file);
                });
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
