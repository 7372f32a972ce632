/**
 * The client of BF Runtime, for what P4Runtime does not reach on a Tofino2: traffic manager, ports,
 * packet generator. Uses {@link io.losslab.driver.DeviceChannel}.
 *
 * <p>Names, ids and types of tables come from the device itself, which sends its bf-rt JSON; none
 * are built in but the names of the fixed tables that {@link io.losslab.driver.bfrt.TrafficTables}
 * uses. Message numbers, and those names, are facts of the open Tofino SDE
 * (github.com/p4lang/open-p4studio, commit 1f97778f: {@code bf_rt/proto/bfruntime.proto}, {@code
 * bf_rt_tm_tf2.json}, {@code bf_rt_port_tf2.json}); Maven Central has no published stubs to compare
 * with.
 */
package io.losslab.driver.bfrt;
