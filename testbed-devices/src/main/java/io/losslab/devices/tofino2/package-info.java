/**
 * Kind {@code tofino2}: the program that does what a cell plans, the files that the testbed names
 * for it, and the traffic manager over BF Runtime.
 */
package io.losslab.devices.tofino2;
