/**
 * What hosts with NICs have in common: settings that are read, set and restored over SSH, what
 * experiments ask of them, and counters. Everything that is asked of a NIC is one command over SSH.
 * Uses {@code plan}, {@code ssh}, and the packages below.
 *
 * <p>Sources: iproute2 (dcb), mlnx-tools (mlnx_qos, cma_roce_tos), the Linux kernel (mlx5's dcbnl
 * operations and congestion parameters), NVIDIA's tables of DCQCN parameters.
 */
package io.losslab.devices.nic;
