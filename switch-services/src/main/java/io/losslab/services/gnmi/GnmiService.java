package io.losslab.services.gnmi;

import com.google.protobuf.ByteString;
import io.grpc.Status;
import io.grpc.stub.ServerCallStreamObserver;
import io.grpc.stub.StreamObserver;
import io.losslab.api.rpc.Replies;
import io.losslab.proto.gnmi.CapabilityRequest;
import io.losslab.proto.gnmi.CapabilityResponse;
import io.losslab.proto.gnmi.Encoding;
import io.losslab.proto.gnmi.GetRequest;
import io.losslab.proto.gnmi.GetResponse;
import io.losslab.proto.gnmi.Notification;
import io.losslab.proto.gnmi.Path;
import io.losslab.proto.gnmi.SetRequest;
import io.losslab.proto.gnmi.SetResponse;
import io.losslab.proto.gnmi.SubscribeRequest;
import io.losslab.proto.gnmi.SubscribeResponse;
import io.losslab.proto.gnmi.TypedValue;
import io.losslab.proto.gnmi.Update;
import io.losslab.proto.gnmi.UpdateResult;
import io.losslab.proto.gnmi.gNMIGrpc;
import io.losslab.services.gnmi.tree.JsonSubtree;
import io.losslab.services.gnmi.tree.Leaf;
import io.losslab.services.gnmi.tree.OpenConfigTree;
import io.losslab.services.gnmi.tree.PathPattern;
import io.losslab.services.gnmi.tree.SwitchAccess;
import io.losslab.services.gnmi.tree.SwitchReading;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * gNMI of switches; a path's target says which is meant. Clients may leave it out (gNMI
 * specification 0.10, 2.2.2.1) and mean the first switch then. Times are those of the switches:
 * virtual nanoseconds since the start.
 */
public final class GnmiService extends gNMIGrpc.gNMIImplBase {
    private static final String VERSION = "0.10.0";
    private static final List<Encoding> ENCODINGS =
            List.of(Encoding.JSON, Encoding.JSON_IETF, Encoding.PROTO);

    private final Map<String, GnmiTarget> targets = new LinkedHashMap<>();

    /** Speaks for switches, whose names differ. */
    public GnmiService(List<? extends ManagedSwitch> switches) {
        for (ManagedSwitch device : switches) {
            targets.put(device.name(), new GnmiTarget(device));
        }
    }

    @Override
    public void capabilities(
            CapabilityRequest request, StreamObserver<CapabilityResponse> responses) {
        Replies.one(
                responses,
                () ->
                        CapabilityResponse.newBuilder()
                                .addAllSupportedModels(OpenConfigTree.MODELS)
                                .addAllSupportedEncodings(ENCODINGS)
                                .setGNMIVersion(VERSION)
                                .build());
    }

    @Override
    public void get(GetRequest request, StreamObserver<GetResponse> responses) {
        Replies.one(
                responses,
                () -> {
                    GnmiTarget target = target(request.getPrefix());
                    requireKnown(request.getEncoding());
                    return target.call(access -> read(target, access, request));
                });
    }

    @Override
    public void set(SetRequest request, StreamObserver<SetResponse> responses) {
        Replies.one(
                responses,
                () -> {
                    GnmiTarget target = target(request.getPrefix());
                    return target.call(access -> change(target, access, request));
                });
    }

    @Override
    public StreamObserver<SubscribeRequest> subscribe(StreamObserver<SubscribeResponse> responses) {
        return new SubscribeSession(
                this::target, (ServerCallStreamObserver<SubscribeResponse>) responses);
    }

    static void requireKnown(Encoding encoding) {
        if (!ENCODINGS.contains(encoding)) {
            throw Status.UNIMPLEMENTED
                    .withDescription(
                            "encoding %s is not supported; supported: %s"
                                    .formatted(encoding, ENCODINGS))
                    .asRuntimeException();
        }
    }

    /** The prefix that answers carry: the target as it was asked for. */
    static Path answerPrefix(Path asked) {
        return Path.newBuilder().setTarget(asked.getTarget()).build();
    }

    private GnmiTarget target(Path prefix) {
        String name = prefix.getTarget();
        if (name.isEmpty()) {
            return targets.values().stream()
                    .findFirst()
                    .orElseThrow(() -> Replies.notFound("this server has no switch"));
        }
        GnmiTarget byName = targets.get(name);
        if (byName != null) {
            return byName;
        }
        return targets.values().stream()
                .filter(target -> String.valueOf(target.deviceId()).equals(name))
                .findFirst()
                .orElseThrow(
                        () ->
                                Replies.notFound(
                                        "unknown target '%s'; targets: %s"
                                                .formatted(name, targets.keySet())));
    }

