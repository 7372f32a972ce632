/**
 * Figures for a paper: the pictures of the report at the width of a column, as SVG and PDF that
 * stand alone, in ink that prints and that colour-blind readers can tell apart.
 */
package io.losslab.analysis.figure.print;
