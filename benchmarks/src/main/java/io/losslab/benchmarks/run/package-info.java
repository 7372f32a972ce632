/**
 * What {@code losslab run} costs as a user starts it: whole processes, from the start to the exit,
 * compared with the fabric's engine alone. Uses the system's shell and Linux' {@code /proc}.
 */
package io.losslab.benchmarks.run;
