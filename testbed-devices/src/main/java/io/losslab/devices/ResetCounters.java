package io.losslab.devices;

import io.losslab.configs.testbed.Device;
import io.losslab.configs.testbed.DevicePort;
import io.losslab.driver.DeviceException;
import io.losslab.proto.v1.Counter;
import io.losslab.proto.v1.CounterSamples;
import java.util.EnumSet;
import java.util.Set;

/**
 * Counters that are below what they were when counting began, so that their rows are below 0: they
 * were reset meanwhile, and what they counted is not known.
 */
public final class ResetCounters {
    private static final Set<Counter> LEVELS =
            EnumSet.of(
                    Counter.INGRESS_BYTES,
                    Counter.EGRESS_BYTES,
                    Counter.MAX_INGRESS_BYTES,
                    Counter.MAX_EGRESS_BYTES,
                    Counter.MAX_HEADROOM_BYTES,
                    Counter.RESERVED_BYTES);

    private ResetCounters() {}

    /** Whether a counter is a level, which may fall. */
    public static boolean isLevel(Counter counter) {
        return LEVELS.contains(counter);
    }

    /**
     * Rows without any of them.
     *
     * @param address of the switch, for errors
     * @throws DeviceException where there is one
     */
    public static CounterSamples refuse(CounterSamples rows, Device device, String address) {
        for (int row = 0; row < rows.getValueCount(); row++) {
            if (isReset(rows, row)) {
                throw DeviceException.failed(
                        device.name(),
                        address,
                        "counters of port %s were reset during the run: %s is below what it was"
                                .formatted(
                                        portName(device, rows.getPort(row)), rows.getCounter(row)),
                        "do not clear its counters while losslab measures, and repeat the run",
                        null);
            }
        }
        return rows;
    }

    private static boolean isReset(CounterSamples rows, int row) {
        return rows.getValue(row) < 0 && !isLevel(rows.getCounter(row));
    }

    private static String portName(Device device, int number) {
        return device.ports().stream()
                .filter(port -> port.number() == number)
                .map(DevicePort::name)
                .findFirst()
                .orElse(String.valueOf(number));
    }

    /** The other rows. */
    public static CounterSamples leaveOut(CounterSamples rows) {
        CounterSamples.Builder left = CounterSamples.newBuilder();
        for (int row = 0; row < rows.getValueCount(); row++) {
            if (!isReset(rows, row)) {
                left.addTimeNs(rows.getTimeNs(row))
                        .addPort(rows.getPort(row))
                        .addQueue(rows.getQueue(row))
                        .addCounter(rows.getCounter(row))
                        .addValue(rows.getValue(row));
            }
        }
        return left.build();
    }
}
