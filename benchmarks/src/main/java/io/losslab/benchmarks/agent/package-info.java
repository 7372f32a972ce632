/**
 * {@code losslab bench agent}: how fast the agent forwards compared with DPDK's own testpmd, how
 * soon it obeys a pause, what it allocates and what it leaves of its core. DPDK starts once in a
 * process, so each measurement runs in a child.
 */
package io.losslab.benchmarks.agent;
