/**
 * CONFIG_DB of a SONiC switch as a part of its state: rows that are wanted, the JSON Patch (RFC
 * 6902) that leads to them, and the ways in which it is sent. Knows nothing of flow control.
 */
package io.losslab.devices.sonic.configdb;
