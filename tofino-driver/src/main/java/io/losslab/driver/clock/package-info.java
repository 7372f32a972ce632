/** The client of a virtual fabric's clock. Uses {@link io.losslab.driver.DeviceChannel}. */
package io.losslab.driver.clock;