    private static GetResponse read(GnmiTarget target, SwitchAccess access, GetRequest request) {
        SwitchReading reading = target.read(access);
        GetResponse.Builder response = GetResponse.newBuilder();
        List<Path> paths =
                request.getPathCount() == 0
                        ? List.of(Path.getDefaultInstance())
                        : request.getPathList();
        for (Path path : paths) {
            Path absolute = GnmiTarget.absolute(request.getPrefix(), path);
            List<Leaf> leaves =
                    target.tree(access).find(absolute).stream()
                            .filter(leaf -> isOf(request.getType(), leaf))
                            .toList();
            response.addNotification(
                    Notification.newBuilder()
                            .setTimestamp(access.nowNanos())
                            .setPrefix(answerPrefix(request.getPrefix()))
                            .addAllUpdate(
                                    request.getEncoding() == Encoding.PROTO
                                            ? scalars(leaves, reading)
                                            : subtrees(absolute, leaves, reading, request)));
        }
        return response.build();
    }

    private static boolean isOf(GetRequest.DataType type, Leaf leaf) {
        return switch (type) {
            case CONFIG -> leaf.kind() == Leaf.Kind.CONFIG;
            case STATE -> leaf.kind() != Leaf.Kind.CONFIG;
            case OPERATIONAL -> leaf.kind() == Leaf.Kind.STATE || leaf.kind() == Leaf.Kind.COUNTER;
            default -> true;
        };
    }

    private static List<Update> scalars(List<Leaf> leaves, SwitchReading reading) {
        return leaves.stream()
                .map(
                        leaf ->
                                Update.newBuilder()
                                        .setPath(leaf.path())
                                        .setVal(leaf.value(reading, Encoding.PROTO))
                                        .build())
                .toList();
    }

    /** One JSON value for each place that the path stands for. */
    private static List<Update> subtrees(
            Path path, List<Leaf> leaves, SwitchReading reading, GetRequest request) {
        boolean ietf = request.getEncoding() == Encoding.JSON_IETF;
        int depth = new PathPattern(path.getElemList()).depth();
        Map<Path, JsonSubtree> byPlace = new LinkedHashMap<>();
        for (Leaf leaf : leaves) {
            int deep = depth < 0 ? leaf.path().getElemCount() : depth;
            Path place =
                    Path.newBuilder()
                            .addAllElem(leaf.path().getElemList().subList(0, deep))
                            .build();
            byPlace.computeIfAbsent(place, any -> new JsonSubtree(reading, deep, ietf)).add(leaf);
        }
        return byPlace.entrySet().stream()
                .map(
                        place -> {
                            ByteString text =
                                    ByteString.copyFromUtf8(place.getValue().value().toString());
                            TypedValue.Builder value = TypedValue.newBuilder();
                            return Update.newBuilder()
                                    .setPath(place.getKey())
                                    .setVal(
                                            ietf
                                                    ? value.setJsonIetfVal(text)
                                                    : value.setJsonVal(text))
                                    .build();
                        })
                .toList();
    }

    private static SetResponse change(GnmiTarget target, SwitchAccess access, SetRequest request) {
        SetTransaction transaction = target.begin(access);
        SetResponse.Builder response =
                SetResponse.newBuilder().setPrefix(answerPrefix(request.getPrefix()));
        if (request.getUnionReplaceCount() > 0) {
            union(transaction, request, response);
        }
        for (Path path : request.getDeleteList()) {
            Path absolute = GnmiTarget.absolute(request.getPrefix(), path);
            transaction.delete(absolute);
            response.addResponse(result(absolute, UpdateResult.Operation.DELETE));
        }
        for (Update update : request.getReplaceList()) {
            Path absolute = GnmiTarget.absolute(request.getPrefix(), update.getPath());
            transaction.replace(absolute, update.getVal());
            response.addResponse(result(absolute, UpdateResult.Operation.REPLACE));
        }
        for (Update update : request.getUpdateList()) {
            Path absolute = GnmiTarget.absolute(request.getPrefix(), update.getPath());
            transaction.update(absolute, update.getVal());
            response.addResponse(result(absolute, UpdateResult.Operation.UPDATE));
        }
        transaction.commit();
        return response.setTimestamp(access.nowNanos()).build();
    }

    private static void union(
            SetTransaction transaction, SetRequest request, SetResponse.Builder response) {
        if (request.getDeleteCount() + request.getReplaceCount() + request.getUpdateCount() > 0) {
            throw new IllegalArgumentException(
                    "a request with union_replace must not have delete, replace or update");
        }
        Map<Path, List<TypedValue>> values = new LinkedHashMap<>();
        for (Update update : request.getUnionReplaceList()) {
            Path absolute = GnmiTarget.absolute(request.getPrefix(), update.getPath());
            values.computeIfAbsent(absolute, any -> new ArrayList<>()).add(update.getVal());
            response.addResponse(result(absolute, UpdateResult.Operation.UNION_REPLACE));
        }
        transaction.unionReplace(values);
    }

    private static UpdateResult.Builder result(Path path, UpdateResult.Operation operation) {
        return UpdateResult.newBuilder().setPath(path).setOp(operation);
    }
}
