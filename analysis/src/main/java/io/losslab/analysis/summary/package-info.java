/**
 * What a run came to: the summary of every cell, values pooled over seeds, and the comparison with
 * the paper's numbers. Uses {@code run}.
 */
package io.losslab.analysis.summary;
