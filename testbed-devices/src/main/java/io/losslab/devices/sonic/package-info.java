/**
 * Kind {@code sonic}: switches that run SONiC, set by JSON patches of their CONFIG_DB and read from
 * their COUNTERS_DB. Facts about both are from SONiC's public sources: sonic-buildimage (YANG
 * models), sonic-utilities (generic_config_updater), sonic-swss (orchagent, buffermgrd),
 * sonic-gnmi.
 */
package io.losslab.devices.sonic;
