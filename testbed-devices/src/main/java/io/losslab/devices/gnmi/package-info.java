/** What all kinds of switch with gNMI have in common: leaves that are set, counters, models. */
package io.losslab.devices.gnmi;
