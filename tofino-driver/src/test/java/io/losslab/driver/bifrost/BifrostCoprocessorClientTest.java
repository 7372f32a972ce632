package io.losslab.driver.bifrost;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.grpc.Status;
import io.grpc.stub.StreamObserver;
import io.losslab.driver.DeviceException;
import io.losslab.driver.LoopbackServer;
import io.losslab.proto.v1.BifrostCoprocessorGrpc;
import io.losslab.proto.v1.BifrostCounters;
import io.losslab.proto.v1.BifrostPort;
import io.losslab.proto.v1.BifrostSettings;
import io.losslab.proto.v1.ClearBifrostResponse;
import io.losslab.proto.v1.SetBifrostRequest;
import io.losslab.proto.v1.WatchBifrostCountersRequest;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class BifrostCoprocessorClientTest {
    private static final BifrostSettings SETTINGS =
            BifrostSettings.newBuilder()
                    .setMode(BifrostSettings.Mode.BIFROST)
                    .setPriorities(8)
                    .setRateBitsPerSecond(100_000_000_000L)
                    .setOneWayDelayNs(400_000)
                    .setSlotNs(10_000)
                    .setQueueBufferBytes(10_375_000)
                    .setLeakPeriodSlots(1)
                    .setLeak(BifrostSettings.Leak.DEBT)
                    .setVirtualIncoming(BifrostSettings.VirtualIncoming.COUNTER)
                    .build();

    private final Coprocessor coprocessor = new Coprocessor();
    private final LoopbackServer server = new LoopbackServer(coprocessor);
    private final BifrostCoprocessorClient client =
            new BifrostCoprocessorClient(server.channel(), 4);

    @AfterEach
    void stop() throws InterruptedException {
        server.stop();
    }

    @Test
    void settingsReadAsTheyWereSet() {
        client.set(2, SETTINGS);
        assertEquals(SETTINGS, client.get(2));
        assertEquals(portOf(2), client.counters(2).getPort());
    }

    @Test
    void settingsThatReadOtherwiseAreAnErrorThatNamesEachField() {
        coprocessor.slotNanos = 20_000;
        DeviceException e = assertThrows(DeviceException.class, () -> client.set(2, SETTINGS));
        assertEquals(
                server.prefix()
                        + "SetBifrost is not in force as sent: one_way_delay_ns was sent as"
                        + " 400000 and reads"
                        + " (unset), bdp_bytes was sent as (unset) and reads 10000000, slot_ns"
                        + " was sent as"
                        + " 10000 and reads 20000; the device changes settings by itself, or"
                        + " another"
                        + " controller does",
                e.getMessage());
    }

    @Test
    void aPortWithoutBifrostIsNotFound() {
        DeviceException e = assertThrows(DeviceException.class, () -> client.get(7));
        assertEquals(
                server.prefix()
                        + "GetBifrost found nothing (port 7 runs no Bifrost); check ids and ports",
                e.getMessage());
    }

    @Test
    void aClearedPortRunsNoBifrost() {
        client.set(2, SETTINGS);
        client.set(3, SETTINGS);
        client.clear(2);
        client.clear(2);
        assertEquals(Optional.empty(), client.find(2));
        assertEquals(Optional.of(SETTINGS), client.find(3));
    }

    @Test
    void aPortThatIsNotClearedIsAnError() {
        coprocessor.deaf = true;
        client.set(2, SETTINGS);
        DeviceException e = assertThrows(DeviceException.class, () -> client.clear(2));
        assertEquals(
                server.prefix()
                        + "port 2 still runs Bifrost after ClearBifrost; the device changes settings"
                        + " by itself, or another controller does",
                e.getMessage());
    }

    @Test
    void watchesDeliverWhatTheDeviceSends() throws InterruptedException {
        client.set(2, SETTINGS);
        List<BifrostSettings> settings = new CopyOnWriteArrayList<>();
        client.watch(2, settings::add).await();
        assertEquals(List.of(SETTINGS), settings);
        List<BifrostCounters> counters = new CopyOnWriteArrayList<>();
        client.watchCounters(2, 10_000, counters::add).await();
        assertEquals(10_000, counters.get(0).getTimeNs());
    }

    private static BifrostPort portOf(int port) {
        return BifrostPort.newBuilder().setDeviceId(4).setPort(port).build();
    }

    /**
     * Keeps what it is given; once told, it rounds the slot and speaks of a BDP instead of a delay,
     * or answers that it cleared a port and does not.
     */
    private static final class Coprocessor
            extends BifrostCoprocessorGrpc.BifrostCoprocessorImplBase {
        private final Map<BifrostPort, BifrostSettings> inForce = new ConcurrentHashMap<>();
        private volatile long slotNanos;
        private volatile boolean deaf;

        @Override
        public void setBifrost(
                SetBifrostRequest request, StreamObserver<BifrostSettings> responses) {
            BifrostSettings.Builder taken = request.getSettings().toBuilder();
            if (slotNanos > 0) {
                taken.setSlotNs(slotNanos).setBdpBytes(10_000_000);
            }
            inForce.put(request.getPort(), taken.build());
            responses.onNext(request.getSettings());
            responses.onCompleted();
        }

        @Override
        public void clearBifrost(BifrostPort port, StreamObserver<ClearBifrostResponse> responses) {
            if (!deaf) {
                inForce.remove(port);
            }
            responses.onNext(ClearBifrostResponse.getDefaultInstance());
            responses.onCompleted();
        }

        @Override
        public void getBifrost(BifrostPort port, StreamObserver<BifrostSettings> responses) {
            if (inForce.containsKey(port)) {
                responses.onNext(inForce.get(port));
                responses.onCompleted();
            } else {
                responses.onError(
                        Status.NOT_FOUND
                                .withDescription(
                                        "port %d runs no Bifrost".formatted(port.getPort()))
                                .asRuntimeException());
            }
        }

        @Override
        public void watchBifrost(BifrostPort port, StreamObserver<BifrostSettings> responses) {
            getBifrost(port, responses);
        }

        @Override
        public void getBifrostCounters(
                BifrostPort port, StreamObserver<BifrostCounters> responses) {
            responses.onNext(BifrostCounters.newBuilder().setPort(port).build());
            responses.onCompleted();
        }

        @Override
        public void watchBifrostCounters(
                WatchBifrostCountersRequest request, StreamObserver<BifrostCounters> responses) {
            responses.onNext(
                    BifrostCounters.newBuilder().setTimeNs(request.getIntervalNs()).build());
            responses.onCompleted();
        }
    }
}
