/**
 * An experiment as it was read and checked: its cells, and for each cell the network, flow control,
 * hosts, traffic and what is recorded. Uses {@code network}, {@code traffic}, {@code
 * flow-control}'s settings and {@code testbed-api}; knows no file.
 */
package io.losslab.configs.experiment;
