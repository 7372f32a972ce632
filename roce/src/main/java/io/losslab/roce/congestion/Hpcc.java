package io.losslab.roce.congestion;

import java.util.Arrays;

/**
 * HPCC: keeps what is in flight just below what the busiest hop can carry in a round trip (Li et
 * al., SIGCOMM 2019, Algorithm 1).
 */
public final class Hpcc implements CongestionControl {
    private final HpccSettings settings;
    private final long lineRate;
    private final double rttNanos;
    private final double minWindow;
    private final double maxWindow;
    private final double additiveBytes;

    private double window;
    private double reference; // Wc, renewed once a round trip
    private double utilisation = 1;
    private int stage;
    private boolean measured;
    private long renewedAt; // sequence number sent next when the reference was renewed

    /*
     * What the last acknowledged packet saw, by hop.
     */
    private int hops;
    private int[] ports = new int[8];
    private long[] queueBytes = new long[8];
    private long[] sentBytes = new long[8];
    private long[] stampNanos = new long[8];

    /** Starts at line rate, with what the path holds in flight. */
    public Hpcc(HpccSettings settings, FlowPath path) {
        this.settings = settings;
        lineRate = path.lineRateBitsPerSecond();
        rttNanos = settings.baseRttNanos() > 0 ? settings.baseRttNanos() : path.baseRttNanos();
        maxWindow = bytesInRtt(lineRate);
        minWindow = Math.min(maxWindow, bytesInRtt(settings.minBitsPerSecond()));
        additiveBytes = bytesInRtt(settings.additiveBitsPerSecond());
        window = maxWindow;
        reference = maxWindow;
    }

    @Override
    public long rateBitsPerSecond(long nowNanos) {
        return Math.min(lineRate, Math.round(window * 8e9 / rttNanos));
    }

    @Override
    public long windowBytes() {
        return (long) Math.ceil(window);
    }

    @Override
    public void onAck(long nowNanos, long acked, long next, long rtt, Telemetry telemetry) {
        if (telemetry == null || telemetry.hops() == 0) {
            return;
        }
        boolean comparable = measured && sameHops(telemetry);
        if (!measured) {
            measured = true;
            renewedAt = next;
        } else if (comparable) {
            measure(telemetry);
            boolean renew = acked > renewedAt;
            adjust(renew);
            if (renew) {
                renewedAt = next;
            }
        }
        remember(telemetry);
    }

    /** Estimates U, the load of the busiest hop over the last round trip. */
    private void measure(Telemetry telemetry) {
        double busiest = 0;
        double intervalNanos = 0;
        for (int hop = 0; hop < hops; hop++) {
            double elapsed = telemetry.stampNanos(hop) - stampNanos[hop];
            if (elapsed <= 0) {
                continue;
            }
            double bytesPerNano = telemetry.rateBitsPerSecond(hop) / 8e9;
            double sent = (telemetry.sentBytes(hop) - sentBytes[hop]) / elapsed;
            double queue = Math.min(telemetry.queueBytes(hop), queueBytes[hop]);
            double load = sent / bytesPerNano + queue / (bytesPerNano * rttNanos);
            if (load > busiest) {
                busiest = load;
                intervalNanos = elapsed;
            }
        }
        double weight = Math.min(intervalNanos, rttNanos) / rttNanos;
        utilisation = (1 - weight) * utilisation + weight * busiest;
    }

    private void adjust(boolean renew) {
        double load = utilisation / settings.eta();
        boolean multiply = load >= 1 || stage >= settings.maxStage();
        double wanted = (multiply ? reference / load : reference) + additiveBytes;
        window = Math.max(minWindow, Math.min(maxWindow, wanted));
        if (renew) {
            stage = multiply ? 0 : stage + 1;
            reference = window;
        }
    }

    private boolean sameHops(Telemetry telemetry) {
        if (telemetry.hops() != hops) {
            return false;
        }
        for (int hop = 0; hop < hops; hop++) {
            if (telemetry.port(hop) != ports[hop]) {
                return false;
            }
        }
        return true;
    }

    private void remember(Telemetry telemetry) {
        hops = telemetry.hops();
        if (hops > ports.length) {
            ports = Arrays.copyOf(ports, 2 * hops);
            queueBytes = Arrays.copyOf(queueBytes, 2 * hops);
            sentBytes = Arrays.copyOf(sentBytes, 2 * hops);
            stampNanos = Arrays.copyOf(stampNanos, 2 * hops);
        }
        for (int hop = 0; hop < hops; hop++) {
            ports[hop] = telemetry.port(hop);
            queueBytes[hop] = telemetry.queueBytes(hop);
            sentBytes[hop] = telemetry.sentBytes(hop);
            stampNanos[hop] = telemetry.stampNanos(hop);
        }
    }

    private double bytesInRtt(long bitsPerSecond) {
        return bitsPerSecond / 8e9 * rttNanos;
    }
}
