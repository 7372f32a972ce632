package io.losslab.devices.commodity;

import io.grpc.Status;
import io.losslab.proto.gnmi.Encoding;
import io.losslab.proto.gnmi.GetRequest;
import io.losslab.proto.gnmi.ModelData;
import io.losslab.proto.gnmi.Path;
import io.losslab.proto.gnmi.TypedValue;
import io.losslab.proto.gnmi.Update;
import java.util.List;
import java.util.NavigableMap;
import java.util.Optional;

/**
 * SONiC as built for reading. Source: sonic-net/sonic-gnmi, gnmi_server/server.go (encodings,
 * version, login, texts of refusals), sonic_data_client/mixed_db_client.go (model).
 */
final class SonicStandIn extends GnmiStandIn {
    SonicStandIn() {
        super("0.7.0", Encoding.JSON, Encoding.JSON_IETF, Encoding.PROTO);
    }

    @Override
    List<ModelData> models() {
        return List.of(
                model("openconfig-interfaces", "OpenConfig working group", "1.0.0"),
                model("sonic-db", "SONiC", "0.1.0"));
    }

    @Override
    Status wrongLogin(Optional<String> user) {
        return Status.UNAUTHENTICATED.withDescription("Unauthenticated");
    }

    @Override
    void requirePrefix(Path prefix) {
        throw Status.UNIMPLEMENTED
                .withDescription("GNMI is in read-only mode")
                .asRuntimeException();
    }

    @Override
    void requireKnown(Path path) {}

    @Override
    Object taken(Path path, TypedValue value) {
        throw new IllegalStateException();
    }

    @Override
    void commit(NavigableMap<String, Object> candidate) {}

    @Override
    List<Update> found(Path path, GetRequest.DataType type, Encoding encoding) {
        return List.of();
    }

    @Override
    long shortestNanos() {
        return 0;
    }
}
