/**
 * The client of the Bifrost coprocessor at a switch. Uses {@link io.losslab.driver.DeviceChannel}.
 */
package io.losslab.driver.bifrost;
