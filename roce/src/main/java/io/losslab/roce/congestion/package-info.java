/**
 * End-to-end congestion controls, each a state machine of one flow that says how fast it may send:
 * DCQCN (Zhu et al., SIGCOMM 2015), TIMELY (Mittal et al., SIGCOMM 2015) and HPCC (Li et al.,
 * SIGCOMM 2019). They know no clock and no packets; a host's stack feeds them.
 *
 * <p>Deviations. DCQCN: no byte counter, the increase timer alone drives recovery, and the defaults
 * are those of the public simulators that the flow-control papers use (alpha every 1 us, one step
 * of fast recovery, 900 us). TIMELY: one decision a round trip, instead of one a completion of 16
 * to 64 KB. HPCC: rate and window both limit; U is not reset by a change of path.
 */
package io.losslab.roce.congestion;
