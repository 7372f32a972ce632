/**
 * The client of a switch's control service: buffers, port flow control, hashing, counters, events.
 * Uses {@link io.losslab.driver.DeviceChannel}.
 */
package io.losslab.driver.switchcontrol;
