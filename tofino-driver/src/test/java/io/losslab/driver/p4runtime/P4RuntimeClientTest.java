package io.losslab.driver.p4runtime;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.protobuf.ByteString;
import io.losslab.driver.DeviceException;
import io.losslab.driver.LoopbackServer;
import io.losslab.proto.p4.v1.CounterEntry;
import io.losslab.proto.p4.v1.Index;
import io.losslab.proto.p4.v1.SetForwardingPipelineConfigRequest.Action;
import io.losslab.proto.p4.v1.TableEntry;
import io.losslab.proto.p4.v1.Uint128;
import io.losslab.softswitch.p4runtime.ForwardingDevice;
import io.losslab.softswitch.p4runtime.ForwardingPlane;
import io.losslab.softswitch.p4runtime.P4RuntimeService;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The client against the real server of the software switches. */
class P4RuntimeClientTest {
    private static final ForwardProgram PROGRAM = ForwardProgram.load();
    private static final int HOST = 0x0a000001;

    private final Plane plane = new Plane();
    private final LoopbackServer server =
            new LoopbackServer(
                    new P4RuntimeService(List.of(new ForwardingDevice(1, "tor1", plane))));
    private final P4RuntimeClient client = new P4RuntimeClient(server.channel(), 1);

    @AfterEach
    void stop() throws InterruptedException {
        client.close();
        server.stop();
    }

    @Test
    void theProgramRunsAndItsRoutesReachThePlane() {
        program();
        Route host = Route.toHost(HOST, List.of(1, 3));
        Route rest = new Route(0, 0, List.of(2));
        client.insert(List.of(PROGRAM.encode(host), PROGRAM.encode(rest)));
        assertEquals(Map.of("167772161/32", List.of(1, 3), "0/0", List.of(2)), plane.routes);
        assertEquals(
                List.of(host, rest),
                client.readEntries(TableEntry.getDefaultInstance()).stream()
                        .map(PROGRAM::decode)
                        .toList());
        Route other = Route.toHost(HOST, List.of(4));
        client.modify(List.of(PROGRAM.encode(other)));
        client.delete(List.of(PROGRAM.keyOf(0, 0)));
        assertEquals(Map.of("167772161/32", List.of(4)), plane.routes);
        assertEquals("1.5.0", client.apiVersion());
        assertEquals(PROGRAM.p4Info(), client.pipeline().orElseThrow().getP4Info());
    }

    @Test
    void thousandsOfRoutesGoInBatches() {
        program();
        List<TableEntry> entries = new ArrayList<>();
        for (int i = 0; i < 2_345; i++) {
            entries.add(PROGRAM.encode(Route.toHost(HOST + i, List.of(1 + i % 4))));
        }
        client.insert(entries);
        assertEquals(2_345, plane.routes.size());
        assertEquals(entries, client.readEntries(TableEntry.getDefaultInstance()));
    }

    @Test
    void countersAreReadByCellByCounterAndAltogether() {
        program();
        plane.rxPackets = 12;
        CounterEntry filter = CounterEntry.newBuilder().setCounterId(PROGRAM.rxCounterId()).build();
        CounterEntry port2 = filter.toBuilder().setIndex(Index.newBuilder().setIndex(2)).build();
        assertEquals(12, client.readCounters(port2).get(0).getData().getPacketCount());
        assertEquals(512, client.readCounters(filter).size());
        assertEquals(1024, client.readCounters(CounterEntry.getDefaultInstance()).size());
    }

    @Test
    void aSavedProgramIsCommittedLater() {
        client.becomePrimary(1);
        client.setPipeline(
                Action.VERIFY_AND_SAVE, Optional.of(PROGRAM.pipelineConfig(ByteString.EMPTY, 1)));
        client.insert(List.of(PROGRAM.encode(Route.toHost(HOST, List.of(1)))));
        assertEquals(Map.of(), plane.routes);
        client.setPipeline(Action.COMMIT, Optional.empty());
        assertEquals(Map.of("167772161/32", List.of(1)), plane.routes);
    }

    @Test
    void whoIsPrimaryIsSaidAndWhatToDo() throws InterruptedException {
        P4RuntimeClient other = new P4RuntimeClient(server.channel(), 1);
        other.becomePrimary(5);
        DeviceException held = assertThrows(DeviceException.class, () -> client.becomePrimary(3));
        assertEquals(
                server.prefix()
                        + "primary is held by election id 5; stop the other controller or raise"
                        + " electionId",
                held.getMessage());
        assertFalse(client.isPrimary());
        client.becomePrimary(Uint128.newBuilder().setHigh(1).build());
        assertTrue(client.isPrimary());
        DeviceException denied =
                assertThrows(DeviceException.class, () -> other.write(List.of(anyUpdate())));
        assertEquals(
                server.prefix()
                        + "Write is not permitted: tor1: election id 5 is not primary; primary is"
                        + " held by"
                        + " election id 0x10000000000000000; stop the other controller or raise"
                        + " electionId",
                denied.getMessage());
        assertEquals("Write", denied.call());
        client.close();
        DeviceException below = assertThrows(DeviceException.class, () -> other.becomePrimary(6));
        assertEquals(
                server.prefix()
                        + "election id 6 is below 18446744073709551616, the highest it has seen;"
                        + " raise"
                        + " electionId to 18446744073709551616 or more",
                below.getMessage());
    }

