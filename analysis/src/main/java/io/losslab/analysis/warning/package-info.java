/**
 * Warnings that an experiment is too small for what it compares; the same rules before a run, from
 * its plan, and after it, from what was measured. Uses {@code run}.
 */
package io.losslab.analysis.warning;
