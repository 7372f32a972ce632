/**
 * Figures as inline SVG: lines, time series, bars and the picture of the topology. Uses {@code
 * drawing}, {@code run} and {@code summary}.
 */
package io.losslab.analysis.figure;
