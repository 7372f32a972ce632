/** Tests of how NIC counters are read. */
package io.losslab.orchestrator.device.nic.counter;
