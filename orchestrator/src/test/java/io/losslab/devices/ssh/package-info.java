/** Tests of SSH against a real server on a loopback port. */
package io.losslab.devices.ssh;
