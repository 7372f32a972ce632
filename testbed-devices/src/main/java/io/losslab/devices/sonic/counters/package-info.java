/**
 * COUNTERS_DB of a SONiC switch: what orchagent has the chip count, by port, queue, and priority
 * group. Source of its tables and names: portsorch.cpp and watermarkorch.cpp of sonic-swss.
 */
package io.losslab.devices.sonic.counters;
