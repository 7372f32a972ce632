/**
 * Pyrrha (Zhang et al., "Analysis of Pyrrha: Congestion-Root-Based Flow Control Is Most
 * Cost-Effective to Eliminate Head-of-Line Blocking", sections IV to VII): a port whose output
 * queue (OQ, queue 0) grows claims to be a congestion root; upstream ports keep the flows that will
 * cross it in isolation queues (IQs, 1 to N), which it pauses and resumes.
 *
 * <p><b>How IQs reach the line.</b> The paper puts what leaves the last IQ into the OQ. Here that
 * step takes place only in its effect: the line takes turns (deficit round robin) among the OQ and
 * the IQs; the head of an IQ first goes on to the next root's IQ, if the flow has one, and
 * otherwise passes straight to the line once the OQ holds no packet of its flow. Till then its
 * queue waits, for no root. Order: a packet enters the nearest matching IQ and only goes farther;
 * an IQ with packets stays assigned, so no later packet skips it; and none overtakes a packet of
 * its flow in the OQ. The K_pause bound: nothing from a resumed IQ enters the OQ, so its length is
 * that of uncontrolled arrivals alone, and the IQs' turn does not depend on it.
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
 *   <li>A neighbour that several egress ports want paused for one root is paused once, and resumed
 *       when the last agrees.
 *   <li>No free IQ in a hierarchy: the roots of a port are then freed only when all its IQs are
 *       empty, because a flow may meet a shared queue at two distances.
 *   <li>An IQ that grows because its port is slow pauses on its root's account, as in the paper;
 *       with one queue a set, on account of the set's paused roots, or of the nearest if none is.
 *   <li>Roots more than 16 hops away are not matched.
 *   <li>A neighbour that speaks PFC only ({@code peer: pfc}) is paused, over all priorities, while
 *       any root wants it; its own PFC frames are the port's responder's.
 *   <li>Frame layout and names of queues are ours; adaptive routing (DRILL) and link failures are
 *       the conference paper's.
 * </ul>
 */
package io.losslab.flowcontrol.pyrrha;
