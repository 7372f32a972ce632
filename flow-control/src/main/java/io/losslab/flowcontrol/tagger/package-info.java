/**
 * PFC*, the baseline of PortFC (section V-A): ordinary PFC at every ingress, "segregating traffic
 * into distinct queues at each hop", after the cutover strategy of Tagger.
 *
 * <p>A packet's priority is its tag, which every device that forwards the packet raises by one, up
 * to the last: the paper's hop is the passage of a NIC, so a four-hop flow of NDC(n,1) has its
 * source, a switch, a relay and a switch. The paper does not say how many tags there were; it says
 * that they relieve part of the deadlocks, and that all would take too many lossless priorities.
 * Here there are two, the least that differs from PFC: hops 2 to 4 share the last one, so loops
 * over relays can still deadlock. Three ({@code tags}) break every cycle of NDC(n,1). With {@code
 * cutover: relay} only relaying hosts raise the tag, and two break every cycle. Tagger proper makes
 * packets lossy that leave the expected paths; here they keep the last tag.
 *
 * <p>Relaying hosts pause by what they hold, as switches do. In the paper's example of a deadlock
 * (II-C.3) they only forward the pauses of the next switch: {@code relays: forward}. What then
 * comes faster than it leaves can fill a relay's buffer, so no drop is ruled out.
 */
package io.losslab.flowcontrol.tagger;
