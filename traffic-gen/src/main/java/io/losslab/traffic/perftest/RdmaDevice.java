package io.losslab.traffic.perftest;

import java.util.List;
import java.util.regex.Pattern;

/**
 * The RDMA device a host sends with.
 *
 * @param name as ibv_devices lists it, such as mlx5_0; {@code --ib-dev}
 * @param port of the device, from 1; {@code --ib-port}
 * @param gidIndex row of its GID table, which says RoCEv2 and which address; {@code --gid-index}
 * @param cpus that its sessions are pinned to, one each in turn; empty: those near the device
 */
public record RdmaDevice(String name, int port, int gidIndex, List<Integer> cpus) {
    /** Highest number of a CPU that Linux has (CONFIG_NR_CPUS). */
    public static final int MOST_CPU = 8_191;

    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9][A-Za-z0-9_.-]*");

    public RdmaDevice {
        cpus = List.copyOf(cpus);
        if (!NAME.matcher(name).matches()) {
            throw new IllegalArgumentException(
                    "'%s' is not a valid RDMA device name".formatted(name));
        }
        PerftestLimit.DEVICE_PORT.require(port);
        PerftestLimit.GID_INDEX.require(gidIndex);
        for (int cpu : cpus) {
            if (cpu < 0 || cpu > MOST_CPU) {
                throw new IllegalArgumentException(
                        "a CPU is 0 to %d, got %d".formatted(MOST_CPU, cpu));
            }
        }
    }

    /** A device whose sessions run on CPUs near it. */
    public RdmaDevice(String name, int port, int gidIndex) {
        this(name, port, gidIndex, List.of());
    }
}
