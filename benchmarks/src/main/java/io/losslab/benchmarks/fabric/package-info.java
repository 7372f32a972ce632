/**
 * How fast the virtual fabric is on this machine: the scenarios of {@code losslab bench fabric}.
 */
package io.losslab.benchmarks.fabric;
