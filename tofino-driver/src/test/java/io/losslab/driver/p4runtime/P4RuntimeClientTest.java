package io.losslab.driver.p4runtime;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.protobuf.ByteString;
import com.google.rpc.Code;
import io.grpc.Metadata;
import io.grpc.ServerCall;
import io.grpc.ServerCallHandler;
import io.grpc.ServerInterceptor;
import io.grpc.ServerInterceptors;
import io.grpc.Status;
import io.losslab.driver.BackOff;
import io.losslab.driver.DeviceException;
import io.losslab.driver.LoopbackServer;
import io.losslab.proto.p4.v1.ActionProfileMember;
import io.losslab.proto.p4.v1.DigestEntry;
import io.losslab.proto.p4.v1.DigestList;
import io.losslab.proto.p4.v1.Entity;
import io.losslab.proto.p4.v1.MasterArbitrationUpdate;
import io.losslab.proto.p4.v1.MulticastGroupEntry;
import io.losslab.proto.p4.v1.PacketIn;
import io.losslab.proto.p4.v1.PacketOut;
import io.losslab.proto.p4.v1.PacketReplicationEngineEntry;
import io.losslab.proto.p4.v1.Replica;
import io.losslab.proto.p4.v1.SetForwardingPipelineConfigRequest.Action;
import io.losslab.proto.p4.v1.StreamError;
import io.losslab.proto.p4.v1.TableEntry;
import io.losslab.proto.p4.v1.Uint128;
import io.losslab.proto.p4.v1.Update;
import io.losslab.services.p4runtime.P4RuntimeService;
import io.losslab.services.p4runtime.forwarding.ForwardingDevice;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The client against the real server of the software switches. */
class P4RuntimeClientTest {
    private static final ForwardProgram PROGRAM = ForwardProgram.load();
    private static final int HOST = 0x0a000001;
    private static final ByteString LLDP = lldp();

    private final ScriptedPlane plane = new ScriptedPlane();
    private final P4RuntimeService switches =
            new P4RuntimeService(List.of(new ForwardingDevice(1, "tor1", plane)));
    private final LoopbackServer server = new LoopbackServer(switches);
    private final P4RuntimeClient client = new P4RuntimeClient(server.channel(), 1);

    @AfterEach
    void stop() throws InterruptedException {
        client.close();
        server.stop();
    }

    @Test
    void theProgramRunsAndItsRoutesReachThePlane() {
        program();
        Route host = new Route(HOST, 32, List.of(1, 3));
        Route rest = new Route(0, 0, List.of(2));
        insert(List.of(PROGRAM.encode(host), PROGRAM.encode(rest)));
        assertEquals(Map.of("167772161/32", List.of(1, 3), "0/0", List.of(2)), plane.routes);
        assertEquals(
                List.of(PROGRAM.encode(host), PROGRAM.encode(rest)),
                client.readEntries(TableEntry.getDefaultInstance()));
        Route other = new Route(HOST, 32, List.of(4));
        client.write(updates(Update.Type.MODIFY, List.of(PROGRAM.encode(other))));
        client.write(updates(Update.Type.DELETE, List.of(PROGRAM.encode(rest))));
        assertEquals(Map.of("167772161/32", List.of(4)), plane.routes);
        assertEquals("1.5.0", client.apiVersion());
        assertEquals(PROGRAM.p4Info(), client.pipeline().orElseThrow().getP4Info());
    }

    @Test
    void aDeviceIsMadeSeveralSwitchesWithRoutesOfTheirOwn() {
        program();
        Route first = new Route(1, HOST, 32, List.of(2));
        Route second = new Route(2, HOST, 32, List.of(4));
        insert(
                List.of(
                        PROGRAM.assign(1, 1),
                        PROGRAM.assign(3, 2),
                        PROGRAM.encode(first),
                        PROGRAM.encode(second)));
        assertEquals(List.of(1, 0, 2, 0), plane.switches);
        assertEquals(
                Map.of("1: 167772161/32", List.of(2), "2: 167772161/32", List.of(4)), plane.routes);
    }

