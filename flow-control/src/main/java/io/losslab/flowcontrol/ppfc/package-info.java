/**
 * P-PFC, predictive PFC, in the two forms that the papers describe: by the derivative of the
 * ingress bytes (Bifrost's account and P-PFC's abstract), and by the average egress occupancy (OFC,
 * section IV-A4), which runs {@link io.losslab.flowcontrol.capfc.Capfc} with another threshold: of
 * ingress and egress by default, of ingress or egress with {@code ingressOff: 0B}, for the reasons
 * that stand there. The average is over all ports, idle ones included, as OFC words it, so a few
 * packets exceed it in a switch where most ports are idle.
 *
 * <p>An approximation: the full text of P-PFC was not at hand. Sample time, gain and reach of the
 * prediction are ours; so is the floor under the average. Growth below one byte over the reach
 * counts as none, or a fading mean would never let a pause end.
 */
package io.losslab.flowcontrol.ppfc;
