/**
 * Figures as inline SVG: axes, lines, time series, bars and the picture of the topology. Colours
 * are names of the page's style sheet, so that a figure follows its light or dark theme. Uses
 * {@code run} and {@code summary}.
 */
package io.losslab.analysis.figure;
