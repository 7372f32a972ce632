package io.losslab.labs.backend.agents;

import io.losslab.configs.testbed.SshLogin;
import java.util.List;

/**
 * An agent to start.
 *
 * @param host its name, unique among those that run
 * @param directory on the host, of this agent alone
 * @param command program, below the unpacked archive, and arguments
 */
public record AgentStart(String host, SshLogin login, String directory, List<String> command) {
    public AgentStart {
        command = List.copyOf(command);
    }
}
