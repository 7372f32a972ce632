/**
 * When which host sends how much to which: one record for each workload of the papers, which makes
 * a list of flows from endpoints, a span of time and a source of randomness that is handed in. The
 * same three always make the same list. Uses {@code io.losslab.traffic.size} only; knows no
 * network.
 *
 * <p>Where the papers leave a workload open: PortFC prints neither the period of its incasts nor
 * its MoE parameters, Pyrrha not how the 40 flows of a stressed host are started (here: at once).
 */
package io.losslab.traffic.schedule;
