package io.losslab.devices.commodity;

import com.fasterxml.jackson.databind.JsonNode;
import io.grpc.Status;
import io.losslab.api.gnmi.PathText;
import io.losslab.proto.gnmi.Encoding;
import io.losslab.proto.gnmi.GetRequest;
import io.losslab.proto.gnmi.ModelData;
import io.losslab.proto.gnmi.Path;
import io.losslab.proto.gnmi.TypedValue;
import io.losslab.proto.gnmi.Update;
import java.util.List;
import java.util.Locale;
import java.util.NavigableMap;
import java.util.Optional;
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
final class EosStandIn extends GnmiStandIn {
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

    /** A switch with some ports. */
    EosStandIn(int ports) {
        super("0.7.0", Encoding.JSON, Encoding.JSON_IETF, Encoding.ASCII);
        for (int port = 1; port <= ports; port++) {
            String at = "/interfaces/interface[name=Ethernet%d]/".formatted(port);
            for (String counter :
                    List.of("in-octets", "in-pkts", "out-octets", "out-pkts", "in-discards")) {
                counters.put(at + "state/counters/" + counter, 0L);
            }
            for (int priority = 0; priority < 8; priority++) {
                String of = "ethernet/pfc/priorities/priority[index=%d]/state/".formatted(priority);
                counters.put(at + of + "in-frames", 0L);
                counters.put(at + of + "out-frames", 0L);
            }
        }
    }

    @Override
    List<ModelData> models() {
        return List.of(
                model("openconfig-interfaces", "OpenConfig working group", "2.4.1"),
                model("openconfig-qos", "OpenConfig working group", "0.2.1"),
                model("arista-intf-augments", "Arista Networks <http://arista.com/>", ""));
    }

    @Override
    Status wrongLogin(Optional<String> user) {
        return Status.UNAUTHENTICATED.withDescription("Authentication failed");
    }

    @Override
    void requirePrefix(Path prefix) {
        if (prefix.getOrigin().equals("cli")) {
            throw invalid("CLI origin encoding should be ASCII");
        }
        if (!List.of("", "openconfig").contains(prefix.getOrigin())) {
            throw invalid("unsupported origin: " + prefix.getOrigin());
        }
    }

    @Override
    void requireKnown(Path path) {
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
    Object taken(Path path, TypedValue value) {
        String text = PathText.format(path);
        JsonNode json = JsonLeaf.read(value);
        Matcher key = KEY.matcher(text);
        if (key.matches() && json.isTextual() && json.textValue().equals(key.group(1))) {
            return json.textValue();
        }
        if (BITMAP.matcher(text).matches()
                && json.isTextual()
                && json.textValue().matches("[0-9a-fA-F]{1,2}")) {
            return Integer.toHexString(Integer.parseInt(json.textValue(), 16))
                    .toUpperCase(Locale.ROOT);
        }
        throw invalid("failed to set %s to %s".formatted(text, json));
    }

    /** Every entry has the leaf that its key refers to. */
    @Override
    void commit(NavigableMap<String, Object> candidate) {
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
    List<Update> found(Path path, GetRequest.DataType type, Encoding encoding) {
        String text = PathText.format(path);
        Object value = config.containsKey(text) ? config.get(text) : counters.get(text);
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
    long shortestNanos() {
        return 1_000_000_000;
    }
}
