package io.losslab.traffic.perftest;

import java.util.regex.Pattern;

/**
 * The RDMA device a host sends with.
 *
 * @param name as ibv_devices lists it, such as mlx5_0; {@code --ib-dev}
 * @param port of the device, from 1; {@code --ib-port}
 * @param gidIndex row of its GID table, which says RoCEv2 and which address; {@code --gid-index}
 */
public record RdmaDevice(String name, int port, int gidIndex) {
    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9_.-]+");

    public RdmaDevice {
        if (!NAME.matcher(name).matches()) {
            throw new IllegalArgumentException(
                    "'%s' is not a valid RDMA device name".formatted(name));
        }
        if (port < 1 || gidIndex < 0 || gidIndex > 255) {
            throw new IllegalArgumentException(
                    "port of %s must be at least 1 and gidIndex 0..255: %d, %d"
                            .formatted(name, port, gidIndex));
        }
    }
}
