/**
 * How fast the fabric is on this machine: the scenarios of {@code losslab bench fabric}. Uses
 * {@code fabric} and {@code flow-control}.
 */
package io.losslab.softswitch.bench;
