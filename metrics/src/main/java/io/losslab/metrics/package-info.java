/**
 * What devices and runs count, as OpenMetrics: the metrics with their units and labels, and an HTTP
 * endpoint that a Prometheus server scrapes. Counters are read when they are asked for.
 */
package io.losslab.metrics;
