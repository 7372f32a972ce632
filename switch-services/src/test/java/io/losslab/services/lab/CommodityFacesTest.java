package io.losslab.services.lab;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.grpc.InsecureChannelCredentials;
import io.grpc.InsecureServerCredentials;
import io.grpc.ManagedChannel;
import io.grpc.Status;
import io.grpc.netty.shaded.io.grpc.netty.NettyChannelBuilder;
import io.grpc.stub.StreamObserver;
import io.losslab.api.gnmi.PathText;
import io.losslab.proto.gnmi.Encoding;
import io.losslab.proto.gnmi.GetRequest;
import io.losslab.proto.gnmi.Path;
import io.losslab.proto.gnmi.SubscribeRequest;
import io.losslab.proto.gnmi.SubscribeResponse;
import io.losslab.proto.gnmi.Subscription;
import io.losslab.proto.gnmi.SubscriptionList;
import io.losslab.proto.gnmi.SubscriptionMode;
import io.losslab.proto.gnmi.gNMIGrpc;
import io.losslab.proto.v1.ResetRequest;
import io.losslab.proto.v1.RunUntilRequest;
import io.losslab.proto.v1.SwitchConfig;
import io.losslab.proto.v1.VirtualClockGrpc;
import io.losslab.services.commodity.CommodityFaces;
import io.losslab.services.commodity.Installation;
import io.losslab.services.commodity.Product;
import io.losslab.services.control.BaseSettings;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Switches of a lab as commodity switches, over their gNMI. */
class CommodityFacesTest {
    private static final String OCTETS =
            "/interfaces/interface[name=Ethernet1]/state/counters/in-octets";
    private static final long SECOND = 1_000_000_000;

    private CommodityFaces faces;
    private VirtualLab lab;
    private ManagedChannel toLab;
    private ManagedChannel toSwitch;

    @AfterEach
    void stop() {
        toLab.shutdownNow();
        toSwitch.shutdownNow();
        lab.close();
    }

    @Test
    void streamsOfAProductEndWhereTheLabIsReset() throws Exception {
        serve(Product.EOS, 8);
        Arrivals<SubscribeRequest, SubscribeResponse> samples = new Arrivals<>();
        StreamObserver<SubscribeRequest> requests = subscribe(samples);
        requests.onNext(list(SubscriptionMode.SAMPLE, SECOND));
        assertTrue(samples.next().hasUpdate());
        reset(8);
        TwoSites.assertReset(samples);
    }

    @Test
    void aClientOfAProductThatWillAskNoMoreGetsItsSamples() throws Exception {
        serve(Product.EOS, 8);
        Arrivals<SubscribeRequest, SubscribeResponse> samples = new Arrivals<>();
        StreamObserver<SubscribeRequest> requests = subscribe(samples);
        requests.onNext(list(SubscriptionMode.SAMPLE, 0));
        requests.onCompleted();
        assertEquals(0, samples.next().getUpdate().getTimestamp());
        assertTrue(samples.next().getSyncResponse());
        runUntil(SECOND);
        assertEquals(SECOND, samples.next().getUpdate().getTimestamp());
    }

    @Test
    void whatAProductDoesNotSampleIsRefusedWithTheReason() throws Exception {
        serve(Product.EOS, 8);
        assertEquals(
                "unsupported subscription mode: TARGET_DEFINED",
                refusal(list(SubscriptionMode.TARGET_DEFINED, SECOND)));
        assertEquals(
                "unsupported sample interval: 1000", refusal(list(SubscriptionMode.SAMPLE, 1_000)));
        SubscribeRequest good = list(SubscriptionMode.SAMPLE, SECOND);
        assertEquals("a stream accepts only one SubscriptionList", refusal(good, good));
    }

    @Test
    void theTreeHasTheQueuesOfTheLabOfTheMoment() throws Exception {
        serve(Product.LOSSLAB, 32);
        assertEquals(32, queues());
        reset(8);
        assertEquals(8, queues());
        reset(16);
        assertEquals(16, queues());
    }

    private long queues() {
        Path all =
                PathText.parse(
                        "/qos/interfaces/interface[interface-id=Ethernet1]/output/queues/queue/name");
        return gNMIGrpc.newBlockingStub(toSwitch)
                .get(GetRequest.newBuilder().setEncoding(Encoding.PROTO).addPath(all).build())
                .getNotification(0)
                .getUpdateCount();
    }

    private String refusal(SubscribeRequest... all) throws InterruptedException {
        Arrivals<SubscribeRequest, SubscribeResponse> answers = new Arrivals<>();
        StreamObserver<SubscribeRequest> requests = subscribe(answers);
        for (SubscribeRequest each : all) {
            requests.onNext(each);
        }
        Status end = answers.end();
        assertEquals(Status.Code.INVALID_ARGUMENT, end.getCode());
        return end.getDescription();
    }

    private StreamObserver<SubscribeRequest> subscribe(
            Arrivals<SubscribeRequest, SubscribeResponse> answers) {
        return gNMIGrpc.newStub(toSwitch).subscribe(answers);
    }

    private static SubscribeRequest list(SubscriptionMode mode, long intervalNanos) {
        return SubscribeRequest.newBuilder()
                .setSubscribe(
                        SubscriptionList.newBuilder()
                                .setEncoding(Encoding.JSON)
                                .addSubscription(
                                        Subscription.newBuilder()
                                                .setPath(PathText.parse(OCTETS))
                                                .setMode(mode)
                                                .setSampleInterval(intervalNanos)))
                .build();
    }

    private void serve(Product product, int dataQueues) throws IOException {
        InetAddress here = InetAddress.getLoopbackAddress();
        BaseSettings base =
                new BaseSettings(
                        SwitchConfig.newBuilder().setBufferBytes(TwoSites.BUFFER).build(),
                        Map.of());
        Installation plain = new Installation(base, Map.of(), Set.of(), Optional.empty());
        faces = CommodityFaces.start(TwoSites.topology(), product, node -> plain, here, 0);
        lab =
                VirtualLab.start(
                        TwoSites.topology(),
                        dataQueues,
                        new InetSocketAddress(here, 0),
                        InsecureServerCredentials.create(),
                        faces);
        toLab = channel(lab.port());
        toSwitch = channel(faces.port("M"));
    }

    private void reset(int dataQueues) {
        VirtualClockGrpc.newBlockingStub(toLab)
                .reset(ResetRequest.newBuilder().setDataQueues(dataQueues).build());
    }

    private void runUntil(long nanos) {
        VirtualClockGrpc.newBlockingStub(toLab)
                .runUntil(RunUntilRequest.newBuilder().setUntilNs(nanos).build())
                .forEachRemaining(time -> {});
    }

    private static ManagedChannel channel(int port) {
        return NettyChannelBuilder.forAddress(
                        new InetSocketAddress(InetAddress.getLoopbackAddress(), port),
                        InsecureChannelCredentials.create())
                .build();
    }
}
