/**
 * Traffic of hosts with RDMA NICs: linux-rdma perftest, started over SSH on both hosts of each
 * session, its reports read back as completed messages. Uses plans, testbeds and SSH.
 */
package io.losslab.labs.perftest;
