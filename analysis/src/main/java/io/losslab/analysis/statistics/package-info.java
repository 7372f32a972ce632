/**
 * What a handful of seeds allows to say: confidence intervals, paired changes and their effect
 * sizes, and how many more seeds a decision takes. Knows numbers only; uses no other package of
 * this module.
 */
package io.losslab.analysis.statistics;
