package io.losslab.configs.library;

import io.losslab.configs.network.Network;
import io.losslab.configs.network.TopologyReader;
import io.losslab.configs.yaml.Reading;
import io.losslab.configs.yaml.Spelling;
import io.losslab.configs.yaml.YamlDocument;
import io.losslab.configs.yaml.YamlValue;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Finds the network that an experiment's {@code topology} names: bundled, in a file relative to the
 * experiment, or written inline. Each is read once. Not thread safe.
 */
public final class Topologies {
    private final Library library;
    private final NamedFiles named;
    private final Reading reading;
    private final Map<String, Optional<Network>> networks = new HashMap<>();
    private final Map<Object, Optional<Network>> inline = new HashMap<>();
    private final Map<String, YamlDocument> documents = new HashMap<>();

    /**
     * Makes a finder.
     *
     * @param named files of the experiment
     */
    public Topologies(Library library, NamedFiles named, Reading reading) {
        this.library = library;
        this.named = named;
        this.reading = reading;
    }

    /** The network that a value names or describes; what prevented reading it was reported. */
    public Optional<Network> network(YamlValue topology) {
        if (topology.isMap()) {
            return topology.usesParameters()
                    ? new TopologyReader().read(topology, "inline")
                    : inline.computeIfAbsent(
                            topology.identity(),
                            same -> new TopologyReader().read(topology, "inline"));
        }
        Optional<String> name = topology.word();
        if (name.isEmpty()) {
            return Optional.empty();
        }
        Optional<Network> seen = networks.get(name.get());
        if (seen == null) {
            seen = load(topology, name.get());
            networks.put(name.get(), seen);
        }
        return seen;
    }

    /** Documents of the topologies that were read from files, by the name the experiment used. */
    public Map<String, YamlDocument> documents() {
        return documents;
    }

    private Optional<Network> load(YamlValue blamed, String name) {
        Optional<YamlDocument> document = document(blamed, name);
        document.ifPresent(parsed -> documents.put(name, parsed));
        return document.flatMap(
                parsed -> new TopologyReader().read(parsed.root(reading.withoutBindings()), name));
    }

    private Optional<YamlDocument> document(YamlValue blamed, String name) {
        if (name.endsWith(".yaml") || name.endsWith(".yml")) {
            return named.find(name, blamed)
                    .flatMap(file -> YamlDocument.read(file, file.toString(), reading.problems()));
        }
        List<String> known = library.names(Library.Kind.TOPOLOGIES);
        if (!known.contains(name)) {
            blamed.error(
                    "there is no topology '%s'".formatted(name),
                    "a .yaml file, a mapping, or one of " + String.join(", ", known),
                    Spelling.didYouMean(name, known));
        }
        return library.bundled(Library.Kind.TOPOLOGIES, name, reading.problems());
    }
}
