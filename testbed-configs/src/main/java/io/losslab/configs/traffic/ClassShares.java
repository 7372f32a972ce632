package io.losslab.configs.traffic;

import java.util.List;
import java.util.SplittableRandom;

/**
 * Which traffic classes the flows of a group have.
 *
 * @param classes 0..7, at least one
 * @param shares of the flows, above zero, one for each class; they add up to 1
 */
public record ClassShares(List<Integer> classes, List<Double> shares) {
    private static final double TOLERANCE = 1e-9;

    public ClassShares {
        classes = List.copyOf(classes);
        shares = List.copyOf(shares);
        double sum = shares.stream().mapToDouble(Double::doubleValue).sum();
        if (classes.isEmpty() || classes.size() != shares.size() || Math.abs(sum - 1) > TOLERANCE) {
            throw new IllegalArgumentException(
                    "shares %2$s of classes %1$s do not add up to 1".formatted(classes, shares));
        }
    }

    /** All flows are of one class. */
    public static ClassShares of(int trafficClass) {
        return new ClassShares(List.of(trafficClass), List.of(1.0));
    }

    /** The class of the next flow. */
    public int draw(SplittableRandom random) {
        if (classes.size() == 1) {
            return classes.get(0);
        }
        double left = random.nextDouble();
        for (int i = 0; i < classes.size(); i++) {
            left -= shares.get(i);
            if (left < 0) {
                return classes.get(i);
            }
        }
        return classes.get(classes.size() - 1);
    }

    /** Bit i for class i. */
    int mask() {
        return classes.stream().mapToInt(trafficClass -> 1 << trafficClass).sum();
    }
}
