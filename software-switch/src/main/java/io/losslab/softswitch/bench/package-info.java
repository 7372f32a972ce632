/**
 * How fast the fabric and the control plane are on this machine: the scenarios of {@code losslab
 * bench fabric}, and the calls of {@code losslab bench control}. Uses {@code fabric}, {@code
 * service} and {@code flow-control}.
 */
package io.losslab.softswitch.bench;
