package io.losslab.services.product;

import com.fasterxml.jackson.databind.JsonNode;
import io.grpc.Status;
import io.losslab.api.gnmi.PathText;
import io.losslab.proto.gnmi.Encoding;
import io.losslab.proto.gnmi.GetRequest;
import io.losslab.proto.gnmi.ModelData;
import io.losslab.proto.gnmi.Path;
import io.losslab.proto.gnmi.TypedValue;
import io.losslab.proto.gnmi.Update;
import io.losslab.services.product.PortCounter.Kind;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.NavigableMap;
import java.util.OptionalInt;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Arista EOS. Sources: aristanetworks/yang, EOS-4.36.1F, pathreport.csv (paths and access),
 * arista-qos-augments (bitmap: one or two hexadecimal digits), openconfig-qos (an entry's key is
 * that of its config); arista-netdevops-community/gnmi_demo_with_arista_eos (models, encodings);
 * aristanetworks/goarista issue 26 (texts of an unknown path and of a wrong login); karimra/gnmic
 * issue 399 (origin cli). Bitmaps are sent in capitals without leading zeros here, since no source
 * says how they are.
 */
public final class EosServer extends ProductServer {
    private static final int PRIORITIES = 8;
    private static final int HEX = 16;
    private static final String NAME = "\\[%s=(Ethernet[1-9][0-9]*)\\]";
    private static final String QOS = "/qos/interfaces/interface" + NAME.formatted("interface-id");
    private static final Pattern ENTRY = Pattern.compile(QOS);
    private static final Pattern KEY = Pattern.compile(QOS + "/config/interface-id");
    private static final Pattern BITMAP =
            Pattern.compile(QOS + "/output/pfc/config/priorities-no-drop");
    private static final Pattern COUNTER =
            Pattern.compile(
                    "/interfaces/interface"
                            + NAME.formatted("name")
                            + "/(state/counters/(in|out)-(octets|pkts|discards)"
                            + "|ethernet/pfc/priorities/priority\\[index=[0-7]\\]/state/(in|out)-frames)");

    /**
     * A switch with some ports.
     *
     * @param hardware behind it
     */
    public EosServer(int ports, ProductHardware hardware) {
        super("0.7.0", hardware, Encoding.JSON, Encoding.JSON_IETF, Encoding.ASCII);
        for (int port = 1; port <= ports; port++) {
            String at = "/interfaces/interface[name=%s]/".formatted(portName(port));
            InterfaceCounters.add(this, at + "state/counters/", port);
            for (int priority = 0; priority < PRIORITIES; priority++) {
                String of = "ethernet/pfc/priorities/priority[index=%d]/state/".formatted(priority);
                count(at + of + "in-frames", new PortCounter(port, Kind.PAUSES_IN, priority));
                count(at + of + "out-frames", new PortCounter(port, Kind.PAUSES_OUT, priority));
            }
        }
    }

    @Override
    public String wrongLogin(String user) {
        return "Authentication failed";
    }

    @Override
    public String portName(int port) {
        return "Ethernet" + port;
    }

    @Override
    public OptionalInt losslessPriorities(int port) {
        Object bitmap =
                config().get(
                                "/qos/interfaces/interface[interface-id=%s]/output/pfc/config/priorities-no-drop"
                                        .formatted(portName(port)));
        return OptionalInt.of(bitmap == null ? 0 : Integer.parseInt(bitmap.toString(), HEX));
    }

    @Override
    protected List<ModelData> models() {
        return List.of(
                model("openconfig-interfaces", "OpenConfig working group", "2.4.1"),
                model("openconfig-qos", "OpenConfig working group", "0.2.1"),
                model("arista-intf-augments", "Arista Networks <http://arista.com/>", ""));
    }

    @Override
    protected void requirePrefix(Path prefix) {
        if (prefix.getOrigin().equals("cli")) {
            throw invalid("CLI origin encoding should be ASCII");
        }
        if (!List.of("", "openconfig").contains(prefix.getOrigin())) {
            throw invalid("unsupported origin: " + prefix.getOrigin());
        }
    }

    @Override
    protected void requireKnown(Path path) {
        String text = PathText.format(path);
        if (!ENTRY.matcher(text).matches()
                && !KEY.matcher(text).matches()
                && !BITMAP.matcher(text).matches()
                && !COUNTER.matcher(text).matches()) {
            throw invalid(
                    "path invalid: failed to access node \"%s\" in node \"%s\""
                            .formatted(
                                    path.getElem(path.getElemCount() - 1).getName(),
                                    path.getElemCount() < 2
                                            ? ""
                                            : path.getElem(path.getElemCount() - 2).getName()));
        }
    }

    @Override
    protected Object taken(Path path, TypedValue value) {
        String text = PathText.format(path);
        JsonNode json = JsonLeaf.read(value);
        Matcher key = KEY.matcher(text);
        if (key.matches() && json.isTextual() && json.textValue().equals(key.group(1))) {
            return json.textValue();
        }
        if (BITMAP.matcher(text).matches()
                && json.isTextual()
                && json.textValue().matches("[0-9a-fA-F]{1,2}")) {
            return Integer.toHexString(Integer.parseInt(json.textValue(), HEX))
                    .toUpperCase(Locale.ROOT);
        }
        throw invalid("failed to set %s to %s".formatted(text, json));
    }

    /** Every entry has the leaf that its key refers to. */
    @Override
    protected void commit(NavigableMap<String, Object> candidate) {
        for (String leaf : candidate.keySet()) {
            Matcher entry = Pattern.compile("(" + QOS + ")/.*").matcher(leaf);
            if (entry.matches()
                    && !candidate.containsKey(entry.group(1) + "/config/interface-id")) {
                throw invalid("leafref of the key of " + entry.group(1) + " points to nothing");
            }
        }
    }

    /** A leaf that is not there is not found (gNMI specification, 3.3.4). */
    @Override
    protected List<Update> found(
            Path path, GetRequest.DataType type, Encoding encoding, Map<PortCounter, Long> values) {
        String text = PathText.format(path);
        Object value = value(text, values);
        if (value == null) {
            throw Status.NOT_FOUND.withDescription(text + " not found").asRuntimeException();
        }
        return List.of(
                Update.newBuilder()
                        .setPath(path)
                        .setVal(JsonLeaf.written(encoding, value))
                        .build());
    }

    @Override
    protected long shortestNanos() {
        return 1_000_000_000;
    }
}
