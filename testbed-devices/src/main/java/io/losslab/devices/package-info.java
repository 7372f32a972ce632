/**
 * What a kind of device is, and what it is driven by: states of its parts, calls that are data, the
 * session they are sent in. Every kind is a package below this one; {@code registry} lists them.
 * Uses {@code plan}, {@code binding} and the drivers.
 */
package io.losslab.devices;
