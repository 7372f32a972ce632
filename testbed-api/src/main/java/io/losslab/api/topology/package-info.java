/**
 * The graph of an experiment: hosts, switches, ports and links, the shortest paths over it, and the
 * circles in which its links can wait for each other. Immutable once built. {@link
 * io.losslab.api.topology.TopologyBuilder} makes any; a record each makes those of a family ({@link
 * io.losslab.api.topology.Ndc}, {@link io.losslab.api.topology.FatTree}, ...). Uses {@code units}
 * only.
 *
 * <p>The papers draw or name these networks; what they leave open is decided so: NDC addresses are
 * {@code 10.h.d.1} of the digits; Bifrost's cores each have one link to the DCI switch; the long
 * link of the line is the one behind the first switch.
 */
package io.losslab.api.topology;