    @Test
    void thousandsOfRoutesGoInBatches() {
        program();
        List<TableEntry> entries = new ArrayList<>();
        for (int i = 0; i < 2_345; i++) {
            entries.add(PROGRAM.encode(new Route(HOST + i, 32, List.of(1 + i % 4))));
        }
        insert(entries);
        assertEquals(2_345, plane.routes.size());
        assertEquals(entries, client.readEntries(TableEntry.getDefaultInstance()));
    }

    @Test
    void aSavedProgramIsCommittedLater() {
        client.becomePrimary(1);
        client.setPipeline(
                Action.VERIFY_AND_SAVE, Optional.of(PROGRAM.pipelineConfig(ByteString.EMPTY, 1)));
        insert(List.of(PROGRAM.encode(new Route(HOST, 32, List.of(1)))));
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
    void aPrimaryThatIsReplacedIsToldByWhom() throws InterruptedException {
        Heard heard = new Heard();
        client.listen(heard);
        client.becomePrimary(5);
        assertEquals("arbitration OK", heard.next());
        assertEquals(Optional.empty(), client.loss());
        try (P4RuntimeClient other = new P4RuntimeClient(server.channel(), 1)) {
            other.becomePrimary(6);
            assertEquals("arbitration ALREADY_EXISTS", heard.next());
            assertEquals(
                    Optional.of("another controller has become primary, with election id 6"),
                    client.loss());
        }
    }

    @Test
    void thePrimaryOfADeviceThatIsNoMoreIsToldSoAndDoesNotComeBack() throws InterruptedException {
        Heard heard = new Heard();
        client.listen(heard);
        client.becomePrimary(5);
        assertEquals("arbitration OK", heard.next());
        switches.close();
        assertEquals("lost", heard.next());
        assertEquals("given up", heard.next());
        assertEquals(
                Optional.of(
                        "the controller's stream ended: the switches were made anew: nothing is"
                                + " left of what was set"),
                client.loss());
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
                        .mapToObj(i -> PROGRAM.encode(new Route(HOST + i, 32, List.of(1))))
                        .toList();
        insert(entries.subList(550, 556));
        DeviceException e = assertThrows(DeviceException.class, () -> insert(entries));
        assertEquals(
                server.prefix()
                        + "Write: 6 of 100 updates failed: no. 551 (ingress.routes,"
                        + " hdr.ipv4.dst_addr=0x0a000227/32 meta.logical_switch=0x00)"
                        + " ALREADY_EXISTS, ingress.routes has an entry for"
                        + " hdr.ipv4.dst_addr=0x0a000227/32, meta.logical_switch=0x00; no. 552"
                        + " (ingress.routes, hdr.ipv4.dst_addr=0x0a000228/32"
                        + " meta.logical_switch=0x00) ALREADY_EXISTS, ingress.routes has an entry"
                        + " for hdr.ipv4.dst_addr=0x0a000228/32, meta.logical_switch=0x00; no. 553"
                        + " (ingress.routes, hdr.ipv4.dst_addr=0x0a000229/32"
                        + " meta.logical_switch=0x00) ALREADY_EXISTS, ingress.routes has an entry"
                        + " for hdr.ipv4.dst_addr=0x0a000229/32, meta.logical_switch=0x00; and"
                        + " more; correct what was sent",
                e.getMessage());
        assertEquals(600, plane.routes.size());
    }

    @Test
    void aBatchThatFailsInEveryUpdateStillTellsWhy() {
        program();
        List<TableEntry> entries =
                IntStream.range(0, 500)
                        .mapToObj(i -> PROGRAM.encode(new Route(HOST + i, 32, List.of(9))))
                        .toList();
        DeviceException e = assertThrows(DeviceException.class, () -> insert(entries));
        assertTrue(
                e.getMessage().contains("port 9 is not on the device; it has ports 1..4"),
                e.getMessage());
        assertTrue(e.getMessage().contains("500 of 500 updates failed"), e.getMessage());
        assertTrue(e.getMessage().contains("; and more; correct"), e.getMessage());
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
                        + "StreamChannel found nothing (unknown device 9; devices: 1 tor1);"
                        + " check ids and"
                        + " ports",
                e.getMessage());
    }

