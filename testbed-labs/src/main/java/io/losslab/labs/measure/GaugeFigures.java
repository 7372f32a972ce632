package io.losslab.labs.measure;

import io.losslab.proto.v1.Gauge;
import io.losslab.proto.v1.Gauges;
import java.util.DoubleSummaryStatistics;
import java.util.Map;
import java.util.TreeMap;

/** Makes one figure of all values of a name that the devices of a cell told. */
final class GaugeFigures {
    private final Map<String, DoubleSummaryStatistics> values = new TreeMap<>();
    private final Map<String, Gauge.Combine> combine = new TreeMap<>();

    void add(Gauges gauges) {
        for (Gauge gauge : gauges.getGaugesList()) {
            combine.put(gauge.getName(), gauge.getCombine());
            values.computeIfAbsent(gauge.getName(), name -> new DoubleSummaryStatistics())
                    .accept(gauge.getValue());
        }
    }

    /** The figures by name. */
    Map<String, Double> figures() {
        Map<String, Double> figures = new TreeMap<>();
        values.forEach((name, all) -> figures.put(name, figure(combine.get(name), all)));
        return figures;
    }

    private static double figure(Gauge.Combine combine, DoubleSummaryStatistics values) {
        return switch (combine) {
            case MAX -> values.getMax();
            case SUM -> values.getSum();
            default -> values.getAverage();
        };
    }
}
