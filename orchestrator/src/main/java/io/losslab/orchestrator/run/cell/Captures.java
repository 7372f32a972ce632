package io.losslab.orchestrator.run.cell;

import io.losslab.api.topology.Node;
import io.losslab.api.topology.PortRef;
import io.losslab.api.topology.Topology;
import io.losslab.configs.experiment.Cell;
import io.losslab.devices.failure.CommandFailure;
import io.losslab.labs.backend.Lab;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.stream.Collectors;

/** The ports whose frames a run writes to files, one file a cell. */
public final class Captures {
    private static final String FOLDER = "pcap";

    private final List<String> names;
    private final Path directory;

    /**
     * Makes the captures of a run.
     *
     * @param names as {@code NODE:PORT}
     * @param directory of the results
     */
    public Captures(List<String> names, Path directory) {
        this.names = names;
        this.directory = directory.resolve(FOLDER);
    }

    /** Takes the file of a cell, if there is one, from one results directory to another. */
    public static void move(int cell, Path from, Path to) throws IOException {
        Path file = from.resolve(FOLDER).resolve(file(cell));
        if (Files.exists(file)) {
            Files.createDirectories(to.resolve(FOLDER));
            Files.move(
                    file,
                    to.resolve(FOLDER).resolve(file(cell)),
                    StandardCopyOption.REPLACE_EXISTING);
        }
    }

    private static String file(int cell) {
        return "cell-" + cell + ".pcapng";
    }

    /**
     * Checks the names.
     *
     * @throws CommandFailure where a cell's topology lacks one
     */
    public void check(List<Cell> cells) {
        if (!names.isEmpty()) {
            cells.forEach(cell -> ports(cell.setup().network().topology()));
        }
    }

    /** Begins to capture in a cell's lab; captures nothing where the run asks for nothing. */
    void begin(Lab lab, Topology topology, int cell) throws IOException {
        if (names.isEmpty()) {
            return;
        }
        Files.createDirectories(directory);
        lab.capture(ports(topology), directory.resolve(file(cell)));
    }

    private List<PortRef> ports(Topology topology) {
        return names.stream().distinct().map(name -> port(topology, name)).toList();
    }

    private static PortRef port(Topology topology, String name) {
        int colon = name.lastIndexOf(':');
        String digits = name.substring(colon + 1);
        if (colon < 1 || !digits.matches("[1-9]\\d{0,4}")) {
            throw CommandFailure.usage(
                    "--pcap %s: expected NODE:PORT".formatted(name),
                    "for example " + topology.nodes().get(0).name() + ":1");
        }
        String nodeName = name.substring(0, colon);
        Node node =
                topology.node(nodeName)
                        .orElseThrow(
                                () ->
                                        CommandFailure.usage(
                                                "--pcap %s: %s has no node '%s'"
                                                        .formatted(name, topology.name(), nodeName),
                                                "its nodes are " + nodes(topology)));
        int port = Integer.parseInt(digits);
        if (port > node.ports()) {
            throw CommandFailure.usage(
                    "--pcap %s: %s has ports 1 to %d".formatted(name, nodeName, node.ports()), "");
        }
        return new PortRef(node, port);
    }

    private static String nodes(Topology topology) {
        return topology.nodes().stream().map(Node::name).collect(Collectors.joining(", "));
    }
}
