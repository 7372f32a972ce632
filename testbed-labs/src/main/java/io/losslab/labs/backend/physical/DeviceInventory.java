package io.losslab.labs.backend.physical;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.losslab.analysis.run.ResultsJson;
import io.losslab.analysis.run.RunManifest;
import io.losslab.configs.binding.Binding;
import io.losslab.configs.testbed.Cable;
import io.losslab.configs.testbed.Device;
import io.losslab.configs.testbed.DevicePort;
import io.losslab.configs.testbed.Testbed;
import io.losslab.devices.DeviceKind;
import io.losslab.devices.DeviceReport;
import io.losslab.devices.Inspection;
import io.losslab.devices.failure.CommandFailure;
import io.losslab.devices.ssh.ParallelHosts;
import io.losslab.labs.backend.Channels;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * {@code testbed.json}: the devices that a run uses, with the versions that they report, and the
 * cables between them. It has nothing by which devices are reached or logged in to. That of a run
 * that goes on keeps the devices that were used before. Not thread safe.
 */
final class DeviceInventory {
    private static final Logger LOG = LoggerFactory.getLogger(DeviceInventory.class);
    private static final ObjectMapper JSON = new ObjectMapper();

    private final Path file;
    private final Map<String, JsonNode> versions = new LinkedHashMap<>();
    private final Set<String> asked = new HashSet<>();

    /** The inventory of a run that begins or goes on. */
    DeviceInventory(Path directory) {
        this.file = directory.resolve(RunManifest.DEVICES);
        if (Files.exists(file)) {
            takeUp();
        }
    }

    private void takeUp() {
        try {
            for (JsonNode device : JSON.readTree(file.toFile()).path("devices")) {
                versions.put(device.path("name").asText(), device.path("versions"));
            }
        } catch (IOException e) {
            throw CommandFailure.usage(
                    "cannot read %s: %s".formatted(file, e.getMessage()),
                    "delete it; the devices that were used before are then not among the results",
                    e);
        }
    }

    /** Asks the devices of a binding that were not asked before, and writes them down. */
    void add(Testbed testbed, Binding binding) {
        List<Device> unknown =
                binding.devices().stream()
                        .filter(device -> !asked.contains(device.name()))
                        .distinct()
                        .toList();
        if (unknown.isEmpty()) {
            return;
        }
        try (Channels channels = new Channels()) {
            ParallelHosts.all(unknown, Device::name, device -> asked(device, channels))
                    .forEach(this::put);
        }
        try {
            ResultsJson.write(file, json(testbed));
        } catch (IOException e) {
            throw new UncheckedIOException("cannot write " + file, e);
        }
    }

    private void put(Device device, DeviceReport report) {
        asked.add(device.name());
        JsonNode now = JSON.valueToTree(report.versions());
        JsonNode before = versions.put(device.name(), now);
        if (before != null && !before.equals(now)) {
            LOG.warn("{}: versions were {} before the run went on", device.name(), before);
        }
    }

    private static DeviceReport asked(Device device, Channels channels) {
        Inspection inspection = new Inspection(device, channels);
        DeviceKind.of(device).inspect(inspection);
        return inspection.report();
    }

    private ObjectNode json(Testbed testbed) {
        ObjectNode document = JSON.createObjectNode();
        document.put("testbed", testbed.name());
        if (!testbed.title().isEmpty()) {
            document.put("title", testbed.title());
        }
        ArrayNode devices = document.putArray("devices");
        testbed.devices().stream()
                .filter(device -> versions.containsKey(device.name()))
                .forEach(device -> devices.add(json(device)));
        ArrayNode cables = document.putArray("cables");
        testbed.cables().stream()
                .filter(cable -> versions.containsKey(cable.from().device().name()))
                .filter(cable -> versions.containsKey(cable.to().device().name()))
                .forEach(cable -> cables.add(json(cable)));
        return document;
    }

    private ObjectNode json(Device device) {
        ObjectNode node = JSON.createObjectNode();
        node.put("name", device.name());
        node.put("kind", device.kind().word());
        node.set("versions", versions.get(device.name()));
        ArrayNode ports = node.putArray("ports");
        for (DevicePort port : device.ports()) {
            ports.addObject()
                    .put("label", port.label())
                    .put("number", port.number())
                    .put("name", port.name())
                    .put("bitsPerSecond", port.speed().bitsPerSecond());
        }
        return node;
    }

    private static ObjectNode json(Cable cable) {
        ObjectNode node = JSON.createObjectNode();
        node.put("from", cable.from().toString());
        node.put("to", cable.to().toString());
        node.put("bitsPerSecond", cable.speed().bitsPerSecond());
        cable.delay().ifPresent(delay -> node.put("delayNanos", delay.nanos()));
        return node;
    }
}
