/**
 * The P4Runtime client and the forwarding program it installs: pipelines, routes and port counters
 * of any switch that runs the program. Uses {@link io.losslab.driver.DeviceChannel}.
 */
package io.losslab.driver.p4runtime;
