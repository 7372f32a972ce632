/**
 * DPDK as the agent uses it: the native library, ports, packet buffers and the bursts that cross
 * between C and Java. Of ours it uses nothing but the native memory that frames lie in.
 *
 * <p>A packet buffer has one owner at a time. Received or allocated ones are the caller's; {@link
 * io.losslab.agent.dpdk.EthernetPort#exchange} takes over those it accepts and leaves the others
 * with the caller, who sends them later or frees them. A buffer is read by its owner only.
 */
package io.losslab.agent.dpdk;
