/**
 * Results of many runs: which there are, how they ended, and what became of a metric over the
 * commits of losslab. Needs the directories alone, no repository.
 */
package io.losslab.analysis.history;
