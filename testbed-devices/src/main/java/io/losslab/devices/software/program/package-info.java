/**
 * Which v1model program a software switch runs for the schemes of its ports, and what the program
 * is given in addition to its routes: table entries and multicast groups, computed from the plan.
 * Pure.
 */
package io.losslab.devices.software.program;
