/** How fast the control plane is on this machine: the calls of {@code losslab bench control}. */
package io.losslab.benchmarks.control;
