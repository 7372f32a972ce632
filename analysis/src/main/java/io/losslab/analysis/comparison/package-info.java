/**
 * Comparisons of runs: several results by a parameter, and real frames with virtual time. Reads
 * summaries, and the recorded pauses of {@code replay}.
 */
package io.losslab.analysis.comparison;
