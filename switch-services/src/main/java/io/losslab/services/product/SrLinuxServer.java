package io.losslab.services.product;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.google.protobuf.ByteString;
import io.losslab.api.gnmi.PathText;
import io.losslab.proto.gnmi.Encoding;
import io.losslab.proto.gnmi.GetRequest;
import io.losslab.proto.gnmi.ModelData;
import io.losslab.proto.gnmi.Path;
import io.losslab.proto.gnmi.PathElem;
import io.losslab.proto.gnmi.TypedValue;
import io.losslab.proto.gnmi.Update;
import io.losslab.services.product.PortCounter.Kind;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.OptionalInt;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Nokia SR Linux 25.3. Sources: nokia/srlinux-yang-models v25.3.1, srl_nokia-qos (leaves,
 * references to interfaces and mapping profiles, PFC excludes Ethernet flow control),
 * srl_nokia-interfaces, srl_nokia-gnmi (configuration is sent without defaults; samples in whole
 * seconds), srl_nokia-grpc (native models where a request has no origin); outputs of gnmic in
 * srl-labs' and Nokia's public labs (models by namespace, gNMI 0.10.0, encodings, module names in
 * paths, 64-bit numbers as text, origin native). Whether a key can be set as a leaf is not
 * published: here it cannot.
 */
public final class SrLinuxServer extends ProductServer {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final int PRIORITIES = 8;
    private static final String ENTRY =
            "/qos/interfaces/interface\\[interface-id=(ethernet-1/[0-9]+)\\]";
    private static final Pattern LEAF =
            Pattern.compile(
                    ENTRY
                            + "(/(interface-id|interface-ref/interface|pfc/pfc-mapping-profile"
                            + "|pfc/pfc-enable))?");
    private static final Pattern MAPPING =
            Pattern.compile("/qos/pfc-mapping-profile\\[name=([^\\]]+)\\]");
    private static final Pattern COUNTER =
            Pattern.compile(
                    "/interface\\[name=[^\\]]+\\]/statistics/(in|out)-(octets|packets)|"
                            + ENTRY
                            + "/pfc/statistics/(total-packet-pfc-discards"
                            + "|pfc-priority\\[index=[0-7]\\]/pfc-pause-frames-(received|generated))");

    /** Mapping profiles by name, as JSON. */
    private final Map<String, String> mappings = new ConcurrentSkipListMap<>();

    /** Names of ports that do Ethernet flow control, which excludes PFC. */
    private final List<String> paused = new CopyOnWriteArrayList<>();

    private final int ports;

    /**
     * A switch with some ports.
     *
     * @param hardware behind it
     */
    public SrLinuxServer(int ports, ProductHardware hardware) {
        super("0.10.0", hardware, Encoding.JSON_IETF, Encoding.PROTO, Encoding.ASCII);
        this.ports = ports;
        for (int port = 1; port <= ports; port++) {
            String at = "/interface[name=%s]/statistics/".formatted(portName(port));
            count(at + "in-octets", PortCounter.of(port, Kind.OCTETS_IN));
            count(at + "in-packets", PortCounter.of(port, Kind.PACKETS_IN));
            count(at + "out-octets", PortCounter.of(port, Kind.OCTETS_OUT));
            count(at + "out-packets", PortCounter.of(port, Kind.PACKETS_OUT));
            String pfc = at(port) + "/pfc/statistics/";
            count(pfc + "total-packet-pfc-discards", PortCounter.of(port, Kind.DISCARDS_IN));
            for (int priority = 0; priority < PRIORITIES; priority++) {
                String of = pfc + "pfc-priority[index=%d]/pfc-pause-frames-".formatted(priority);
                count(of + "received", new PortCounter(port, Kind.PAUSES_IN, priority));
                count(of + "generated", new PortCounter(port, Kind.PAUSES_OUT, priority));
            }
        }
    }

    /**
     * Makes a mapping profile, as its user does.
     *
     * @param json with the lists of its release
     */
    public void map(String name, String json) {
        mappings.put(name, json);
    }

    /** Makes a port do Ethernet flow control, as its user may have done. */
    public void pause(int port) {
        paused.add(portName(port));
    }

    /** A port that has no PFC has no statistics of it. */
    @Override
    protected boolean has(PortCounter counter) {
        return switch (counter.kind()) {
            case DISCARDS_IN, PAUSES_IN, PAUSES_OUT ->
                    config().containsKey(at(counter.port()) + "/interface-id");
            default -> true;
        };
    }

    @Override
    public String wrongLogin(String user) {
        return "invalid credentials for user " + user;
    }

    @Override
    public String portName(int port) {
        return "ethernet-1/" + port;
    }

    /** Those that the mapping profile of the port enables, if PFC is enabled there. */
    @Override
    public OptionalInt losslessPriorities(int port) {
        Map<String, Object> leaves = config();
        Object mapping = leaves.get(at(port) + "/pfc/pfc-mapping-profile");
        boolean enabled = Boolean.TRUE.equals(leaves.get(at(port) + "/pfc/pfc-enable"));
        return OptionalInt.of(
                enabled && mapping != null && mappings.containsKey(mapping.toString())
                        ? priorities(mappings.get(mapping.toString()))
                        : 0);
    }

