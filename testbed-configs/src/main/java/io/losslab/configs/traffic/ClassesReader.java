package io.losslab.configs.traffic;

import io.losslab.configs.language.Fields;
import io.losslab.configs.yaml.YamlValue;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Reads {@code class: 3} or {@code classes: {0: 28%, 1: 32%, 2: 40%}}. */
final class ClassesReader {
    private static final double TOLERANCE = 1e-9;

    private ClassesReader() {}

    static Optional<ClassShares> read(Fields map) {
        if (!map.has(TrafficSections.CLASSES)) {
            return Optional.of(ClassShares.of(map.value(TrafficSections.CLASS).intValue()));
        }
        YamlValue value = map.blame(TrafficSections.CLASSES);
        List<Integer> classes = new ArrayList<>();
        List<Double> shares = new ArrayList<>();
        for (YamlValue.Entry entry : value.entries()) {
            Optional<Double> share = entry.value().ratio().filter(ratio -> ratio > 0);
            if (!entry.key().matches("[0-7]") || share.isEmpty()) {
                entry.value()
                        .error(
                                "'%s' is not a class with a share".formatted(entry.key()),
                                "a class from 0 to 7 with a share greater than zero, such as 0:"
                                        + " 28%",
                                "");
                return Optional.empty();
            }
            classes.add(Integer.valueOf(entry.key()));
            shares.add(share.get());
        }
        double sum = shares.stream().mapToDouble(Double::doubleValue).sum();
        if (Math.abs(sum - 1) > TOLERANCE) {
            value.error("the classes' shares add up to %.4g%%".formatted(100 * sum), "100%", "");
            return Optional.empty();
        }
        return Optional.of(new ClassShares(classes, shares));
    }
}
