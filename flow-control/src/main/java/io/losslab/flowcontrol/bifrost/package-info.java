/**
 * Bifrost (Huang et al., "Minimizing Buffer Utilization for Lossless Inter-DC Links", section IV):
 * the downstream port of a long link paces its upstream slot by slot with PFC frames; and BifrostX,
 * which tells the upstream how many bytes the link and each of its priorities may send in a slot.
 *
 * <p>Deviations from the printed Algorithm 1, each an option or marked at its line: the grant is
 * clamped to [0, Rs T] and F to [0, Delta + Rs T], because L at a slot's end already holds r and
 * the printed difference can be negative; ungranted bytes are remembered as a debt ({@code leak:
 * debt}), since the printed deduction never bites on clamped grants; a pause time is rounded up to
 * whole quanta and the grant that enters F down with it. Arrivals come in whole frames, so a slot
 * may exceed its grant by {@code leakTolerance}, a frame by default, before the surplus counts as
 * leaked; and a leak is owed only as far as F is short of it, so that F and debt together are the
 * grants still to arrive.
 *
 * <p>Deviations from the printed Algorithms 2 and 3: the paper gives no frame layout, so BifrostX
 * has one of its own ({@link io.losslab.flowcontrol.bifrost.TokenFrame}); the upstream shares the
 * tokens anew for each packet ({@code alloc: workConserving}) instead of once a frame, which makes
 * a packet that comes just after a frame wait for the next ({@code alloc: paper}); packets are
 * whole, so one may overdraw the tokens and the next slot pays; c_i stops at zero, since whole
 * frames can let a queue grow by more than Rs T in a slot; priority 7 is the highest. The paper
 * does not say what holds without frames: before the first the link is open, as F starts full, and
 * a frame more than two slots late takes all tokens away. A host at a BifrostX port is an upstream
 * end too; what it has to send stands in no queue, so a priority that waits for tokens counts as
 * having a slot's bytes.
 */
package io.losslab.flowcontrol.bifrost;
