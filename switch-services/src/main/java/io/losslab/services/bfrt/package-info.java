/**
 * A server of BF Runtime that takes, answers and refuses what the SDE's does, by the JSON of tables
 * that it hands out; knows nothing of the client's classes. Facts of the open SDE
 * (github.com/p4lang/open-p4studio, commit 1f97778f): {@code bf_rt_server_mgr.cpp}, {@code
 * bf_rt_server_impl.cpp}, {@code bf_rt_*_table_impl.cpp}.
 */
package io.losslab.services.bfrt;
