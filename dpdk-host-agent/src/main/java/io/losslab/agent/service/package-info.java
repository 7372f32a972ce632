/**
 * The agent as a program that is controlled from elsewhere: DPDK, ports, queues and traffic put
 * together on one data thread, the {@code losslab.v1.HostAgent} service in front of it, and the
 * watchdog that stops an agent that has received no call for long.
 */
package io.losslab.agent.service;
