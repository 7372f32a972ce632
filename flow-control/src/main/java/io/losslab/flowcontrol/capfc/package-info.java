/**
 * CaPFC, congestion-aware PFC: ordinary pause frames, triggered by ingress bytes or by the egress
 * queue a packet joins.
 *
 * <p>An approximation: CaPFC's own paper was not at hand, only what the OFC paper says of it
 * (sections IV-A4 and V); the egress thresholds are OFC's X^c_OFF and X_ON. A port that feeds a
 * queue as it becomes congested is paused by its next packet for that queue, not at that instant.
 * Which egress queues a port feeds is known over all its priorities together.
 */
package io.losslab.flowcontrol.capfc;
