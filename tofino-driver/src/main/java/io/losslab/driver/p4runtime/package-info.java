/**
 * The P4Runtime client and the forwarding program it installs: pipelines with their cookie, entries
 * and all other entities, batches that go on or are all or none, packets, digests and port counters
 * of any switch that runs the program. A session that loses its stream comes back by itself. Errors
 * name device, table and entry. Uses {@link io.losslab.driver.DeviceChannel}.
 *
 * <p>Not there: roles other than the default one, and extern entities.
 */
package io.losslab.driver.p4runtime;
