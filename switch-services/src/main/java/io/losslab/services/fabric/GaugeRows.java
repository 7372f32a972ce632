package io.losslab.services.fabric;

import io.losslab.flowcontrol.GaugeSink;
import io.losslab.proto.v1.Gauge;
import io.losslab.proto.v1.Gauges;

/** Puts the figures of schemes into rows. */
public final class GaugeRows implements GaugeSink {
    private final Gauges.Builder rows = Gauges.newBuilder();

    public Gauges rows() {
        return rows.build();
    }

    @Override
    public void mean(String name, double value) {
        add(name, Gauge.Combine.MEAN, value);
    }

    @Override
    public void max(String name, double value) {
        add(name, Gauge.Combine.MAX, value);
    }

    @Override
    public void sum(String name, double value) {
        add(name, Gauge.Combine.SUM, value);
    }

    private void add(String name, Gauge.Combine combine, double value) {
        rows.addGauges(Gauge.newBuilder().setName(name).setCombine(combine).setValue(value));
    }
}
