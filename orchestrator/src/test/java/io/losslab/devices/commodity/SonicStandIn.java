package io.losslab.devices.commodity;

import io.grpc.Status;
import io.losslab.proto.gnmi.Encoding;
import io.losslab.proto.gnmi.GetRequest;
import io.losslab.proto.gnmi.ModelData;
import io.losslab.proto.gnmi.Path;
import io.losslab.proto.gnmi.TypedValue;
import io.losslab.proto.gnmi.Update;
import io.losslab.services.product.PortCounter;
import io.losslab.services.product.ProductHardware;
import io.losslab.services.product.ProductServer;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.OptionalInt;

/**
 * SONiC as built for reading. Source: sonic-net/sonic-gnmi, gnmi_server/server.go (encodings,
 * version, login, texts of refusals), sonic_data_client/mixed_db_client.go (model).
 */
final class SonicStandIn extends ProductServer {
    SonicStandIn(ProductHardware hardware) {
        super("0.7.0", hardware, Encoding.JSON, Encoding.JSON_IETF, Encoding.PROTO);
    }

    @Override
    protected List<ModelData> models() {
        return List.of(
                model("openconfig-interfaces", "OpenConfig working group", "1.0.0"),
                model("sonic-db", "SONiC", "0.1.0"));
    }

    @Override
    public String portName(int port) {
        return "Ethernet" + 4 * (port - 1);
    }

    @Override
    public OptionalInt losslessPriorities(int port) {
        return OptionalInt.empty();
    }

    @Override
    public String wrongLogin(String user) {
        return "Unauthenticated";
    }

    @Override
    protected void requirePrefix(Path prefix) {
        throw Status.UNIMPLEMENTED
                .withDescription("GNMI is in read-only mode")
                .asRuntimeException();
    }

    @Override
    protected void requireKnown(Path path) {}

    @Override
    protected Object taken(Path path, TypedValue value) {
        throw new IllegalStateException();
    }

    @Override
    protected void commit(NavigableMap<String, Object> candidate) {}

    @Override
    protected List<Update> found(
            Path path, GetRequest.DataType type, Encoding encoding, Map<PortCounter, Long> values) {
        return List.of();
    }

    @Override
    protected long shortestNanos() {
        return 0;
    }
}
