/**
 * Comparisons of runs: several results by a parameter, and real frames with virtual time. Reads
 * summaries.
 */
package io.losslab.analysis.comparison;
