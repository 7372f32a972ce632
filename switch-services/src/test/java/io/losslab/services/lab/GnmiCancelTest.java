package io.losslab.services.lab;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.grpc.ManagedChannel;
import io.losslab.api.gnmi.PathText;
import io.losslab.api.topology.Topology;
import io.losslab.proto.gnmi.SubscribeRequest;
import io.losslab.proto.gnmi.SubscribeResponse;
import io.losslab.proto.gnmi.Subscription;
import io.losslab.proto.gnmi.SubscriptionList;
import io.losslab.proto.gnmi.SubscriptionMode;
import io.losslab.proto.gnmi.gNMIGrpc;
import io.losslab.services.control.SwitchServices;
import io.losslab.services.fabric.FabricThread;
import io.losslab.services.gnmi.GnmiService;
import io.losslab.services.gnmi.ManagedSwitch;
import io.losslab.services.gnmi.tree.SwitchAccess;
import io.losslab.softswitch.fabric.Fabric;
import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A Subscribe call that its client leaves. */
class GnmiCancelTest {
    private static final long PATIENCE_SECONDS = 60;

    private final Topology topology = TwoSites.topology();
    private final FabricThread fabric = new FabricThread(new Fabric(topology, 8));
    private final LinkedBlockingQueue<String> heard = new LinkedBlockingQueue<>();
    private LabServer server;
    private ManagedChannel channel;

    @BeforeEach
    void start() throws IOException {
        ManagedSwitch first = new SwitchServices(fabric, topology).owned().get(0).managed();
        server =
                LabServer.inProcess(
                        "cancel",
                        builder ->
                                builder.addService(
                                        new GnmiService(List.of(new Observed(first, heard)))));
        channel = server.channel();
    }

    @AfterEach
    void stop() {
        channel.shutdownNow();
        server.close();
        fabric.close();
    }

    @Test
    void costsTheSwitchNothingFromThenOn() throws InterruptedException {
        Arrivals<SubscribeRequest, SubscribeResponse> answers = new Arrivals<>();
        gNMIGrpc.newStub(channel)
                .subscribe(answers)
                .onNext(
                        SubscribeRequest.newBuilder()
                                .setSubscribe(
                                        SubscriptionList.newBuilder()
                                                .setMode(SubscriptionList.Mode.STREAM)
                                                .addSubscription(
                                                        watch("/qos", SubscriptionMode.SAMPLE))
                                                .addSubscription(
                                                        watch(
                                                                "/system/state",
                                                                SubscriptionMode.ON_CHANGE)))
                                .build());
        assertTrue(answers.next().hasUpdate());
        assertEquals(List.of("addStream", "addSampler", "addListener"), next(3));
        answers.cancel();
        assertEquals(List.of("removeStream", "removeSampler", "removeListener"), next(3));
    }

    private List<String> next(int count) throws InterruptedException {
        List<String> calls = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            calls.add(heard.poll(PATIENCE_SECONDS, TimeUnit.SECONDS));
        }
        return calls;
    }

    private static Subscription.Builder watch(String path, SubscriptionMode mode) {
        return Subscription.newBuilder().setPath(PathText.parse(path)).setMode(mode);
    }

    /** A switch of which it is known who begins and ends to listen. */
    private record Observed(ManagedSwitch of, LinkedBlockingQueue<String> heard)
            implements ManagedSwitch {
        @Override
        public String name() {
            return of.name();
        }

        @Override
        public long deviceId() {
            return of.deviceId();
        }

        @Override
        public <T> T call(Function<SwitchAccess, T> work) {
            return of.call(access -> work.apply(observed(access)));
        }

        private SwitchAccess observed(SwitchAccess access) {
            return (SwitchAccess)
                    Proxy.newProxyInstance(
                            SwitchAccess.class.getClassLoader(),
                            new Class<?>[] {SwitchAccess.class},
                            (proxy, method, arguments) -> invoke(access, method, arguments));
        }

        private Object invoke(SwitchAccess access, Method method, Object[] arguments)
                throws IllegalAccessException, InvocationTargetException {
            if (method.getName().matches("(add|remove).*")) {
                heard.add(method.getName());
            }
            return method.invoke(access, arguments);
        }
    }
}
