/**
 * The P4Runtime client and the forwarding programs it installs: pipelines with their cookie, table
 * entries and other entities, batches, packets and digests. A session that loses its stream
 * reconnects by itself. Errors name device, table and entry. Uses {@link
 * io.losslab.driver.DeviceChannel}.
 *
 * <p>Not supported: roles other than the default one, atomic batches, and extern entities.
 */
package io.losslab.driver.p4runtime;
