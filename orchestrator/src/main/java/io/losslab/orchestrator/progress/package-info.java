/**
 * How far a run is: the state of its cells and what is left, told on the terminal, in a file of the
 * run's directory, and as metrics.
 */
package io.losslab.orchestrator.progress;
