package io.losslab.services.product;

import io.grpc.Status;
import io.grpc.stub.StreamObserver;
import io.losslab.api.gnmi.PathText;
import io.losslab.proto.gnmi.Encoding;
import io.losslab.proto.gnmi.GetRequest;
import io.losslab.proto.gnmi.GetResponse;
import io.losslab.proto.gnmi.ModelData;
import io.losslab.proto.gnmi.Path;
import io.losslab.proto.gnmi.SetRequest;
import io.losslab.proto.gnmi.SetResponse;
import io.losslab.proto.gnmi.TypedValue;
import io.losslab.proto.gnmi.Update;
import io.losslab.services.product.PortCounter.Kind;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.OptionalInt;
import java.util.regex.Pattern;

/**
 * NVIDIA Cumulus Linux 5.14. Source: its user guide, "gNMI Streaming": Capabilities and Subscribe
 * (STREAM) only; encodings JSON, JSON_IETF and PROTO; models of OpenConfig; the metrics; user and
 * password of an account; in its example, a stream is in sync first and has values after an
 * interval. What it says of unknown paths is not published: here it says nothing of them.
 */
public final class CumulusServer extends ProductServer {
    private static final int PRIORITIES = 8;
    private static final Pattern METRIC =
            Pattern.compile(
                    "/interfaces/interface\\[name=[^\\]]+\\]/state/counters/(in|out)-(octets|pkts|discards)"
                            + "|/qos/interfaces/interface\\[interface-id=[^\\]]+\\]"
                            + "/switch-priority\\[priority=[0-7]\\]/state/counters/(in|out)-pause-pkts");

    /**
     * A switch with some ports.
     *
     * @param hardware behind it
     */
    public CumulusServer(int ports, ProductHardware hardware) {
        super("0.10.0", hardware, Encoding.JSON, Encoding.JSON_IETF, Encoding.PROTO);
        for (int port = 1; port <= ports; port++) {
            String name = portName(port);
            String at = "/interfaces/interface[name=%s]/state/counters/".formatted(name);
            InterfaceCounters.add(this, at, port);
            for (int priority = 0; priority < PRIORITIES; priority++) {
                String of =
                        "/qos/interfaces/interface[interface-id=%s]/switch-priority[priority=%d]/state/counters/"
                                .formatted(name, priority);
                count(of + "in-pause-pkts", new PortCounter(port, Kind.PAUSES_IN, priority));
                count(of + "out-pause-pkts", new PortCounter(port, Kind.PAUSES_OUT, priority));
            }
        }
    }

    @Override
    public String wrongLogin(String user) {
        return "unauthorized";
    }

    @Override
    public String portName(int port) {
        return "swp" + port;
    }

    @Override
    public OptionalInt losslessPriorities(int port) {
        return OptionalInt.empty();
    }

    @Override
    protected List<ModelData> models() {
        return List.of(
                model("openconfig-ospf-types", "OpenConfig working group", "0.1.3"),
                model("openconfig-platform-fabric", "OpenConfig working group", "0.1.0"));
    }

    @Override
    public void get(GetRequest request, StreamObserver<GetResponse> reply) {
        reply.onError(Status.UNIMPLEMENTED.withDescription("Get").asRuntimeException());
    }

    @Override
    public void set(SetRequest request, StreamObserver<SetResponse> reply) {
        reply.onError(Status.UNIMPLEMENTED.withDescription("Set").asRuntimeException());
    }

    @Override
    protected void requirePrefix(Path prefix) {
        if (!prefix.getOrigin().isEmpty()) {
            throw invalid("unsupported origin: " + prefix.getOrigin());
        }
    }

    @Override
    protected void requireKnown(Path path) {}

    @Override
    protected Object taken(Path path, TypedValue value) {
        throw new IllegalStateException();
    }

    @Override
    protected void commit(NavigableMap<String, Object> candidate) {
        throw new IllegalStateException();
    }

    @Override
    protected List<Update> found(
            Path path, GetRequest.DataType type, Encoding encoding, Map<PortCounter, Long> values) {
        String text = PathText.format(path);
        Object value = value(text, values);
        return METRIC.matcher(text).matches() && value != null
                ? List.of(
                        Update.newBuilder()
                                .setPath(path)
                                .setVal(JsonLeaf.written(encoding, value))
                                .build())
                : List.of();
    }

    @Override
    protected long shortestNanos() {
        return 1_000_000_000;
    }

    @Override
    protected boolean beginsWithValues() {
        return false;
    }
}
