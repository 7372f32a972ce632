/**
 * Entry point of the analysis: from a results directory to its summary and report. The packages
 * below hold the steps.
 */
package io.losslab.analysis;