    @Test
    void entitiesBesideTableEntriesAreWrittenAndRead() {
        program();
        int profile = PROGRAM.p4Info().getActionProfiles(0).getPreamble().getId();
        ActionProfileMember member =
                ActionProfileMember.newBuilder()
                        .setActionProfileId(profile)
                        .setMemberId(3)
                        .setAction(
                                PROGRAM.encode(new Route(HOST, 32, List.of(2)))
                                        .getAction()
                                        .getActionProfileActionSet()
                                        .getActionProfileActions(0)
                                        .getAction())
                        .build();
        MulticastGroupEntry group =
                MulticastGroupEntry.newBuilder()
                        .setMulticastGroupId(4)
                        .addReplicas(
                                Replica.newBuilder().setPort(ByteString.copyFrom(new byte[] {1})))
                        .build();
        List<Update> inserts =
                List.of(
                        insertion(Entity.newBuilder().setActionProfileMember(member)),
                        insertion(
                                Entity.newBuilder()
                                        .setPacketReplicationEngineEntry(
                                                PacketReplicationEngineEntry.newBuilder()
                                                        .setMulticastGroupEntry(group))));
        client.write(inserts);
        Entity anyMember =
                Entity.newBuilder()
                        .setActionProfileMember(ActionProfileMember.getDefaultInstance())
                        .build();
        assertEquals(List.of(inserts.get(0).getEntity()), client.read(List.of(anyMember)));
        assertEquals(List.of(group), client.readMulticastGroups());
        DeviceException e =
                assertThrows(DeviceException.class, () -> client.write(inserts.subList(0, 1)));
        assertEquals(
                server.prefix()
                        + "Write: 1 of 1 updates failed: no. 1 (ActionProfileMember)"
                        + " ALREADY_EXISTS, ingress.ecmp has a member 3; correct what was sent",
                e.getMessage());
    }

    @Test
    void packetsAndDigestsReachTheListeners() throws InterruptedException {
        Heard heard = new Heard();
        client.listen(heard);
        program();
        assertEquals("arbitration OK", heard.next());
        client.send(PROGRAM.packetOut(3, LLDP));
        assertEquals("3 60", plane.sent.poll(60, TimeUnit.SECONDS));
        client.send(PROGRAM.packetOut(9, LLDP));
        assertEquals("refused egress_port 9 is not on the device; it has ports 1..4", heard.next());
        plane.listener.onPacket(4, LLDP);
        assertEquals("packet from port 4 of 60", heard.next());
        int digest = PROGRAM.p4Info().getDigests(0).getPreamble().getId();
        client.write(
                List.of(
                        insertion(
                                Entity.newBuilder()
                                        .setDigestEntry(
                                                DigestEntry.newBuilder().setDigestId(digest)))));
        plane.listener.onPause(500, 2, 3, true);
        assertEquals("digest 1 of 1", heard.next());
    }

    @Test
    void aSessionThatLosesItsStreamComesBack() throws Exception {
        P4RuntimeClient patient =
                new P4RuntimeClient(server.channel(), 1, new BackOff(10, 100, 1_000));
        Heard heard = new Heard();
        patient.listen(heard);
        patient.becomePrimary(5);
        assertEquals("arbitration OK", heard.next());
        server.stopServer();
        assertEquals("lost", heard.next());
        assertFalse(patient.isPrimary());
        server.startAgain(new P4RuntimeService(List.of(new ForwardingDevice(1, "tor1", plane))));
        assertEquals("arbitration OK", heard.next());
        assertTrue(patient.isPrimary());
        patient.setPipeline(PROGRAM.pipelineConfig(ByteString.EMPTY, 1));
        patient.close();
    }

