package io.losslab.traffic.size;

import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;

/** A distribution given by points of its cumulative probability, sampled by inverse transform. */
public final class SizeDistribution implements MessageSizes {
    private final String name;
    private final String source;
    private final Sampling sampling;
    private final double[] bytes;
    private final double[] probability;
    private final double meanBytes;

    /**
     * A point.
     *
     * @param bytes size, not negative
     * @param probability that a message is at most so long, 0..1
     */
    public record Point(long bytes, double probability) {
        public Point {
            if (bytes < 0 || !(probability >= 0 && probability <= 1)) {
                throw new IllegalArgumentException(
                        "a point requires a size of at least 0 and a probability of 0..1: "
                                + bytes
                                + " "
                                + probability);
            }
        }
    }

    /**
     * Makes a distribution.
     *
     * @param name for users
     * @param source publication the points come from
     * @param points sizes ascend, probabilities do not descend and end at 1; what probability the
     *     first point has falls on its size
     * @throws IllegalArgumentException where they do not, or where {@link Sampling#LOG_LINEAR}
     *     meets a size of 0
     */
    public SizeDistribution(String name, String source, Sampling sampling, List<Point> points) {
        this.name = name;
        this.source = source;
        this.sampling = sampling;
        if (points.isEmpty() || points.get(points.size() - 1).probability() != 1) {
            throw new IllegalArgumentException("the last probability must be 1");
        }
        Point first = points.get(0);
        if (first.bytes() == 0 && (sampling == Sampling.LOG_LINEAR || first.probability() > 0)) {
            throw new IllegalArgumentException("a message cannot have 0 bytes");
        }
        bytes = new double[points.size()];
        probability = new double[points.size()];
        for (int i = 0; i < bytes.length; i++) {
            bytes[i] = points.get(i).bytes();
            probability[i] = points.get(i).probability();
            if (i > 0 && (bytes[i] <= bytes[i - 1] || probability[i] < probability[i - 1])) {
                throw new IllegalArgumentException(
                        "sizes must ascend and probabilities must not descend: " + points.get(i));
            }
        }
        meanBytes = integrate();
    }

    /** Publication the points come from. */
    public String source() {
        return source;
    }

    public Sampling sampling() {
        return sampling;
    }

    @Override
    public long next(SplittableRandom random) {
        return quantile(1 - random.nextDouble());
    }

    /**
     * The size that a share of all messages does not exceed, rounded to whole bytes, at least 1.
     *
     * @param share above 0, at most 1
     */
    public long quantile(double share) {
        int above = 0;
        int past = bytes.length - 1;
        while (above < past) {
            int middle = (above + past) >>> 1;
            if (probability[middle] < share) {
                above = middle + 1;
            } else {
                past = middle;
            }
        }
        if (above == 0) {
            return (long) bytes[0];
        }
        double fraction =
                (share - probability[above - 1]) / (probability[above] - probability[above - 1]);
        return Math.max(1, Math.round(sampling.at(bytes[above - 1], bytes[above], fraction)));
    }

    @Override
    public double meanBytes() {
        return meanBytes;
    }

    @Override
    public String describe() {
        return String.format(Locale.ROOT, "%s, mean %,.0f B", name, meanBytes);
    }

    private double integrate() {
        double mean = bytes[0] * probability[0];
        for (int i = 1; i < bytes.length; i++) {
            mean += (probability[i] - probability[i - 1]) * sampling.mean(bytes[i - 1], bytes[i]);
        }
        return mean;
    }
}
