/**
 * Bifrost (Huang et al., "Minimizing Buffer Utilization for Lossless Inter-DC Links", section IV):
 * the downstream port of a long link paces its upstream slot by slot with PFC frames.
 *
 * <p>Deviations from the printed Algorithm 1, each an option or marked at its line: the grant is
 * clamped to [0, Rs T] and F to [0, Delta + Rs T], because L at a slot's end already holds r and
 * the printed difference can be negative; ungranted bytes are remembered as a debt ({@code leak:
 * debt}), since the printed deduction never bites on clamped grants; a pause time is rounded up to
 * whole quanta and the grant that enters F down with it. Arrivals come in whole frames, so a slot
 * may exceed its grant by {@code leakTolerance}, a frame by default, before the surplus counts as
 * leaked; and a leak is owed only as far as F is short of it, so that F and debt together are the
 * grants still to arrive.
 */
package io.losslab.flowcontrol.bifrost;
