/** What all kinds of switch that run a P4 program have in common: pipeline, entries, controller. */
package io.losslab.devices.p4runtime;
