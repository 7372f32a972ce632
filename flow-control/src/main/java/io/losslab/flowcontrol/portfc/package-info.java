/**
 * PortFC with Asymmetric Traffic Engineering ("PortFC", journal version, sections III and IV):
 * switch egress ports of a node-centric datacenter NDC(n,k) pause by next-2-hop port, nodes relay.
 *
 * <p>Deviations from the printed algorithms: one paused flag for each class, since a shared one
 * lets a DDQ's resume clear an IHFQ's pause; every frame carries the port; an arrival counts once
 * it is admitted; "all other ports" are all but the congested port at a switch and all but the
 * arrival port at a node. The message format is ours, since the paper names only type, queue and
 * port number. Bounds count a frame more than XOFF, the one that reaches it, and what switches are
 * forwarding (500 ns, or their pipeline), and of a DDQ the links behind the nodes and what waits
 * there to be relayed.
 *
 * <p>With k above 1, own flows have a class of queues for each number of switches on their way; an
 * IHFQ pauses all classes that are relayed. Directions are n-1 whatever layer the next switch is
 * of, as the paper counts them, so an IHFQ is paused while a DDQ of any of those layers asks for
 * it; a relayed frame says which. No promise of no loss holds then: a packet that is relayed twice
 * enters an IHFQ from a relay queue, which equation (2) does not pause, so the switch's buffer is
 * the only limit. Pauses still travel three hops at most and form no cycle. The same holds in
 * NDC(n,1) where failed links or given paths make routes of six hops, of which the papers say
 * nothing: a source then waits for the port that its path takes, but what was relayed twice can be
 * lost.
 *
 * <p>Ours as well: nodes serve the relay queue before their own flows, for it would overflow
 * otherwise; and where a node's links differ in rate, or k is above 1 and several links feed one
 * relay queue, it pauses the switch ports that feed the relay queue ({@code relayGuard}). A switch
 * takes its place from the addresses of its nodes, 10.a1.a0.1, a node the index of a flow from the
 * flow's addresses. Switches admit packets from the common pool; without loss while {@link
 * io.losslab.flowcontrol.portfc.PortFcSettings#losslessBufferBytes} fits.
 *
 * <p>Not free of head-of-line blocking in two cases: flows to one next-2-hop port share fate; and
 * because the IHFQs of a port are summed and the frame names only the port, one full IHFQ stops the
 * four-hop flows of that port in the other n-2 directions too.
 *
 * <p>ATE changes a weight by equation (3) where line 4 of Algorithm 5 says to, at p B_H or more;
 * line 5 drops the old weight and line 6 mixes units. So a weight never rises again, and bursts
 * leave the faster link below p B_H; equation (3) by itself, which the paper's convergence rests
 * on, is {@code update: always}. T_H is that of the newest period unless {@code gain} smooths it. A
 * flow draws its first hop once, so packets stay in order. It is a scheme of its own, {@code ate},
 * in addition to PortFC or any other flow control.
 */
package io.losslab.flowcontrol.portfc;
