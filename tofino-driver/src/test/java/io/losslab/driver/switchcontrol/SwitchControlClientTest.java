package io.losslab.driver.switchcontrol;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.grpc.Status;
import io.grpc.stub.ServerCallStreamObserver;
import io.grpc.stub.StreamObserver;
import io.losslab.driver.DeviceException;
import io.losslab.driver.LoopbackServer;
import io.losslab.proto.v1.Counter;
import io.losslab.proto.v1.CounterSamples;
import io.losslab.proto.v1.EcmpConfig;
import io.losslab.proto.v1.GetCountersRequest;
import io.losslab.proto.v1.GetSwitchRequest;
import io.losslab.proto.v1.NamedScheme;
import io.losslab.proto.v1.PortFlowControl;
import io.losslab.proto.v1.QueueEvent;
import io.losslab.proto.v1.QueueEvents;
import io.losslab.proto.v1.SwitchConfig;
import io.losslab.proto.v1.SwitchControlGrpc;
import io.losslab.proto.v1.WatchCountersRequest;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class SwitchControlClientTest {
    private static final SwitchConfig CONFIG =
            SwitchConfig.newBuilder()
                    .setBufferBytes(64_000_000)
                    .setEcmp(EcmpConfig.newBuilder().setHash(EcmpConfig.Hash.FNV1A).setSeed(7))
                    .addPorts(pfc(2, 6_000_000))
                    .addPorts(pfc(1, 6_000_000))
                    .build();

    private final Switch device = new Switch();
    private final LoopbackServer server = new LoopbackServer(device);
    private final SwitchControlClient client = new SwitchControlClient(server.channel(), 3);

    @AfterEach
    void stop() throws InterruptedException {
        server.stop();
    }

    @Test
    void whatIsInForceMayBeMoreThanIsWantedAndInAnotherOrder() {
        SwitchConfig more =
                CONFIG.toBuilder()
                        .clearPorts()
                        .addPorts(pfc(1, 6_000_000))
                        .addPorts(pfc(2, 6_000_000))
                        .addPorts(pfc(9, 3_000_000))
                        .setDrrQuantumBytes(1518)
                        .build();
        assertTrue(SwitchControlClient.covers(more, CONFIG));
    }

    @Test
    void aValueThatReadsOtherwiseIsNotInForce() {
        SwitchConfig rounded =
                CONFIG.toBuilder()
                        .clearPorts()
                        .addPorts(pfc(1, 4_000_000))
                        .addPorts(pfc(2, 6_000_000))
                        .build();
        assertFalse(SwitchControlClient.covers(rounded, CONFIG));
    }

    @Test
    void countersAreSelected() {
        CounterSamples samples = client.counters(List.of(2), List.of(Counter.TX_BYTES));
        assertEquals(List.of(2), samples.getPortList());
        assertEquals(List.of(Counter.TX_BYTES), samples.getCounterList());
    }

    @Test
    void aWatchRunsUntilItIsClosed() throws InterruptedException {
        BlockingQueue<CounterSamples> received = new LinkedBlockingQueue<>();
        var watch =
                client.watchCounters(List.of(2), List.of(Counter.TX_BYTES), 10_000, received::add);
        CounterSamples first = received.poll(60, TimeUnit.SECONDS);
        assertEquals(List.of(10_000L), first.getTimeNsList());
        watch.close();
        assertTrue(device.cancelled.await(60, TimeUnit.SECONDS));
        assertTrue(watch.failure().isEmpty());
    }

    @Test
    void aCollectionThatBreaksOffSaysWhyAndKeepsWhatCame() {
        List<QueueEvents> received = new ArrayList<>();
        DeviceException failure =
                assertThrows(DeviceException.class, () -> client.collectEvents(received::add));
        assertEquals(QueueEvent.Kind.DROP, received.get(0).getEvents(0).getKind());
        assertEquals(
                server.prefix()
                        + "CollectEvents failed with INTERNAL (event queue overflow); see the"
                        + " device's log",
                failure.getMessage());
    }

    private static PortFlowControl pfc(int port, long xoffBytes) {
        return PortFlowControl.newBuilder()
                .setPort(port)
                .addSchemes(
                        NamedScheme.newBuilder()
                                .setName("pfc")
                                .putSettings("xoff", Long.toString(xoffBytes)))
                .build();
    }

    /** Answers what it was asked for. */
    private static final class Switch extends SwitchControlGrpc.SwitchControlImplBase {
        private final CountDownLatch cancelled = new CountDownLatch(1);

        @Override
        public void getCounters(
                GetCountersRequest request, StreamObserver<CounterSamples> responses) {
            responses.onNext(
                    CounterSamples.newBuilder()
                            .addAllPort(request.getPortsList())
                            .addAllCounter(request.getCountersList())
                            .build());
            responses.onCompleted();
        }

        @Override
        public void watchCounters(
                WatchCountersRequest request, StreamObserver<CounterSamples> responses) {
            ((ServerCallStreamObserver<CounterSamples>) responses)
                    .setOnCancelHandler(cancelled::countDown);
            responses.onNext(
                    CounterSamples.newBuilder().addTimeNs(request.getIntervalNs()).build());
        }

        @Override
        public void collectEvents(GetSwitchRequest request, StreamObserver<QueueEvents> responses) {
            responses.onNext(
                    QueueEvents.newBuilder()
                            .addEvents(QueueEvent.newBuilder().setKind(QueueEvent.Kind.DROP))
                            .build());
            responses.onError(
                    Status.INTERNAL.withDescription("event queue overflow").asRuntimeException());
        }
    }
}