    /** Priorities that a mapping profile of release 25.3 enables. */
    private static int priorities(String mapping) {
        int mask = 0;
        for (JsonNode queue : json(mapping).path("received-pfc-pause-frames").path("queue")) {
            if (queue.path("enable-pfc").asBoolean()) {
                mask |= 1 << queue.path("pfc-pause-frame-priority").asInt();
            }
        }
        return mask;
    }

    private String at(int port) {
        return "/qos/interfaces/interface[interface-id=%s]".formatted(portName(port));
    }

    @Override
    protected List<ModelData> models() {
        return List.of(
                model(
                        "urn:ietf:params:xml:ns:yang:ietf-yang-library:ietf-yang-library",
                        "IETF NETCONF (Network Configuration) Working Group",
                        "2019-01-04"),
                model("urn:nokia.com:srlinux:qos:qos:srl_nokia-qos", "Nokia", "2025-03-31"),
                model(
                        "http://openconfig.net/yang/vlan:openconfig-vlan",
                        "OpenConfig working group",
                        "2023-02-07"));
    }

    @Override
    protected void requirePrefix(Path prefix) {
        if (!List.of("", "native").contains(prefix.getOrigin())) {
            throw invalid("no native models in origin " + prefix.getOrigin());
        }
    }

    @Override
    protected void requireKnown(Path path) {
        String text = PathText.format(path);
        if (!LEAF.matcher(text).matches()
                && !MAPPING.matcher(text).matches()
                && !COUNTER.matcher(text).matches()) {
            throw invalid("Path not valid: " + text);
        }
    }

    @Override
    protected Object taken(Path path, TypedValue value) {
        String text = PathText.format(path);
        JsonNode json = JsonLeaf.read(value);
        Matcher leaf = LEAF.matcher(text);
        if (!leaf.matches() || leaf.group(3) == null || value.hasJsonVal()) {
            throw invalid("cannot set " + text);
        }
        boolean right =
                switch (leaf.group(3)) {
                    case "pfc/pfc-enable" -> json.isBoolean();
                    case "interface-id" -> false;
                    default -> json.isTextual();
                };
        if (!right) {
            throw invalid("%s cannot be %s".formatted(text, json));
        }
        return json.isBoolean() ? json.booleanValue() : json.textValue();
    }

    /**
     * Creates the keys of entries; refuses references to nothing and PFC together with flow
     * control.
     */
    @Override
    protected void commit(NavigableMap<String, Object> candidate) {
        for (String leaf : List.copyOf(candidate.keySet())) {
            Matcher parts = LEAF.matcher(leaf);
            if (!parts.matches()) {
                continue;
            }
            candidate.put(
                    leaf.substring(0, leaf.length() - parts.group(2).length()) + "/interface-id",
                    parts.group(1));
            Object value = candidate.get(leaf);
            boolean dangling =
                    switch (parts.group(3)) {
                        case "interface-ref/interface" -> !hasPort(String.valueOf(value));
                        case "pfc/pfc-mapping-profile" ->
                                !mappings.containsKey(String.valueOf(value));
                        default -> false;
                    };
            if (dangling) {
                throw invalid("leafref of %s: '%s' does not exist".formatted(leaf, value));
            }
            if (parts.group(3).equals("pfc/pfc-enable")
                    && value.equals(true)
                    && paused.contains(parts.group(1))) {
                throw invalid("pfc and ethernet flow-control are mutually exclusive");
            }
        }
    }

    private boolean hasPort(String name) {
        return name.matches("ethernet-1/[1-9][0-9]*")
                && Integer.parseInt(name.substring("ethernet-1/".length())) <= ports;
    }

    /** Absent leaves are left out; defaults are sent with state. */
    @Override
    protected List<Update> found(
            Path path, GetRequest.DataType type, Encoding encoding, Map<PortCounter, Long> values) {
        String text = PathText.format(path);
        Matcher mapping = MAPPING.matcher(text);
        if (mapping.matches()) {
            return mappings.containsKey(mapping.group(1))
                    ? List.of(update(path, raw(mappings.get(mapping.group(1)))))
                    : List.of();
        }
        Object value = value(text, values);
        if (value == null && text.endsWith("/pfc-enable") && type == GetRequest.DataType.ALL) {
            value = false;
        }
        return value == null ? List.of() : List.of(update(path, JsonLeaf.written(encoding, value)));
    }

    private static TypedValue raw(String json) {
        return TypedValue.newBuilder()
                .setJsonIetfVal(ByteString.copyFromUtf8(json(json).toString()))
                .build();
    }

    private static JsonNode json(String text) {
        try {
            return JSON.readTree(text);
        } catch (IOException e) {
            throw new IllegalArgumentException(text, e);
        }
    }

    /** Names begin with that of their module. */
    private static Update update(Path path, TypedValue value) {
        PathElem first = path.getElem(0);
        String module = first.getName().equals("qos") ? "srl_nokia-qos" : "srl_nokia-interfaces";
        return Update.newBuilder()
                .setPath(
                        path.toBuilder()
                                .setElem(
                                        0,
                                        first.toBuilder().setName(module + ":" + first.getName())))
                .setVal(value)
                .build();
    }

    @Override
    protected long shortestNanos() {
        return 1_000_000_000;
    }
}
