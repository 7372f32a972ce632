/**
 * What all figures are drawn with: inline SVG, axes, the text of numbers, and the colours of
 * series, which are names of the page's style sheet, so that a figure follows its light or dark
 * theme. Uses {@code run} and {@code summary}.
 */
package io.losslab.analysis.figure.drawing;
