/**
 * BFC, backpressure flow control (Goyal et al., NSDI 2022), the baseline of Pyrrha, section VIII: a
 * flow table gives active flows a queue of their own while there are enough, and a queue that
 * exceeds its share of the hop's bandwidth-delay product pauses, one by one, the upstream queues
 * that its packets came from.
 *
 * <p>Choices where the source leaves them open: the flow table is the egress port's own, {@code
 * tableFactor} entries a queue; a queue is free for a new flow when it is empty, not paused and
 * nothing came or went for {@code sticky} round trips; the threshold is compared with the queue's
 * length with the new packet in it; a random queue comes from the port's own generator, seeded by
 * the cell's seed and its numbers. A host's NIC assigns queues as a switch port does; a flow of its
 * own counts as active from its first message until all its bytes are acknowledged ({@code
 * hostQueues: hash} instead spreads flows by hash for good). The buffer backstop of the original is
 * PFC, added by its own rule.
 */
package io.losslab.flowcontrol.bfc;
