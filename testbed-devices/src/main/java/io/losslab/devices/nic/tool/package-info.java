/**
 * What a host is asked about a port of its NIC, in one script, and the tools that set it: {@code
 * dcb} and {@code mlnx_qos}. Pure: nothing here runs a command.
 */
package io.losslab.devices.nic.tool;
