package io.losslab.labs.backend.agents;

import io.losslab.api.address.Ipv4Address;
import io.losslab.api.topology.Link;
import io.losslab.api.topology.Node;
import io.losslab.api.topology.PortRef;
import io.losslab.api.topology.Topology;
import java.util.ArrayList;
import java.util.List;

/** The words that start a host's agent, which serves on a free loopback port of its host. */
public final class AgentWords {
    /** The program in the archive. */
    private static final String PROGRAM = "losslab-agent/bin/losslab-agent";

    private final List<String> words;

    /**
     * What every agent receives.
     *
     * @param before words in front of the program, such as those of nice
     * @param name of the host in messages
     * @param hostId by which its service knows it
     */
    public AgentWords(List<String> before, String name, long hostId, Node host) {
        words = new ArrayList<>(before);
        words.add(PROGRAM);
        add("--listen", "127.0.0.1:0");
        add("--name", name);
        add("--host-id", String.valueOf(hostId));
        add("--ipv4", Ipv4Address.text(Topology.ipv4Of(host)));
        add("--watchdog", StartedAgents.WATCHDOG.toSeconds() + "s");
    }

    public void add(String option) {
        words.add(option);
    }

    public void add(String option, String value) {
        words.add(option);
        words.add(value);
    }

    public List<String> list() {
        return List.copyOf(words);
    }

    /**
     * How a port is cabled, as option {@code --link} has it.
     *
     * @param peer the far end
     * @param peerDevice by which its own services know the device there
     * @param peerPort the far end's number on that device
     */
    public static String cabled(Link link, PortRef peer, long peerDevice, int peerPort) {
        String text =
                "rate=%dbps,delay=%dns,peer=%d:%d"
                        .formatted(
                                link.rate().bitsPerSecond(),
                                link.delay().nanos(),
                                peerDevice,
                                peerPort);
        return peer.node().isHost()
                ? text + ",peer-ipv4=" + Ipv4Address.text(Topology.ipv4Of(peer.node()))
                : text;
    }
}
