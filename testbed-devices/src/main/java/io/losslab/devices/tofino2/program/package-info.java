/**
 * What each P4 program for a Tofino2 is given in addition to its routes: table entries, multicast
 * groups and rows of the fixed tables, computed from the plan. Pure.
 */
package io.losslab.devices.tofino2.program;
