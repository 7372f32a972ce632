package io.losslab.flowcontrol.ofc;

import io.losslab.flowcontrol.GaugeSink;
import java.util.ArrayList;
import java.util.List;

/** What a device whose ports are all controlled says of one port's tables. */
final class TableGauges {
    private TableGauges() {}

    /** The value of a name at a port. */
    static double of(Ofc ofc, String name, int port) {
        List<Double> values = new ArrayList<>();
        ofc.readGauges(
                new GaugeSink() {
                    @Override
                    public void mean(String of, double value) {
                        add(of, value);
                    }

                    @Override
                    public void max(String of, double value) {
                        add(of, value);
                    }

                    @Override
                    public void sum(String of, double value) {
                        add(of, value);
                    }

                    private void add(String of, double value) {
                        if (of.equals(name)) {
                            values.add(value);
                        }
                    }
                });
        return values.get(port - 1);
    }
}
