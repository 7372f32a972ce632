/**
 * From rows to figures: statistics over the Parquet files by SQL, the summary of every cell, values
 * pooled over seeds, and the comparison with the paper's numbers. Uses {@code run}.
 */
package io.losslab.analysis.summary;
