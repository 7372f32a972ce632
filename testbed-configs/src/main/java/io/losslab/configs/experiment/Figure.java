package io.losslab.configs.experiment;

import java.util.List;
import java.util.Map;

/**
 * A figure of the report; its keys are those of {@code run.json}.
 *
 * @param id short, unique, e.g. {@code 11a}
 * @param kind {@code lines}, {@code timeseries} or {@code bars}
 * @param sweep whose cells it shows; empty for all
 * @param x parameter on the horizontal axis of lines, or that bars have a block for each value of;
 *     may be empty for bars
 * @param by parameter that makes a line, panel or bar each
 * @param group traffic group of the metrics; may be empty
 * @param metrics such as {@code fct.p99}
 * @param counter of a time series; may be empty
 * @param rate whether the counter's slope is shown, in bit/s
 * @param ports such as {@code N:1}
 * @param where parameter values that pick cells
 * @param thresholds horizontal lines of a time series
 * @param caption for people
 */
public record Figure(
        String id,
        String title,
        String kind,
        String sweep,
        String x,
        String by,
        String group,
        List<String> metrics,
        String counter,
        boolean rate,
        List<String> ports,
        Map<String, Object> where,
        List<Threshold> thresholds,
        String caption) {
    public Figure {
        metrics = List.copyOf(metrics);
        ports = List.copyOf(ports);
        thresholds = List.copyOf(thresholds);
    }

    /**
     * A horizontal line.
     *
     * @param bytes height
     * @param scheme whose panel it is in; empty for all
     */
    public record Threshold(String label, long bytes, String scheme) {}
}
