/**
 * The traffic of hosts that run linux-rdma perftest: the sessions that a plan's queue pairs make,
 * and what perftest refuses or cannot do of an experiment. Pure. Uses {@code plan} and the options
 * of {@code traffic-gen}.
 */
package io.losslab.configs.plan.perftest;
