package io.losslab.devices.sonic;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.google.protobuf.ByteString;
import io.grpc.Context;
import io.grpc.Server;
import io.grpc.Status;
import io.grpc.netty.shaded.io.grpc.netty.NettyServerBuilder;
import io.grpc.stub.StreamObserver;
import io.losslab.proto.gnmi.CapabilityRequest;
import io.losslab.proto.gnmi.CapabilityResponse;
import io.losslab.proto.gnmi.Encoding;
import io.losslab.proto.gnmi.GetRequest;
import io.losslab.proto.gnmi.GetResponse;
import io.losslab.proto.gnmi.ModelData;
import io.losslab.proto.gnmi.Path;
import io.losslab.proto.gnmi.PathElem;
import io.losslab.proto.gnmi.SetRequest;
import io.losslab.proto.gnmi.SetResponse;
import io.losslab.proto.gnmi.Update;
import io.losslab.proto.gnmi.gNMIGrpc;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;

/**
 * The gNMI server in front of a stand-in, with the rules of SONiC's for origin {@code sonic-db}.
 * Source: sonic-gnmi, gnmi_server/server.go and sonic_data_client/mixed_db_client.go: what they
 * refuse, and how they make a JSON Patch of a Set.
 */
final class SonicGnmiServer extends gNMIGrpc.gNMIImplBase implements AutoCloseable {
    private static final ObjectMapper JSON = new ObjectMapper();

    private final SonicStandIn sonic;
    private final boolean writes;
    private final Server server;

    private volatile boolean outlasting;
    private volatile long secondsOfSet;

    /**
     * Starts one.
     *
     * @param writes whether it was built with native write
     */
    SonicGnmiServer(SonicStandIn sonic, boolean writes) throws IOException {
        this.sonic = sonic;
        this.writes = writes;
        this.server =
                NettyServerBuilder.forAddress(
                                new InetSocketAddress(InetAddress.getLoopbackAddress(), 0))
                        .addService(this)
                        .build()
                        .start();
    }

    int port() {
        return server.getPort();
    }

    /** From now on, a Set ends as one does that takes longer than its caller waits. */
    void outlastSets() {
        outlasting = true;
    }

    /** How long the caller of the last Set waits. */
    long secondsOfSet() {
        return secondsOfSet;
    }

    @Override
    public void capabilities(CapabilityRequest request, StreamObserver<CapabilityResponse> reply) {
        reply.onNext(
                CapabilityResponse.newBuilder()
                        .addSupportedModels(
                                ModelData.newBuilder()
                                        .setName("sonic-db")
                                        .setOrganization("SONiC")
                                        .setVersion("0.1.0"))
                        .addSupportedEncodings(Encoding.JSON_IETF)
                        .setGNMIVersion("0.7.0")
                        .build());
        reply.onCompleted();
    }

    @Override
    public void get(GetRequest request, StreamObserver<GetResponse> reply) {
        try {
            requireOrigin(request.getPrefix());
            if (!List.of(Encoding.JSON, Encoding.JSON_IETF, Encoding.PROTO)
                    .contains(request.getEncoding())) {
                throw refused(Status.UNIMPLEMENTED, "unsupported encoding");
            }
            GetResponse.Builder response = GetResponse.newBuilder();
            for (Path path : request.getPathList()) {
                List<String> names = names(path);
                JsonNode table = isOfLinks(path) ? sonic.links() : sonic.config().get(names.get(0));
                if (table == null || names.size() != 1) {
                    throw refused(
                            Status.NOT_FOUND,
                            "Failed to find CONFIG_DB %s <nil> []".formatted(names.get(0)));
                }
                response.addNotificationBuilder()
                        .addUpdateBuilder()
                        .setPath(path)
                        .getValBuilder()
                        .setJsonIetfVal(ByteString.copyFromUtf8(table.toString()));
            }
            reply.onNext(response.build());
            reply.onCompleted();
        } catch (Exception e) {
            reply.onError(e);
        }
    }

    @Override
    public void set(SetRequest request, StreamObserver<SetResponse> reply) {
        try {
            secondsOfSet = Context.current().getDeadline().timeRemaining(TimeUnit.SECONDS);
            if (outlasting) {
                throw refused(Status.DEADLINE_EXCEEDED, "context deadline exceeded");
            }
            requireOrigin(request.getPrefix());
            if (!writes) {
                throw refused(Status.UNIMPLEMENTED, "GNMI native write is disabled");
            }
            JsonNode now = sonic.config();
            ArrayNode patch = JSON.createArrayNode();
            for (Path path : request.getDeleteList()) {
                List<String> names = names(path);
                JsonNode table = now.path(names.get(0));
                boolean there =
                        names.size() == 1 ? !table.isMissingNode() : table.has(names.get(1));
                if (there) {
                    operation(patch, "remove", path);
                }
            }
            for (Update update : request.getUpdateList()) {
                if (update.getVal().getJsonIetfVal().isEmpty()) {
                    throw refused(Status.UNKNOWN, "Value encoding is not IETF JSON");
                }
                operation(patch, "add", update.getPath())
                        .set(
                                "value",
                                JSON.readTree(update.getVal().getJsonIetfVal().toStringUtf8()));
            }
            if (!patch.isEmpty()) {
                sonic.apply(patch.toString());
            }
            reply.onNext(SetResponse.getDefaultInstance());
            reply.onCompleted();
        } catch (IOException e) {
            reply.onError(Status.UNKNOWN.withDescription(e.getMessage()).asRuntimeException());
        } catch (Exception e) {
            reply.onError(e);
        }
    }

    private static ObjectNode operation(ArrayNode patch, String op, Path path) {
        return patch.addObject()
                .put("op", op)
                .put(
                        "path",
                        names(path).stream().map(name -> "/" + name).collect(Collectors.joining()));
    }

    private static void requireOrigin(Path prefix) {
        if (!prefix.getOrigin().equals("sonic-db")) {
            throw refused(Status.UNIMPLEMENTED, "Translib write is disabled");
        }
    }

    private static boolean isOfLinks(Path path) {
        return path.getElemList().stream()
                .map(PathElem::getName)
                .toList()
                .equals(List.of("APPL_DB", "localhost", "PORT_TABLE"));
    }

    private static List<String> names(Path path) {
        List<String> names = path.getElemList().stream().map(PathElem::getName).toList();
        if (names.size() < 3
                || !(names.get(0).equals("CONFIG_DB") || isOfLinks(path))
                || !names.get(1).equals("localhost")) {
            throw refused(Status.UNIMPLEMENTED, "Invalid target");
        }
        return names.subList(2, names.size());
    }

    private static RuntimeException refused(Status status, String text) {
        return status.withDescription(text).asRuntimeException();
    }

    @Override
    public void close() {
        server.shutdownNow();
    }
}
