/** Counters of RDMA NICs, read by a command over SSH. Uses {@code ssh} for the quoting of words. */
package io.losslab.devices.nic.counter;
