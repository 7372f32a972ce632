package io.losslab.driver.gnmi;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.protobuf.ByteString;
import io.grpc.InsecureServerCredentials;
import io.grpc.Metadata;
import io.grpc.Server;
import io.grpc.ServerCall;
import io.grpc.ServerCallHandler;
import io.grpc.ServerInterceptor;
import io.grpc.Status;
import io.grpc.netty.shaded.io.grpc.netty.NettyServerBuilder;
import io.grpc.stub.StreamObserver;
import io.losslab.api.gnmi.PathText;
import io.losslab.api.rpc.ChannelSecurity;
import io.losslab.api.rpc.DeviceAddress;
import io.losslab.driver.DeviceChannel;
import io.losslab.driver.DeviceException;
import io.losslab.proto.gnmi.Encoding;
import io.losslab.proto.gnmi.GetRequest;
import io.losslab.proto.gnmi.GetResponse;
import io.losslab.proto.gnmi.Notification;
import io.losslab.proto.gnmi.Path;
import io.losslab.proto.gnmi.PathElem;
import io.losslab.proto.gnmi.SubscribeRequest;
import io.losslab.proto.gnmi.SubscribeResponse;
import io.losslab.proto.gnmi.TypedValue;
import io.losslab.proto.gnmi.Update;
import io.losslab.proto.gnmi.gNMIGrpc;
import io.losslab.proto.v1.Counter;
import io.losslab.proto.v1.CounterSamples;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What systems require of requests, towards a server that shows what it was sent. */
class GnmiDialectTest {
    private static final GnmiDialect NATIVE =
            GnmiDialect.of(Encoding.JSON_IETF)
                    .in("native")
                    .withModuleNames()
                    .withSettings(GetRequest.DataType.CONFIG);

    private final List<GetRequest> asked = new CopyOnWriteArrayList<>();
    private final List<Metadata> headers = new CopyOnWriteArrayList<>();
    private volatile Status refusal = Status.OK;
    private volatile String json = "{\"nokia:enable\": true}";
    private volatile TypedValue streamed = TypedValue.newBuilder().setUintVal(100).build();
    private Server server;
    private DeviceChannel channel;

    @BeforeEach
    void start() throws IOException {
        server =
                NettyServerBuilder.forAddress(
                                new InetSocketAddress(InetAddress.getLoopbackAddress(), 0),
                                InsecureServerCredentials.create())
                        .intercept(new Listener())
                        .addService(new Service())
                        .build()
                        .start();
        channel =
                DeviceChannel.open(
                        "leaf1",
                        new DeviceAddress("127.0.0.1", server.getPort()),
                        ChannelSecurity.plaintext(),
                        Duration.ofSeconds(10));
    }

    @AfterEach
    void stop() {
        channel.close();
        server.shutdownNow();
    }

    @Test
    void requestsCarryOriginEncodingAndType() {
        new GnmiClient(channel, NATIVE).settings(List.of(PathText.parse("/qos/pfc")));
        assertEquals("native", asked.get(0).getPrefix().getOrigin());
        assertEquals("", asked.get(0).getPrefix().getTarget());
        assertEquals(Encoding.JSON_IETF, asked.get(0).getEncoding());
        assertEquals(GetRequest.DataType.CONFIG, asked.get(0).getType());
    }

    @Test
    void namesOfModulesAreRemovedWhereASystemWritesThem() {
        List<String> paths = List.of("/qos/pfc");
        assertEquals("/qos/pfc/enable", new GnmiClient(channel, NATIVE).get(paths).get(0).path());
        assertEquals(
                "/nokia:qos/pfc/enable",
                new GnmiClient(channel, GnmiDialect.of(Encoding.JSON_IETF))
                        .get(paths)
                        .get(0)
                        .path());
    }

    @Test
    void aSettingThatIsNotThereDoesNotHideTheOthers() {
        List<GnmiUpdate> found =
                new GnmiClient(channel, NATIVE)
                        .settings(List.of(PathText.parse("/absent"), PathText.parse("/qos/pfc")));
        assertEquals(List.of("/qos/pfc/enable"), found.stream().map(GnmiUpdate::path).toList());
        assertEquals(3, asked.size());
    }

