/**
 * CaPFC, congestion-aware PFC: ordinary pause frames, triggered by ingress bytes, or by fewer of
 * them while the egress queue that a packet joins is congested.
 *
 * <p>An approximation: CaPFC's own paper was not at hand, only what the OFC paper says of it
 * (sections IV-A4 and V); the egress thresholds are OFC's X^c_OFF and X_ON. A port that feeds a
 * queue as it becomes congested is paused by its next packet for that queue, not at that instant.
 * Which egress queues a port feeds is known over all its priorities together.
 *
 * <p>Ingress and egress, or ingress or egress: OFC says that the trigger includes "both ingress and
 * egress queue lengths" (section V) and that an egress threshold is added "to the standard PFC"
 * (IV-A4). By default ({@code ingressOff}) both must be long, and XOFF pauses by itself as in PFC,
 * without which packets could be lost. OFC's results agree with that reading: its queues are at
 * least a fifth shorter than those of every baseline (Figure 5), while a switch that pauses on the
 * egress queue alone holds less than OFC, and the baselines' gains and deadlocks are close to PFC's
 * (Figures 4 and 9). With {@code ingressOff: 0B} the egress queue alone pauses.
 */
package io.losslab.flowcontrol.capfc;
