/**
 * The client of the agent on a host, real or simulated. Uses {@link
 * io.losslab.driver.DeviceChannel}.
 */
package io.losslab.driver.host;
