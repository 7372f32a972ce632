/**
 * The client of gNMI, and port counters by their OpenConfig paths: how commodity switches are read
 * and set. Uses {@link io.losslab.driver.DeviceChannel}.
 */
package io.losslab.driver.gnmi;
