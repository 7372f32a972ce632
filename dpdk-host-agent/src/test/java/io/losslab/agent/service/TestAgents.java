package io.losslab.agent.service;

import io.losslab.agent.loop.VethPair;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

/** Agents of a test, and the cables between them. */
final class TestAgents {
    private static final int JUMBO_BYTES = 6000;

    private final Deque<AutoCloseable> opened = new ArrayDeque<>();
    private final List<AgentProcess> agents = new ArrayList<>();
    private final List<AgentProcess> configured = new ArrayList<>();
    private int cables;

    VethPair cable() throws IOException, InterruptedException {
        return open(VethPair.create(cables++, JUMBO_BYTES));
    }

    /** An agent with the usual configuration; at work after {@link #awaitAgents}. */
    AgentProcess agent(int hostId, String... interfaces) throws IOException {
        return configured(agentWith(hostId, List.of(interfaces)));
    }

    /** The same that serves its metrics. */
    AgentProcess scrapedAgent(int hostId, String... interfaces) throws IOException {
        return configured(agentWith(hostId, List.of(interfaces), "--metrics", "0"));
    }

    private AgentProcess configured(AgentProcess agent) {
        configured.add(agent);
        return agent;
    }

    AgentProcess agentWith(int hostId, List<String> interfaces, String... more) throws IOException {
        AgentProcess agent = open(AgentProcess.start(hostId, interfaces, more));
        agents.add(agent);
        return agent;
    }

    /** Agents of a test start at the same time. */
    void awaitAgents() throws IOException {
        for (AgentProcess agent : agents) {
            agent.awaitReady();
        }
        for (AgentProcess agent : configured) {
            agent.configure(AgentProcess.config());
        }
    }

    <T extends AutoCloseable> T open(T resource) {
        opened.push(resource);
        return resource;
    }

    /** Ends agents and cables, the last first. */
    void closeAll() throws Exception {
        while (!opened.isEmpty()) {
            opened.pop().close();
        }
    }
}
