/**
 * The graph of an experiment: hosts, switches, ports and links, and the shortest paths over it.
 * Immutable once built, and checked whole: {@link io.losslab.api.topology.TopologyBuilder} reports
 * every problem at once. Uses {@code units} only.
 */
package io.losslab.api.topology;
