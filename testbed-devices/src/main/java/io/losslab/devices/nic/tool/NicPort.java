package io.losslab.devices.nic.tool;

import io.losslab.traffic.perftest.RdmaDevice;
import java.util.Optional;

/**
 * A port of a NIC, as the testbed file names it.
 *
 * @param port number of the host's port
 * @param name of the RDMA device and its port, such as {@code mlx5_0/1}, or of the interface
 * @param rdma what perftest sends with; empty: an agent sends by the interface of that name
 */
public record NicPort(int port, String name, Optional<RdmaDevice> rdma) {}
