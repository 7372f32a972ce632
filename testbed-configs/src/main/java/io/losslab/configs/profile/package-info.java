/**
 * Profiles: what a probe measured of a switch port and a NIC, as files, and experiments that run
 * with it. A profile's pause settings are declared by the scheme {@code pfc} itself.
 */
package io.losslab.configs.profile;