    @Test
    void aControllerThatComesBackWithItsOwnIdIsPrimaryAgain() {
        client.becomePrimary(7);
        client.becomePrimary(7);
        client.close();
        client.becomePrimary(7);
        assertTrue(client.isPrimary());
    }

    @Test
    void anIdInUseByALiveControllerIsRefused() {
        P4RuntimeClient other = new P4RuntimeClient(server.channel(), 1);
        other.becomePrimary(5);
        DeviceException e = assertThrows(DeviceException.class, () -> client.becomePrimary(5));
        assertTrue(
                e.getMessage().contains("election id 5 is in use by another live controller"),
                e.getMessage());
        other.close();
    }

    @Test
    void updatesThatFailAreNamedWithTheirReasons() {
        program();
        List<TableEntry> entries =
                IntStream.range(0, 600)
                        .mapToObj(i -> PROGRAM.encode(Route.toHost(HOST + i, List.of(1))))
                        .toList();
        client.insert(entries.subList(550, 556));
        DeviceException e = assertThrows(DeviceException.class, () -> client.insert(entries));
        assertEquals(
                server.prefix()
                        + "Write: 6 of 100 updates failed: no. 551 ALREADY_EXISTS, there is a"
                        + " route for"
                        + " 10.0.2.39/32; no. 552 ALREADY_EXISTS, there is a route for"
                        + " 10.0.2.40/32; no. 553"
                        + " ALREADY_EXISTS, there is a route for 10.0.2.41/32; and 3 more;"
                        + " correct what was"
                        + " sent",
                e.getMessage());
        assertEquals(600, plane.routes.size());
    }

    @Test
    void aBatchThatFailsInEveryUpdateStillTellsWhy() {
        program();
        List<TableEntry> entries =
                IntStream.range(0, 500)
                        .mapToObj(i -> PROGRAM.encode(Route.toHost(HOST + i, List.of(9))))
                        .toList();
        DeviceException e = assertThrows(DeviceException.class, () -> client.insert(entries));
        assertTrue(
                e.getMessage().contains("port 9 is not on the device; it has ports 1..4"),
                e.getMessage());
        assertTrue(e.getMessage().contains("and 497 more"), e.getMessage());
    }

    @Test
    void readingBeforeThereIsAProgramSaysSo() {
        assertEquals(Optional.empty(), client.pipeline());
        DeviceException e =
                assertThrows(
                        DeviceException.class,
                        () -> client.readEntries(TableEntry.getDefaultInstance()));
        assertEquals(
                server.prefix()
                        + "Read was refused (tor1 has no forwarding pipeline yet: set one first);"
                        + " correct the"
                        + " setting",
                e.getMessage());
    }

    @Test
    void anUnknownDeviceIsNotFound() {
        P4RuntimeClient unknown = new P4RuntimeClient(server.channel(), 9);
        DeviceException e = assertThrows(DeviceException.class, () -> unknown.becomePrimary(1));
        assertEquals(
                server.prefix()
                        + "StreamChannel found nothing (no device 9 here; there are 1 tor1);"
                        + " check ids and"
                        + " ports",
                e.getMessage());
    }

    private void program() {
        client.becomePrimary(1);
        client.setPipeline(PROGRAM.pipelineConfig(ByteString.EMPTY, 1));
    }

    private static io.losslab.proto.p4.v1.Update anyUpdate() {
        return io.losslab.proto.p4.v1.Update.getDefaultInstance();
    }

    private static final class Plane implements ForwardingPlane {
        private final Map<String, List<Integer>> routes = new ConcurrentHashMap<>();
        private volatile long rxPackets;

        @Override
        public int portCount() {
            return 4;
        }

        @Override
        public void putRoute(int ipv4, int prefixBits, int[] egressPorts) {
            routes.put(ipv4 + "/" + prefixBits, Arrays.stream(egressPorts).boxed().toList());
        }

        @Override
        public void removeRoute(int ipv4, int prefixBits) {
            routes.remove(ipv4 + "/" + prefixBits);
        }

        @Override
        public void clearRoutes() {
            routes.clear();
        }

        @Override
        public long rxPackets(int port) {
            return rxPackets;
        }

        @Override
        public long rxBytes(int port) {
            return 0;
        }

        @Override
        public long txPackets(int port) {
            return 0;
        }

        @Override
        public long txBytes(int port) {
            return 0;
        }
    }
}
