package io.losslab.services.p4runtime;

import static io.losslab.services.p4runtime.LoopbackServer.TOR1;
import static io.losslab.services.p4runtime.RichProgram.delete;
import static io.losslab.services.p4runtime.RichProgram.insert;
import static io.losslab.services.p4runtime.RichProgram.modify;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.protobuf.ByteString;
import io.losslab.proto.p4.v1.DigestListAck;
import io.losslab.proto.p4.v1.PacketMetadata;
import io.losslab.proto.p4.v1.PacketOut;
import io.losslab.proto.p4.v1.SetForwardingPipelineConfigRequest;
import io.losslab.proto.p4.v1.StreamMessageRequest;
import io.losslab.services.p4runtime.program.BitString;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Packets and digests of a device, through the wire. */
class StreamMessageTest {
    private static final ByteString LLDP = frame(0x88cc);

    private final LoopbackServer server = new LoopbackServer();
    private TestController primary;

    @BeforeEach
    void start() throws InterruptedException {
        primary = server.controller().claim(TOR1, 1);
        assertEquals("OK 1", primary.next());
        server.set(
                SetForwardingPipelineConfigRequest.Action.VERIFY_AND_COMMIT,
                LoopbackServer.config(RichProgram.INFO));
    }

    @AfterEach
    void stop() throws InterruptedException {
        server.close();
    }

    @Test
    void aPacketOutLeavesByItsPort() throws InterruptedException {
        primary.send(out(6, 3, LLDP));
        assertEquals("3 60", server.plane.sent.poll(60, TimeUnit.SECONDS));
        primary.send(out(6, 4, frame(0x0800)));
        assertEquals("4 60", server.plane.sent.poll(60, TimeUnit.SECONDS));
    }

    @Test
    void aPacketOutIsHeldAgainstItsHeader() throws InterruptedException {
        primary.send(out(7, 3, LLDP));
        assertEquals("error INVALID_ARGUMENT PACKET_OUT", primary.next());
        primary.send(out(6, 5, LLDP));
        assertEquals("error INVALID_ARGUMENT PACKET_OUT", primary.next());
        primary.send(out(6, 600, LLDP));
        assertEquals("error INVALID_ARGUMENT PACKET_OUT", primary.next());
        primary.send(out(6, 3, LLDP.substring(0, 13)));
        assertEquals("error INVALID_ARGUMENT PACKET_OUT", primary.next());
        assertTrue(server.plane.sent.isEmpty());
    }

    @Test
    void onlyThePrimarySendsPackets() throws InterruptedException {
        TestController backup = server.controller().claim(TOR1, 0);
        assertEquals("ALREADY_EXISTS 1", backup.next());
        backup.send(out(6, 3, LLDP));
        assertEquals("error PERMISSION_DENIED PACKET_OUT", backup.next());
    }

    @Test
    void aPacketInReachesThePrimaryWithItsPort() throws InterruptedException {
        server.plane.listener.onPacket(4, LLDP);
        assertEquals("packet 5=4 60", primary.next());
    }

    @Test
    void digestsComeWhenTheyAreOn() throws InterruptedException {
        server.plane.listener.onPause(1_000, 2, 3, true);
        server.write(insert("digest_entry { digest_id: 1701 config {} }"));
        server.plane.listener.onPause(2_000, 2, 3, false);
        assertEquals("digest 1 at 2000: 2 3 0", primary.next());
        server.plane.listener.onPause(3_000, 2, 3, false);
        assertEquals("digest 2 at 3000: 2 3 0", primary.next());
        server.write(delete("digest_entry { digest_id: 1701 }"));
        server.plane.listener.onPause(4_000, 2, 3, true);
        server.plane.listener.onPacket(1, LLDP);
        assertEquals("packet 5=1 60", primary.next());
    }

    @Test
    void aListGathersWhatIsDistinctUntilItIsFullOrOldOrTimeStops() throws InterruptedException {
        server.write(
                insert(
                        "digest_entry { digest_id: 1701 config { max_list_size: 2 max_timeout_ns:"
                                + " 1000 } }"));
        server.plane.listener.onPause(100, 1, 3, true);
        server.plane.listener.onPause(200, 1, 3, true);
        server.plane.listener.onPause(300, 1, 3, false);
        assertEquals("digest 1 at 300: 1 3 1, 1 3 0", primary.next());
        server.plane.listener.onPause(400, 2, 3, true);
        server.plane.listener.onPause(1_500, 3, 3, true);
        assertEquals("digest 2 at 1500: 2 3 1", primary.next());
        server.plane.listener.onIdle(1_600);
        assertEquals("digest 3 at 1600: 3 3 1", primary.next());
    }

