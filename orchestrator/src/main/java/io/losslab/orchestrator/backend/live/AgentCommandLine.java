package io.losslab.orchestrator.backend.live;

import io.losslab.api.topology.Link;
import io.losslab.api.topology.Node;
import io.losslab.api.topology.PortRef;
import io.losslab.api.topology.Topology;
import io.losslab.orchestrator.backend.agents.AgentStart;
import io.losslab.orchestrator.backend.agents.StartedAgents;
import io.losslab.orchestrator.plan.PlanJson;
import io.losslab.softswitch.fabric.Fabric;
import io.losslab.softswitch.netns.NamespaceLab;
import java.util.ArrayList;
import java.util.List;

/** How the agent of a host of the lab is started. */
final class AgentCommandLine {
    /** Agents go before other programs of the machine, or their frames would leave late. */
    private static final List<String> FIRST = List.of("nice", "-n", "-10");

    private static final String MEMORY_MEGABYTES = "128";

    private final Topology topology;
    private final int mtuBytes;
    private final int dataQueues;
    private final Slowdown slowdown;

    AgentCommandLine(Topology topology, int mtuBytes, int dataQueues, Slowdown slowdown) {
        this.topology = topology;
        this.mtuBytes = mtuBytes;
        this.dataQueues = dataQueues;
        this.slowdown = slowdown;
    }

    /** The words; the agent serves on a free loopback port of its own namespace. */
    List<String> of(Node host) {
        List<String> words = new ArrayList<>(FIRST);
        words.add(AgentStart.PROGRAM);
        add(words, "--listen", "127.0.0.1:0");
        add(words, "--name", host.name());
        add(words, "--host-id", String.valueOf(host.deviceId()));
        add(words, "--ipv4", PlanJson.ipv4(Topology.ipv4Of(host)));
        for (int port = 1; port <= host.ports(); port++) {
            add(words, "--interface", NamespaceLab.hostInterface(port));
        }
        for (int port = 1; port <= host.ports(); port++) {
            add(words, "--link", link(host, port));
        }
        add(words, "--mtu", String.valueOf(mtuBytes));
        add(words, "--queues", String.valueOf(dataQueues));
        add(words, "--memory", MEMORY_MEGABYTES);
        add(words, "--scale", String.valueOf(slowdown.factor()));
        words.add("--await-clock");
        add(words, "--watchdog", StartedAgents.WATCHDOG.toSeconds() + "s");
        return words;
    }

    private String link(Node host, int port) {
        Link link = topology.linkAt(host, port);
        PortRef peer = link.peerOf(host);
        String text =
                "mac=%s,peer-mac=%s,rate=%dbps,delay=%dns,peer=%d:%d"
                        .formatted(
                                mac(Fabric.macOf(host.id(), port)),
                                mac(Fabric.macOf(peer.node().id(), peer.port())),
                                link.rate().bitsPerSecond(),
                                link.delay().nanos(),
                                peer.node().deviceId(),
                                peer.port());
        return peer.node().isHost()
                ? text + ",peer-ipv4=" + PlanJson.ipv4(Topology.ipv4Of(peer.node()))
                : text;
    }

    private static String mac(long address) {
        StringBuilder text = new StringBuilder();
        for (int shift = 40; shift >= 0; shift -= 8) {
            text.append(text.isEmpty() ? "" : ":")
                    .append("%02x".formatted(address >> shift & 0xFF));
        }
        return text.toString();
    }

    private static void add(List<String> words, String option, String value) {
        words.add(option);
        words.add(value);
    }
}
