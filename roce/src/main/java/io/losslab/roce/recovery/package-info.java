/**
 * How reliable connections send again what was lost, by name and settings: Go-Back-N and IRN
 * (Mittal et al., SIGCOMM 2018), and what IRN's sender remembers of a flow. The two ends themselves
 * live where packets do, in a host's stack.
 *
 * <p>Deviations of IRN from its paper: after a timeout every packet that was sent and neither
 * acknowledged nor reported as received is retransmitted once, as by RFC 6675, where the paper
 * resends the first only.
 */
package io.losslab.roce.recovery;
