/**
 * Measurements of other tools to compare with a run's own. They are copied into its results
 * directory, without what they tell about the machine.
 */
package io.losslab.analysis.reference;
