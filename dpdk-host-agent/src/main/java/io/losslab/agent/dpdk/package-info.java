/**
 * DPDK as the agent uses it: the native library, ports, packet buffers and the bursts that cross
 * between C and Java. Uses nothing of ours.
 *
 * <p>A packet buffer has one owner at a time. Received or allocated ones are the caller's; {@link
 * io.losslab.agent.dpdk.EthernetPort#send} takes over those it accepts and leaves the others with
 * the caller, who sends them later or frees them. Nobody may read a buffer that is not his.
 */
package io.losslab.agent.dpdk;
