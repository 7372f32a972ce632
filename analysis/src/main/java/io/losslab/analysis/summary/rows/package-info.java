/**
 * From rows to a summary: statistics over the Parquet files by SQL. Uses {@code run} and the
 * records of {@code summary}.
 */
package io.losslab.analysis.summary.rows;
