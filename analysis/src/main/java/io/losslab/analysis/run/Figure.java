package io.losslab.analysis.run;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * A figure the report shall have.
 *
 * @param id unique in the run; becomes an anchor
 * @param title above the figure
 * @param kind of figure
 * @param sweep cells of this sweep only; null: all cells
 * @param x lines: parameter along the x axis; bars, cdf, and box: a block for each value
 * @param by parameter that makes the series; {@code scheme} where null
 * @param group traffic the metrics are of; null where they have none
 * @param metrics lines and bars: as {@code Metric} reads them
 * @param values cdf and box: what they are the distribution of; null: of the counter's samples
 * @param counter timeseries, cdf, and box: name of the counter
 * @param rate whether the counter counts bytes whose rate is wanted, in Gb/s
 * @param ports of the counter: {@code DEVICE:PORT}
 * @param where parameters the cells must have
 * @param thresholds lines to draw across a timeseries, or the paper's values next to bars
 * @param caption below the figure; may be null
 */
public record Figure(
        String id,
        String title,
        Kind kind,
        String sweep,
        String x,
        String by,
        String group,
        List<String> metrics,
        Values values,
        String counter,
        boolean rate,
        List<String> ports,
        Map<String, Object> where,
        List<Threshold> thresholds,
        String caption) {
    /** More ports of a timeseries could not be told apart. */
    public static final int MOST_PORTS = 6;

    public Figure {
        Objects.requireNonNull(id, "figure id");
        Objects.requireNonNull(kind, "figure kind");
        title = title == null ? id : title;
        by = by == null ? "scheme" : by;
        caption = Objects.requireNonNullElse(caption, "");
        metrics = ParamValue.listOf(metrics);
        ports = ParamValue.listOf(ports);
        where = ParamValue.ordered(where);
        thresholds = ParamValue.listOf(thresholds);
        boolean distribution = kind == Kind.CDF || kind == Kind.BOX;
        values = distribution && counter == null && values == null ? Values.FCT : values;
        boolean ofMetrics = kind == Kind.LINES || kind == Kind.BARS;
        require(kind != Kind.LINES || x != null, id, "a figure of kind lines requires x");
        require(!ofMetrics || !metrics.isEmpty(), id, "a figure requires metrics");
        require(kind != Kind.TIMESERIES || counter != null, id, "a timeseries requires a counter");
        require(ofMetrics || counter == null || !ports.isEmpty(), id, "a counter requires ports");
        require(
                !distribution || values == null || counter == null,
                id,
                "a distribution is of values or of a counter");
    }

    private static void require(boolean holds, String id, String problem) {
        if (!holds) {
            throw new IllegalArgumentException("figure " + id + ": " + problem);
        }
    }

    /** What a figure looks like. */
    public enum Kind {
        /** Metrics over a parameter, a line per series. */
        @JsonProperty("lines")
        LINES,
        /** A counter over time, a panel per series. */
        @JsonProperty("timeseries")
        TIMESERIES,
        /** A metric as one bar per series. */
        @JsonProperty("bars")
        BARS,
        /** Cumulative distributions, a line per series. */
        @JsonProperty("cdf")
        CDF,
        /** Distributions as one box per series. */
        @JsonProperty("box")
        BOX
    }

    /** What messages have a distribution of. */
    public enum Values {
        /** Completion times. */
        @JsonProperty("fct")
        FCT,
        /** Completion times over those in an idle network. */
        @JsonProperty("slowdown")
        SLOWDOWN
    }

    /**
     * A value to mark.
     *
     * @param label next to the mark
     * @param value in the unit of the axis, which is {@code Metric.Unit}'s: bytes, Gb/s,
     *     microseconds
     * @param scheme series it belongs to; null: all
     */
    public record Threshold(String label, double value, String scheme) {
        /** Whether it is drawn for a series. */
        public boolean appliesTo(String series) {
            return scheme == null || scheme.equals(series);
        }
    }
}
