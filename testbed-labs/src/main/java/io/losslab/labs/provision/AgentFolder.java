package io.losslab.labs.provision;

import io.losslab.configs.testbed.Device;

/**
 * Where an agent that a run starts keeps its files on its host, by which it is found and ended.
 *
 * @param directory on the host, of this agent alone
 */
public record AgentFolder(Device device, String directory) {}
