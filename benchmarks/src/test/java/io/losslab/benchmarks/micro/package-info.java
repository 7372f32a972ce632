/**
 * JMH benchmarks of the pieces that take the most time of a fabric or an agent, each alone. {@code
 * losslab bench} measures them at work together.
 */
package io.losslab.benchmarks.micro;
