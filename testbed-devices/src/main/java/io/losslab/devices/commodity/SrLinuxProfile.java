package io.losslab.devices.commodity;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.losslab.api.gnmi.PathText;
import io.losslab.configs.testbed.Device;
import io.losslab.driver.gnmi.CounterPaths;
import io.losslab.driver.gnmi.GnmiDialect;
import io.losslab.driver.gnmi.GnmiUpdate;
import io.losslab.proto.gnmi.Encoding;
import io.losslab.proto.gnmi.GetRequest;
import io.losslab.proto.gnmi.ModelData;
import io.losslab.proto.gnmi.Path;
import io.losslab.proto.gnmi.PathElem;
import io.losslab.proto.gnmi.Update;
import io.losslab.proto.v1.Counter;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * {@code srlinux}: Nokia SR Linux. PFC is switched on at a port, which is given a mapping profile:
 * {@code losslab-3-4} is that of priorities 3 and 4. Mapping profiles are the user's: they name the
 * platform's queues, and their model differs from release to release. Source:
 * nokia/srlinux-yang-models, srl_nokia-qos of 24.3 to 25.3, srl_nokia-interfaces, srl_nokia-grpc
 * (sampling in whole seconds, native models, no defaults in configuration).
 */
final class SrLinuxProfile implements Profile {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final long SHORTEST_SAMPLE_NANOS = 1_000_000_000L;
    private static final String STATISTICS = "/interface[name={port}]/statistics/";
    private static final String PFC =
            "/qos/interfaces/interface[interface-id={port}]/pfc/statistics/";
    private static final String OF_PRIORITY = PFC + "pfc-priority[index={priority}]/";
    private static final String MAPPING = "pfc-mapping-profile";
    private static final String MAPPING_PREFIX = "losslab-";

    /** Where a mapping profile says for what pauses are sent; elsewhere, which are heeded. */
    private static final String RECEIVED_TRAFFIC = "received-traffic";

    /** Fields of a mapping's entries: until 25.3 by queue, after it by priority. */
    private static final String PRIORITY_OF_QUEUE = "pfc-pause-frame-priority";

    private static final String QUEUE_ENABLED = "enable-pfc";
    private static final String INDEX = "index";
    private static final String PRIORITY_ENABLED = "pfc-enable";

    @Override
    public String word() {
        return "srlinux";
    }

    @Override
    public String system() {
        return "Nokia SR Linux";
    }

    @Override
    public boolean has(ModelData model) {
        return model.getName().contains("srl_nokia-");
    }

    @Override
    public GnmiDialect dialect(Device device) {
        return GnmiDialect.of(Encoding.JSON_IETF)
                .in("native")
                .withModuleNames()
                .withSettings(GetRequest.DataType.CONFIG)
                .sampledEvery(SHORTEST_SAMPLE_NANOS);
    }

    @Override
    public Set<Aspect> settable() {
        return EnumSet.of(Aspect.PFC, Aspect.PRIORITIES);
    }

    @Override
    public String byHand(Aspect aspect, AskedPorts asked) {
        return switch (aspect) {
            case PFC -> "'set / qos interfaces interface PORT pfc pfc-enable true'";
            case PRIORITIES ->
                    "'set / qos interfaces interface PORT pfc pfc-mapping-profile PROFILE'";
            case THRESHOLDS ->
                    "'set / qos buffer-management buffer-allocation-profile PROFILE queues"
                            + " pfc-queue QUEUE maximum-burst-size BYTES'";
            case ECN ->
                    "'set / qos buffer-management queue-management-profile PROFILE wred"
                            + " wred-slope ...'";
        };
    }

    @Override
    public List<Update> leaves(Device device, AskedPorts asked, Set<Aspect> byHand) {
        List<Update> leaves = new ArrayList<>();
        for (PortPfc port : asked.pfc()) {
            Path entry =
                    PathText.parse("/qos/interfaces").toBuilder()
                            .addElem(
                                    PathElem.newBuilder()
                                            .setName("interface")
                                            .putKey("interface-id", port.port()))
                            .build();
            List<Update> own = new ArrayList<>();
            if (!byHand.contains(Aspect.PRIORITIES)) {
                own.add(leaf(device, below(entry, "pfc/" + MAPPING), mapping(port)));
            }
            if (!byHand.contains(Aspect.PFC)) {
                own.add(leaf(device, below(entry, "pfc/pfc-enable"), true));
            }
            if (!own.isEmpty()) {
                leaves.add(leaf(device, below(entry, "interface-id"), port.port()));
                leaves.add(leaf(device, below(entry, "interface-ref/interface"), port.port()));
                leaves.addAll(own);
            }
        }
        return leaves;
    }

    private static Path below(Path path, String rest) {
        return path.toBuilder().addAllElem(PathText.parse(rest).getElemList()).build();
    }

    private static String mapping(PortPfc port) {
        return MAPPING_PREFIX + joined(port.priorities());
    }

    private static String joined(Iterable<Integer> priorities) {
        List<String> words = new ArrayList<>();
        priorities.forEach(priority -> words.add(String.valueOf(priority)));
        return String.join("-", words);
    }

