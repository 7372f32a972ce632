/**
 * Operations of ranks with their dependencies: what a trace or a collective is, before hosts and
 * queue pairs are known. A program is built, its sends and receives are matched, and what cannot
 * ever complete is refused. Knows no file and no network.
 */
package io.losslab.traffic.program;
