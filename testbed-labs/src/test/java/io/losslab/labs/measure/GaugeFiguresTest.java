package io.losslab.labs.measure;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.losslab.proto.v1.Gauge;
import io.losslab.proto.v1.Gauges;
import java.util.Map;
import org.junit.jupiter.api.Test;

class GaugeFiguresTest {
    @Test
    void makesOneFigureOfTheValuesOfAllDevices() {
        GaugeFigures figures = new GaugeFigures();
        figures.add(
                gauges(
                        gauge("tableBytes", Gauge.Combine.MEAN, 12),
                        gauge("iqs", Gauge.Combine.MAX, 3)));
        figures.add(
                gauges(
                        gauge("tableBytes", Gauge.Combine.MEAN, 24),
                        gauge("frames", Gauge.Combine.SUM, 5)));
        figures.add(
                gauges(gauge("iqs", Gauge.Combine.MAX, 7), gauge("frames", Gauge.Combine.SUM, 6)));
        assertEquals(Map.of("tableBytes", 18.0, "iqs", 7.0, "frames", 11.0), figures.figures());
    }

    private static Gauges gauges(Gauge... rows) {
        Gauges.Builder gauges = Gauges.newBuilder();
        for (Gauge row : rows) {
            gauges.addGauges(row);
        }
        return gauges.build();
    }

    private static Gauge gauge(String name, Gauge.Combine combine, double value) {
        return Gauge.newBuilder().setName(name).setCombine(combine).setValue(value).build();
    }
}
