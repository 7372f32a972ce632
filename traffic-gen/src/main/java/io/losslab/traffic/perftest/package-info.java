/**
 * The vocabulary of linux-rdma perftest: options of ib_write_bw and ib_write_lat, their reports,
 * and results computed and printed as those tools print them, so that eyes and scripts that know
 * them read ours. Uses {@code testbed-api}'s units.
 */
package io.losslab.traffic.perftest;
