/**
 * Pyrrha (Zhang et al., "Analysis of Pyrrha: Congestion-Root-Based Flow Control Is Most
 * Cost-Effective to Eliminate Head-of-Line Blocking", sections IV to VII): a port whose output
 * queue (OQ, queue 0) grows claims to be a congestion root; upstream ports keep the flows that will
 * cross it in isolation queues (IQs, 1 to N), which it pauses and resumes.
 *
 * <p><b>Hierarchical queues</b> ({@code isolation: hierarchical}, IV-C). A packet enters the queue
 * of the nearest root on its way. At the head of an IQ that no root pauses it goes to the tail of
 * the next root's IQ, if the flow has one, and otherwise to the tail of the OQ, from which the line
 * is served. The paper gives every level a scheduler and says nothing of its rate; here an IQ moves
 * a quantum for each quantum that the OQ sends (deficit round robin), that is at line rate, which
 * is how the authors' simulator does it. Hence:
 *
 * <ul>
 *   <li>What comes out of an IQ counts as any arrival at the OQ. An OQ that grows because IQs and
 *       arrivals together exceed the line claims to be a root, and pauses the ingress ports of
 *       both.
 *   <li>K_pause bounds the OQ of a port without IQs, as the paper says: K_pause and a hop's BDP for
 *       each ingress port (IV-D). Where IQs empty into it, it can grow by their content, which no
 *       PAUSE stops.
 *   <li>Order: a packet only goes farther, an IQ with packets stays assigned, and both ends of each
 *       move are first in, first out.
 * </ul>
 *
 * <p><b>Parallel queues</b> ({@code parallel}): as hierarchical ones, but the head of a flow's last
 * IQ passes straight to the line once the OQ holds no packet of its flow, and the line takes turns
 * among the OQ and the IQs. Uncongested flows then have a larger share of a line than under the
 * paper's hierarchy. Nothing from an IQ enters the OQ, so its length is that of uncontrolled
 * arrivals alone.
 *
 * <p>A SOFT_MERGING queue is emptied first, at strict priority and at no cost in line time, into
 * the next IQs and the OQ, and takes arrivals until then: hence order through merges. Its bytes
 * count as the OQ's. A single-tier queue cannot be emptied so: it takes its turn.
 *
 * <p>Deviations and additions:
 *
 * <ul>
 *   <li>A fourth frame, DEALLOCATE, from child to parent when an IQ is freed in RESUMED: the paper
 *       does not say how a parent learns that it is a leaf again. Hosts and PFC neighbours keep no
 *       IQ: they are forgotten at RESUME.
 *   <li>A PAUSE of a root whose IQ is SOFT_MERGING makes it PAUSED again; the paper's Figure 6 has
 *       no such edge, but a port that gave up may claim again.
 *   <li>A port gives up its claim at the first PAUSE of a root further down; later ones of a root
 *       that it holds an IQ for leave a claim of its own alone. VI-C, "once the congested port
 *       receives a PAUSE frame from a downstream congested port, it abdicates", may also be read as
 *       every one.
 *   <li>A neighbour that several egress ports want paused for one root is paused once, and resumed
 *       when the last agrees.
 *   <li>No free IQ in a hierarchy: the roots of a port are then freed only when all its IQs are
 *       empty, because a flow may meet a shared queue at two distances.
 *   <li>An IQ that grows because its port is slow pauses on its root's account, as in the paper;
 *       with one queue a set, on account of the set's paused roots, or of the nearest if none is.
 *   <li>Roots more than 16 hops away are not matched.
 *   <li>A neighbour that speaks PFC only ({@code peer: pfc}) is paused, over all priorities, while
 *       any root wants it; its own PFC frames are the port's responder's.
 *   <li>Where switches balance packets (DRILL, spraying), a root matches a flow if every packet of
 *       the flow will pass it, as a rule the receiver's port; the other ports' roots match nothing
 *       (IV-B calls Pyrrha complementary there).
 *   <li>Frame layout and names of queues are ours.
 * </ul>
 */
package io.losslab.flowcontrol.pyrrha;