    @Test
    void everyCallCarriesTheLogin() {
        GnmiClient client =
                new GnmiClient(channel.through(new GnmiLogin("admin", "s3cret!")), NATIVE);
        client.get(List.of("/qos/pfc"));
        assertEquals(1, headers.size());
        assertEquals("admin", headers.get(0).get(key("username")));
        assertEquals("s3cret!", headers.get(0).get(key("password")));
    }

    @Test
    void aRefusalThatRepeatsThePasswordLosesIt() {
        refusal = Status.UNAUTHENTICATED.withDescription("no user admin with password s3cret!");
        GnmiLogin login = new GnmiLogin("admin", "s3cret!");
        GnmiClient client = new GnmiClient(channel.through(login), NATIVE);
        DeviceException refused =
                assertThrows(DeviceException.class, () -> client.get(List.of("/qos/pfc")));
        assertEquals(
                "leaf1 (127.0.0.1:%d): Get is not permitted (no user admin with password ***);"
                                .formatted(server.getPort())
                        + " check user, password, certificate, and rights",
                refused.getMessage());
        for (Throwable e = refused; e != null; e = e.getCause()) {
            assertFalse(String.valueOf(e.getMessage()).contains("s3cret!"), e::toString);
        }
        assertFalse(login.toString().contains("s3cret!"));
    }

    @Test
    void aLoginThatMetadataCannotCarryIsRefused() {
        assertThrows(IllegalArgumentException.class, () -> new GnmiLogin("admin", ""));
        assertThrows(IllegalArgumentException.class, () -> new GnmiLogin("admin", "pass\nword"));
        assertThrows(IllegalArgumentException.class, () -> new GnmiLogin("b\u00e9a", "x"));
    }

    @Test
    void withoutGetValuesComeFromAStream() {
        GnmiClient client = new GnmiClient(channel, GnmiDialect.of(Encoding.PROTO).withoutGet());
        CounterPaths paths =
                CounterPaths.of(
                        Map.of(Counter.RX_BYTES, "/interface[name={port}]/in"),
                        Map.of(
                                Counter.RX_PAUSE_FRAMES,
                                "/interface[name={port}]/pfc[index={priority}]/in{priority}"));
        CounterSamples rows =
                new GnmiCounters(client, paths, Map.of("swp1", 7), paths.known()).read();
        List<String> told = new ArrayList<>();
        for (int row = 0; row < rows.getTimeNsCount(); row++) {
            told.add(
                    "%d %d %s %d"
                            .formatted(
                                    rows.getPort(row),
                                    rows.getQueue(row),
                                    rows.getCounter(row),
                                    rows.getValue(row)));
        }
        assertEquals(10, told.size(), told::toString);
        assertEquals("7 -1 RX_BYTES 100", told.get(0));
        assertEquals("7 3 RX_PAUSE_FRAMES 3", told.get(4));
        assertEquals("7 -1 RX_PAUSE_FRAMES 28", told.get(9));
        assertEquals(List.of(), asked);
    }

    @Test
    void aStreamThatBringsNothingIsAnError() {
        DeviceChannel hasty =
                DeviceChannel.open(
                        "leaf1",
                        new DeviceAddress("127.0.0.1", server.getPort()),
                        ChannelSecurity.plaintext(),
                        Duration.ofMillis(300));
        try (hasty) {
            GnmiClient client = new GnmiClient(hasty, GnmiDialect.of(Encoding.PROTO).withoutGet());
            String message =
                    assertThrows(DeviceException.class, () -> client.get(List.of("/absent")))
                            .getMessage();
            assertEquals(
                    "leaf1 (127.0.0.1:%d): Subscribe brought none of 1 values within 0.3 s; check"
                                    .formatted(server.getPort())
                            + " the names of its ports, and that its telemetry is enabled",
                    message);
        }
    }

    @Test
    void anAnswerThatIsNoJsonIsAnErrorOfTheDevice() {
        json = "<html>";
        GnmiClient client = new GnmiClient(channel, NATIVE);
        String message =
                assertThrows(DeviceException.class, () -> client.get(List.of("/qos/pfc")))
                        .getMessage();
        assertEquals(
                "leaf1 (127.0.0.1:%d): what it sent cannot be read: /qos/pfc is not valid JSON: Unexpected character ('<' (code 60)): expected a valid value (JSON String, Number, Array, Object or token 'null', 'true' or 'false'); check that its address is that of a gNMI server, and the server's log"
                        .formatted(server.getPort()),
                message);
    }