    @Override
    public List<Reference> references(List<Update> leaves) {
        return leaves.stream()
                .filter(SrLinuxProfile::isMapping)
                .map(leaf -> name(leaf))
                .distinct()
                .map(SrLinuxProfile::reference)
                .toList();
    }

    private static boolean isMapping(Update leaf) {
        Path path = leaf.getPath();
        return leaf.hasVal()
                && path.getElem(path.getElemCount() - 1).getName().equals(MAPPING)
                && name(leaf).startsWith(MAPPING_PREFIX);
    }

    private static String name(Update leaf) {
        return json(leaf.getVal().getJsonIetfVal().toStringUtf8()).asText();
    }

    private static Reference reference(String mapping) {
        Path path =
                PathText.parse("/qos").toBuilder()
                        .addElem(PathElem.newBuilder().setName(MAPPING).putKey("name", mapping))
                        .build();
        return new Reference(path, found -> objection(mapping, found));
    }

    /** A switch that maps received traffic to PFC queues says there what it sends pauses for. */
    private static Optional<String> objection(String mapping, List<GnmiUpdate> found) {
        if (found.isEmpty()) {
            return Optional.of("it has no pfc-mapping-profile '%s'".formatted(mapping));
        }
        String wanted = mapping.substring(MAPPING_PREFIX.length());
        Set<Integer> heeded = new TreeSet<>();
        Set<Integer> sent = new TreeSet<>();
        boolean mapsReceived = false;
        for (GnmiUpdate update : found) {
            if (update.path().contains(RECEIVED_TRAFFIC)) {
                mapsReceived = true;
                sent.addAll(generated(update));
            } else {
                heeded.addAll(priorities(update));
            }
        }
        if (!joined(heeded).equals(wanted)) {
            return Optional.of(
                    "its pfc-mapping-profile '%s' enables the priorities '%s'"
                            .formatted(mapping, joined(heeded)));
        }
        if (mapsReceived && !joined(sent).equals(wanted)) {
            return Optional.of(
                    "its pfc-mapping-profile '%s' sends pauses of the priorities '%s' (%s)"
                            .formatted(mapping, joined(sent), RECEIVED_TRAFFIC));
        }
        return Optional.empty();
    }

    /** From 24.7 on, every PFC queue with a priority sends pauses; before, those enabled. */
    private static List<Integer> generated(GnmiUpdate update) {
        List<Integer> enabled = priorities(update);
        if (!(update.value() instanceof String text)
                || !text.startsWith("[")
                || text.contains(QUEUE_ENABLED)) {
            return enabled;
        }
        for (JsonNode entry : json(text)) {
            JsonNode priority = field(entry, PRIORITY_OF_QUEUE);
            if (!priority.isMissingNode()) {
                enabled.add(priority.asInt());
            }
        }
        return enabled;
    }

    /** Enabled priorities in a list of a mapping profile. */
    private static List<Integer> priorities(GnmiUpdate update) {
        List<Integer> enabled = new ArrayList<>();
        if (update.value() instanceof String text && text.startsWith("[")) {
            for (JsonNode entry : json(text)) {
                if (field(entry, QUEUE_ENABLED).asBoolean()) {
                    JsonNode priority = field(entry, PRIORITY_OF_QUEUE);
                    if (priority.isArray()) {
                        priority.forEach(each -> enabled.add(each.asInt()));
                    } else if (!priority.isMissingNode()) {
                        enabled.add(priority.asInt());
                    }
                } else if (field(entry, PRIORITY_ENABLED).asBoolean()) {
                    enabled.add(field(entry, INDEX).asInt());
                }
            }
        }
        return enabled;
    }

    /** A field by its name, with or without that of its module. */
    private static JsonNode field(JsonNode entry, String name) {
        JsonNode plain = entry.path(name);
        return plain.isMissingNode() ? entry.path("srl_nokia-qos:" + name) : plain;
    }

    private static JsonNode json(String text) {
        try {
            return JSON.readTree(text);
        } catch (JsonProcessingException e) {
            throw new IllegalArgumentException("not JSON: " + text, e);
        }
    }

    /**
     * No drops: what PFC counts, total-packet-pfc-discards, are those of a depleted PFC buffer
     * alone, and what the interface counts are none of a full queue. Those are of each queue by its
     * name, queue-statistics/dropped-packets.
     */
    @Override
    public CounterPaths counters() {
        return CounterPaths.of(
                Map.of(
                        Counter.RX_BYTES,
                        STATISTICS + "in-octets",
                        Counter.RX_PACKETS,
                        STATISTICS + "in-packets",
                        Counter.TX_BYTES,
                        STATISTICS + "out-octets",
                        Counter.TX_PACKETS,
                        STATISTICS + "out-packets"),
                Map.of(
                        Counter.RX_PAUSE_FRAMES,
                        OF_PRIORITY + "pfc-pause-frames-received",
                        Counter.TX_PAUSE_FRAMES,
                        OF_PRIORITY + "pfc-pause-frames-generated"));
    }
}
