package io.losslab.services.tofino2;

import io.grpc.BindableService;
import io.grpc.InsecureServerCredentials;
import io.losslab.api.topology.Node;
import io.losslab.api.topology.Topology;
import io.losslab.proto.v1.SwitchConfig;
import io.losslab.services.control.BaseSettings;
import io.losslab.services.control.OwnedSwitch;
import io.losslab.services.control.SwitchServices;
import io.losslab.services.fabric.EventMailboxes;
import io.losslab.services.lab.LabServer;
import io.losslab.services.lab.SwitchFaces;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/**
 * The switches of a lab as Tofino2, each with a server of BF Runtime of its own, in plaintext as
 * the SDE's. They begin without a program. A reset of the clock empties their buffers and counters;
 * their tables stay as they are, as a chip's would. Coprocessors are the lab's own server's.
 */
public final class Tofino2Faces implements SwitchFaces {
    private final Map<String, ServedChip> chips = new LinkedHashMap<>();
    private final Map<String, LabServer> servers = new LinkedHashMap<>();

    private final Function<Node, SwitchConfig> configs;

    private Tofino2Faces(Function<Node, SwitchConfig> configs) {
        this.configs = configs;
    }

    /**
     * Starts the servers.
     *
     * @param fixedTables the JSON of the SDE
     * @param configs memory, hash of equal-cost ports and scheduler of a switch, which no row sets
     * @param address a loopback address
     * @param firstPort of the first switch, the others' follow; 0: any free ones
     * @throws IOException where a port cannot be bound
     * @throws IllegalArgumentException where a switch has more ports than a chip
     */
    public static Tofino2Faces start(
            Topology topology,
            String fixedTables,
            Function<Node, SwitchConfig> configs,
            InetAddress address,
            int firstPort)
            throws IOException {
        Tofino2Faces faces = new Tofino2Faces(configs);
        int port = firstPort;
        try {
            for (Node node : topology.switches()) {
                faces.add(node, fixedTables, new InetSocketAddress(address, port));
                port += port == 0 ? 0 : 1;
            }
        } catch (IOException | RuntimeException e) {
            faces.close();
            throw e;
        }
        return faces;
    }

    private void add(Node node, String fixedTables, InetSocketAddress address) throws IOException {
        if (node.ports() > ChipQueues.HIGHEST_PORT) {
            throw new IllegalArgumentException(
                    "%s has %d ports, and a Tofino2 at most %d"
                            .formatted(node.name(), node.ports(), ChipQueues.HIGHEST_PORT));
        }
        ServedChip chip = new ServedChip(fixedTables);
        servers.put(
                node.name(),
                LabServer.start(
                        node.name(),
                        address,
                        InsecureServerCredentials.create(),
                        builder -> builder.addService(chip.server())));
        chips.put(node.name(), chip);
    }

    /** The port on which BF Runtime of a switch listens. */
    public int port(String name) {
        return servers.get(name).port();
    }

    @Override
    public List<BindableService> of(SwitchServices switches, EventMailboxes queueEvents) {
        for (OwnedSwitch each : switches.owned()) {
            BaseSettings base = new BaseSettings(configs.apply(each.node()), Map.of());
            each.call(
                    access -> {
                        access.begin(base);
                        return null;
                    });
            chips.get(each.node().name()).standBefore(each);
        }
        return List.of(switches.coprocessors());
    }

    @Override
    public void settle() {
        List<String> problems = new ArrayList<>();
        chips.values().forEach(chip -> problems.addAll(chip.settle()));
        if (!problems.isEmpty()) {
            throw new IllegalStateException(
                    "virtual switches cannot be what their tables say: "
                            + String.join("; ", problems));
        }
    }

    @Override
    public void close() {
        servers.values().forEach(LabServer::close);
    }
}
