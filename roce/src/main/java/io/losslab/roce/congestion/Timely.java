package io.losslab.roce.congestion;

/**
 * TIMELY: speeds up while round trips shorten and slows down by how fast they grow (Mittal et al.,
 * SIGCOMM 2015, Algorithm 1). One decision a round trip.
 */
public final class Timely implements CongestionControl {
    private final TimelySettings settings;
    private final double lineRate;
    private final double lowNanos;
    private final double highNanos;
    private final double minRttNanos;

    private double rate;
    private boolean measured;
    private double lastRttNanos;
    private double differenceNanos;
    private int increases;
    private long decidedAt; // sequence number sent next at the last decision

    /** Starts at line rate. */
    public Timely(TimelySettings settings, FlowPath path) {
        this.settings = settings;
        lineRate = path.lineRateBitsPerSecond();
        rate = lineRate;
        double scale =
                settings.scaled() ? path.baseRttNanos() / (double) settings.minRttNanos() : 1;
        lowNanos = settings.lowNanos() * scale;
        highNanos = settings.highNanos() * scale;
        minRttNanos = settings.minRttNanos() * scale;
    }

    @Override
    public long rateBitsPerSecond(long nowNanos) {
        return (long) rate;
    }

    @Override
    public void onAck(long nowNanos, long acked, long next, long rttNanos, Telemetry telemetry) {
        if (!measured) {
            measured = true;
            lastRttNanos = rttNanos;
            decidedAt = next;
            return;
        }
        if (acked <= decidedAt) {
            return;
        }
        decidedAt = next;
        double change = rttNanos - lastRttNanos;
        lastRttNanos = rttNanos;
        differenceNanos = (1 - settings.alpha()) * differenceNanos + settings.alpha() * change;
        decide(rttNanos, differenceNanos / minRttNanos);
    }

    private void decide(long rttNanos, double gradient) {
        if (rttNanos < lowNanos) {
            increase();
        } else if (rttNanos > highNanos) {
            decrease(1 - highNanos / rttNanos);
        } else if (gradient <= 0) {
            increase();
        } else {
            decrease(gradient);
        }
    }

    private void increase() {
        double step =
                increases < settings.hyperAfter()
                        ? settings.additiveBitsPerSecond()
                        : settings.hyperBitsPerSecond();
        increases++;
        rate = Math.min(lineRate, rate + step);
    }

    private void decrease(double share) {
        increases = 0;
        double floor = Math.min(settings.minBitsPerSecond(), lineRate);
        rate = Math.max(floor, rate * (1 - settings.beta() * share));
    }
}