    @Test
    void aListGoesOutBeforeItIsTooOldThoughNothingFollowsIt() throws InterruptedException {
        server.write(insert("digest_entry { digest_id: 1701 config { max_timeout_ns: 1000000 } }"));
        assertEquals(1_000_000, server.plane.reminderNanos);
        server.plane.listener.onReminder(1_000_000);
        server.plane.listener.onPause(1_000_000, 1, 3, true);
        server.plane.listener.onPause(1_900_000, 2, 3, true);
        server.plane.listener.onReminder(2_000_000);
        assertEquals("digest 1 at 2000000: 1 3 1, 2 3 1", primary.next());
        server.write(modify("digest_entry { digest_id: 1701 config { max_timeout_ns: 1 } }"));
        assertEquals(1_000, server.plane.reminderNanos);
        server.write(delete("digest_entry { digest_id: 1701 }"));
        assertEquals(0, server.plane.reminderNanos);
    }

    @Test
    void whatIsNotAcknowledgedIsNotRepeatedForAWhile() throws InterruptedException {
        server.write(insert("digest_entry { digest_id: 1701 config { ack_timeout_ns: 1000 } }"));
        server.plane.listener.onPause(100, 1, 3, true);
        assertEquals("digest 1 at 100: 1 3 1", primary.next());
        server.plane.listener.onPause(200, 1, 3, true);
        server.plane.listener.onPause(1_100, 1, 3, true);
        assertEquals("digest 2 at 1100: 1 3 1", primary.next());
        primary.send(ack(1701, 2));
        primary.send(ack(12, 2));
        assertEquals("error INVALID_ARGUMENT DIGEST_LIST_ACK", primary.next());
        server.plane.listener.onPause(1_200, 1, 3, true);
        assertEquals("digest 3 at 1200: 1 3 1", primary.next());
    }

    @Test
    void aPrimaryThatDoesNotReadMissesPacketsAndDigestsButNoErrors() throws InterruptedException {
        server.write(
                insert("digest_entry { digest_id: 1701 config { ack_timeout_ns: 1000000000 } }"));
        TestController slow = server.controller(1).claim(TOR1, 2);
        assertEquals("OK 2", slow.next());
        ByteString large = ByteString.copyFrom(new byte[60_000]);
        for (int i = 0; i < 1_000; i++) {
            server.plane.listener.onPacket(4, large);
        }
        server.plane.listener.onPause(1_000, 2, 3, true);
        slow.send(out(7, 3, LLDP));
        slow.readOn();
        int packets = 0;
        String next = slow.next();
        for (; next.equals("packet 5=4 60000"); next = slow.next()) {
            packets++;
        }
        assertTrue(packets > 0 && packets < 500, packets + " packets came");
        assertEquals("error INVALID_ARGUMENT PACKET_OUT", next);
        server.plane.listener.onPause(2_000, 2, 3, true);
        assertEquals("digest 1 at 2000: 2 3 1", slow.next());
    }

    @Test
    void digestsAreTurnedOnOnceAndChangedOnlyWhenOn() {
        String entry = "digest_entry { digest_id: 1701 config { max_list_size: 2 } }";
        assertEquals(
                "NOT_FOUND pause_events is not enabled",
                RichProgram.outcome(() -> server.write(modify(entry))));
        server.write(insert(entry));
        assertEquals(
                "ALREADY_EXISTS pause_events is already enabled",
                RichProgram.outcome(() -> server.write(insert(entry))));
        assertEquals(
                "INVALID_ARGUMENT there is no digest 0x0000000c",
                RichProgram.outcome(() -> server.write(insert("digest_entry { digest_id: 12 }"))));
    }

    private static StreamMessageRequest.Builder out(int field, int port, ByteString payload) {
        return StreamMessageRequest.newBuilder()
                .setPacket(
                        PacketOut.newBuilder()
                                .setPayload(payload)
                                .addMetadata(
                                        PacketMetadata.newBuilder()
                                                .setMetadataId(field)
                                                .setValue(BitString.of(port))));
    }

    private static StreamMessageRequest.Builder ack(int digest, long list) {
        return StreamMessageRequest.newBuilder()
                .setDigestAck(DigestListAck.newBuilder().setDigestId(digest).setListId(list));
    }

    private static ByteString frame(int etherType) {
        byte[] bytes = new byte[60];
        bytes[12] = (byte) (etherType >> 8);
        bytes[13] = (byte) etherType;
        return ByteString.copyFrom(bytes);
    }
}
