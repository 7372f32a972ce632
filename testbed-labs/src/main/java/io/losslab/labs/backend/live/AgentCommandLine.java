package io.losslab.labs.backend.live;

import io.losslab.api.address.MacAddress;
import io.losslab.api.topology.Link;
import io.losslab.api.topology.Node;
import io.losslab.api.topology.PortRef;
import io.losslab.api.topology.Topology;
import io.losslab.labs.backend.agents.AgentWords;
import io.losslab.softswitch.live.Priorities;
import io.losslab.softswitch.netns.NamespaceLab;
import java.util.List;

/** How the agent of a host of the lab is started. */
final class AgentCommandLine {
    /**
     * Agents go before other programs of the machine, or their frames would leave late. Their
     * real-time threads leave compilers little time: code is compiled soon rather than well.
     */
    private static final List<String> FIRST =
            List.of(
                    "nice",
                    "-n",
                    String.valueOf(Priorities.NICE),
                    "env",
                    "LOSSLAB_JAVA_OPTS=-XX:TieredStopAtLevel=1");

    private final Topology topology;
    private final int mtuBytes;
    private final int dataQueues;
    private final TimeDilation dilation;

    AgentCommandLine(Topology topology, int mtuBytes, int dataQueues, TimeDilation dilation) {
        this.topology = topology;
        this.mtuBytes = mtuBytes;
        this.dataQueues = dataQueues;
        this.dilation = dilation;
    }

    /** The words; the agent serves on a free loopback port of its own namespace. */
    List<String> of(Node host) {
        AgentWords words = new AgentWords(FIRST, host.name(), host.deviceId(), host);
        for (int port = 1; port <= host.ports(); port++) {
            words.add("--interface", NamespaceLab.hostInterface(port));
        }
        for (int port = 1; port <= host.ports(); port++) {
            words.add("--link", link(host, port));
        }
        words.add("--mtu", String.valueOf(mtuBytes));
        words.add("--queues", String.valueOf(dataQueues));
        words.add("--scale", String.valueOf(dilation.factor()));
        words.add("--await-clock");
        words.add("--real-time");
        return words.list();
    }

    private String link(Node host, int port) {
        Link link = topology.linkAt(host, port);
        PortRef peer = link.peerOf(host);
        return "mac=%s,peer-mac=%s,%s"
                .formatted(
                        MacAddress.text(Topology.macOf(host.id(), port)),
                        MacAddress.text(Topology.macOf(peer.node().id(), peer.port())),
                        AgentWords.cabled(link, peer, peer.node().deviceId(), peer.port()));
    }
}
