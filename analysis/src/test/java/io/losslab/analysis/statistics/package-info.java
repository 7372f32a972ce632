/** Tests of the statistics over seeds. */
package io.losslab.analysis.statistics;