    @Test
    void aStreamThatBringsNoJsonEndsWithAnErrorOfTheDevice() {
        streamed = json("<html>");
        GnmiClient client = new GnmiClient(channel, GnmiDialect.of(Encoding.PROTO).withoutGet());
        String message =
                assertThrows(DeviceException.class, () -> client.get(List.of("/qos/in")))
                        .getMessage();
        assertTrue(message.contains("cannot be read: /qos/in is not valid JSON"), message);
    }

    @Test
    void aCounterThatIsNoNumberIsAnErrorOfTheDevice() {
        streamed = json("\"many\"");
        GnmiClient client = new GnmiClient(channel, GnmiDialect.of(Encoding.PROTO).withoutGet());
        CounterPaths paths =
                CounterPaths.of(Map.of(Counter.RX_BYTES, "/interface[name={port}]/in"), Map.of());
        GnmiCounters counters = new GnmiCounters(client, paths, Map.of("swp1", 7), paths.known());
        String message = assertThrows(DeviceException.class, counters::read).getMessage();
        assertTrue(
                message.contains(
                        "what it sent cannot be read: /interface[name=swp1]/in is not a number:"
                                + " many;"),
                message);
    }

    private static TypedValue json(String text) {
        return TypedValue.newBuilder().setJsonVal(ByteString.copyFromUtf8(text)).build();
    }

    private static Metadata.Key<String> key(String name) {
        return Metadata.Key.of(name, Metadata.ASCII_STRING_MARSHALLER);
    }

    private final class Listener implements ServerInterceptor {
        @Override
        public <Q, R> ServerCall.Listener<Q> interceptCall(
                ServerCall<Q, R> call, Metadata sent, ServerCallHandler<Q, R> next) {
            headers.add(sent);
            return next.startCall(call, sent);
        }
    }

    /** Knows {@code /qos/pfc}; streams 100 of leaf {@code in}, and 3 of {@code in3}. */
    private final class Service extends gNMIGrpc.gNMIImplBase {
        @Override
        public void get(GetRequest request, StreamObserver<GetResponse> reply) {
            asked.add(request);
            if (!refusal.isOk()) {
                reply.onError(refusal.asRuntimeException());
                return;
            }
            if (request.getPathList().stream().anyMatch(GnmiDialectTest::isAbsent)) {
                reply.onError(Status.NOT_FOUND.asRuntimeException());
                return;
            }
            Path path =
                    Path.newBuilder()
                            .addElem(PathElem.newBuilder().setName("nokia:qos"))
                            .addElem(PathElem.newBuilder().setName("pfc"))
                            .build();
            TypedValue value =
                    TypedValue.newBuilder().setJsonIetfVal(ByteString.copyFromUtf8(json)).build();
            reply.onNext(
                    GetResponse.newBuilder()
                            .addNotification(
                                    Notification.newBuilder()
                                            .addUpdate(
                                                    Update.newBuilder()
                                                            .setPath(path)
                                                            .setVal(value)))
                            .build());
            reply.onCompleted();
        }

        @Override
        public StreamObserver<SubscribeRequest> subscribe(StreamObserver<SubscribeResponse> reply) {
            return new StreamObserver<>() {
                @Override
                public void onNext(SubscribeRequest request) {
                    reply.onNext(SubscribeResponse.newBuilder().setSyncResponse(true).build());
                    request.getSubscribe().getSubscriptionList().stream()
                            .map(io.losslab.proto.gnmi.Subscription::getPath)
                            .filter(path -> !isAbsent(path))
                            .forEach(path -> reply.onNext(told(path)));
                }

                @Override
                public void onError(Throwable cancelled) {}

                @Override
                public void onCompleted() {}
            };
        }
    }

    private static boolean isAbsent(Path path) {
        return path.getElem(0).getName().equals("absent");
    }

    private SubscribeResponse told(Path path) {
        String last = path.getElem(path.getElemCount() - 1).getName();
        TypedValue value =
                last.equals("in")
                        ? streamed
                        : TypedValue.newBuilder()
                                .setUintVal(Long.parseLong(last.substring(2)))
                                .build();
        return SubscribeResponse.newBuilder()
                .setUpdate(
                        Notification.newBuilder()
                                .setTimestamp(5)
                                .addUpdate(Update.newBuilder().setPath(path).setVal(value)))
                .build();
    }
}
