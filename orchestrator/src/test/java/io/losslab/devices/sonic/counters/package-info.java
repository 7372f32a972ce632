/** Tests of counters of SONiC. */
package io.losslab.devices.sonic.counters;
