package io.losslab.devices.commodity;

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
import java.util.List;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * NVIDIA Cumulus Linux 5.14. Source: its user guide, "gNMI Streaming": Capabilities and Subscribe
 * (STREAM) only; encodings JSON, JSON_IETF and PROTO; models of OpenConfig; the metrics; user and
 * password of an account; in its example, a stream is in sync first and has values after an
 * interval. What it says of unknown paths is not published: here it says nothing of them.
 */
final class CumulusStandIn extends GnmiStandIn {
    private static final Pattern METRIC =
            Pattern.compile(
                    "/interfaces/interface\\[name=[^\\]]+\\]/state/counters/(in|out)-(octets|pkts|discards)"
                            + "|/qos/interfaces/interface\\[interface-id=[^\\]]+\\]"
                            + "/switch-priority\\[priority=[0-7]\\]/state/counters/(in|out)-pause-pkts");

    /** A switch with some ports. */
    CumulusStandIn(int ports) {
        super("0.10.0", Encoding.JSON, Encoding.JSON_IETF, Encoding.PROTO);
        for (int port = 1; port <= ports; port++) {
            String at = "/interfaces/interface[name=swp%d]/state/counters/".formatted(port);
            for (String counter :
                    List.of("in-octets", "in-pkts", "out-octets", "out-pkts", "in-discards")) {
                counters.put(at + counter, 0L);
            }
            for (int priority = 0; priority < 8; priority++) {
                String of =
                        "/qos/interfaces/interface[interface-id=swp%d]/switch-priority[priority=%d]/state/counters/"
                                .formatted(port, priority);
                counters.put(of + "in-pause-pkts", 0L);
                counters.put(of + "out-pause-pkts", 0L);
            }
        }
    }

    @Override
    List<ModelData> models() {
        return List.of(
                model("openconfig-ospf-types", "OpenConfig working group", "0.1.3"),
                model("openconfig-platform-fabric", "OpenConfig working group", "0.1.0"));
    }

    @Override
    Status wrongLogin(Optional<String> user) {
        return Status.UNAUTHENTICATED.withDescription("unauthorized");
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
    void requirePrefix(Path prefix) {
        if (!prefix.getOrigin().isEmpty()) {
            throw invalid("unsupported origin: " + prefix.getOrigin());
        }
    }

    @Override
    void requireKnown(Path path) {}

    @Override
    Object taken(Path path, TypedValue value) {
        throw new IllegalStateException();
    }

    @Override
    void commit(NavigableMap<String, Object> candidate) {
        throw new IllegalStateException();
    }

    @Override
    List<Update> found(Path path, GetRequest.DataType type, Encoding encoding) {
        String text = PathText.format(path);
        return METRIC.matcher(text).matches() && counters.containsKey(text)
                ? List.of(
                        Update.newBuilder()
                                .setPath(path)
                                .setVal(JsonLeaf.written(encoding, counters.get(text)))
                                .build())
                : List.of();
    }

    @Override
    long shortestNanos() {
        return 1_000_000_000;
    }

    @Override
    boolean beginsWithValues() {
        return false;
    }
}
