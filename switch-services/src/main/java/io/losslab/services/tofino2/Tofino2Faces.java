package io.losslab.services.tofino2;

import io.losslab.api.topology.Node;
import io.losslab.api.topology.Topology;
import io.losslab.proto.v1.SwitchConfig;
import io.losslab.services.control.BaseSettings;
import io.losslab.services.lab.DeviceFaces;
import java.io.IOException;
import java.net.InetAddress;
import java.util.Map;
import java.util.function.Function;

/**
 * The switches of a lab as Tofino2, each with a server of BF Runtime of its own, in plaintext as
 * the SDE's. They begin without a program. A reset of the clock empties their buffers and counters;
 * their tables stay as they are, as a chip's would.
 */
public final class Tofino2Faces extends DeviceFaces<ServedChip> {
    private final String fixedTables;
    private final InetAddress address;

    private Tofino2Faces(
            String fixedTables, Function<Node, SwitchConfig> configs, InetAddress address) {
        super(node -> new BaseSettings(configs.apply(node), Map.of()), "their tables say");
        this.fixedTables = fixedTables;
        this.address = address;
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
        Tofino2Faces faces = new Tofino2Faces(fixedTables, configs, address);
        faces.startAll(topology, firstPort);
        return faces;
    }

    @Override
    protected ServedChip start(Node node, int port) throws IOException {
        if (node.ports() > ChipQueues.HIGHEST_PORT) {
            throw new IllegalArgumentException(
                    "%s has %d ports, and the first pipe of a Tofino2 at most %d"
                            .formatted(node.name(), node.ports(), ChipQueues.HIGHEST_PORT));
        }
        ServedChip chip = new ServedChip(fixedTables);
        serve(node, address, port, chip.server().bindService());
        return chip;
    }
}