    @Test
    void aSessionGivesUpAfterSoManyTries() throws InterruptedException {
        P4RuntimeClient hasty = new P4RuntimeClient(server.channel(), 1, new BackOff(1, 2, 3));
        Heard heard = new Heard();
        hasty.listen(heard);
        hasty.becomePrimary(5);
        assertEquals("arbitration OK", heard.next());
        server.stopServer();
        assertEquals("lost", heard.next());
        assertEquals("given up", heard.next());
        DeviceException e =
                assertThrows(
                        DeviceException.class, () -> hasty.send(PacketOut.getDefaultInstance()));
        assertTrue(e.getMessage().contains("the stream is closed"), e.getMessage());
        hasty.close();
    }

    /** It may take longer than other calls. */
    @Test
    void aProgramThatIsNotLoadedInTimeSaysHowLongItHad() throws InterruptedException {
        ServerInterceptor late =
                new ServerInterceptor() {
                    @Override
                    public <Q, R> ServerCall.Listener<Q> interceptCall(
                            ServerCall<Q, R> call, Metadata headers, ServerCallHandler<Q, R> next) {
                        String method = call.getMethodDescriptor().getBareMethodName();
                        if (!method.equals("SetForwardingPipelineConfig")) {
                            return next.startCall(call, headers);
                        }
                        call.close(Status.DEADLINE_EXCEEDED, new Metadata());
                        return new ServerCall.Listener<>() {};
                    }
                };
        LoopbackServer slow =
                new LoopbackServer(() -> ServerInterceptors.intercept(switches, late));
        try (P4RuntimeClient hasty =
                new P4RuntimeClient(slow.channel().within(Duration.ofSeconds(10)), 1)) {
            hasty.becomePrimary(1);
            DeviceException e =
                    assertThrows(
                            DeviceException.class,
                            () -> hasty.setPipeline(PROGRAM.pipelineConfig(ByteString.EMPTY, 1)));
            String said = "SetForwardingPipelineConfig got no answer within 120.0 s;";
            assertTrue(e.getMessage().contains(said), e.getMessage());
        } finally {
            slow.stop();
        }
    }

    private void program() {
        client.becomePrimary(1);
        client.setPipeline(PROGRAM.pipelineConfig(ByteString.EMPTY, 1));
    }

    private void insert(List<TableEntry> entries) {
        client.write(updates(Update.Type.INSERT, entries));
    }

    private static List<Update> updates(Update.Type type, List<TableEntry> entries) {
        return entries.stream()
                .map(entry -> Entity.newBuilder().setTableEntry(entry))
                .map(entity -> Update.newBuilder().setType(type).setEntity(entity).build())
                .toList();
    }

    private static Update insertion(Entity.Builder entity) {
        return Update.newBuilder().setType(Update.Type.INSERT).setEntity(entity).build();
    }

    private static Update anyUpdate() {
        return Update.getDefaultInstance();
    }

    private static ByteString lldp() {
        byte[] frame = new byte[60];
        frame[12] = (byte) 0x88;
        frame[13] = (byte) 0xcc;
        return ByteString.copyFrom(frame);
    }

    /** What a listener heard, line by line. */
    private static final class Heard implements StreamListener {
        private final BlockingQueue<String> lines = new LinkedBlockingQueue<>();

        String next() throws InterruptedException {
            String line = lines.poll(60, TimeUnit.SECONDS);
            return line == null ? "nothing" : line;
        }

        @Override
        public void onPacket(PacketIn packet) {
            lines.add(
                    "packet from port %d of %d"
                            .formatted(PROGRAM.ingressPort(packet), packet.getPayload().size()));
        }

        @Override
        public void onDigest(DigestList list) {
            lines.add("digest %d of %d".formatted(list.getListId(), list.getDataCount()));
        }

        @Override
        public void onArbitration(MasterArbitrationUpdate update) {
            lines.add("arbitration " + Code.forNumber(update.getStatus().getCode()));
        }

        @Override
        public void onRefusal(StreamError error) {
            lines.add("refused " + error.getMessage());
        }

        @Override
        public void onLost(DeviceException reason) {
            lines.add("lost");
        }

        @Override
        public void onGivenUp(DeviceException reason) {
            lines.add("given up");
        }
    }
}
