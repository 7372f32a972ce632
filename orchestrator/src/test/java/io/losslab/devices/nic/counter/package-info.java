/** Tests of how NIC counters are read. */
package io.losslab.devices.nic.counter;
