/**
 * Where a run's rows go: one directory, one sink per cell, Parquet files that other tools read.
 * Uses {@code testbed-api} only; knows nothing of statistics or reports.
 */
package io.losslab.collectors;
