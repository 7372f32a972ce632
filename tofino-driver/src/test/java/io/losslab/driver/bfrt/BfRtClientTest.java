package io.losslab.driver.bfrt;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.protobuf.ByteString;
import io.losslab.driver.DeviceException;
import io.losslab.driver.LoopbackServer;
import io.losslab.proto.bfrt.ForwardingPipelineConfig;
import io.losslab.proto.bfrt.Update;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

class BfRtClientTest {
    private static final int DEPTH = 0x05000001;
    private static final int SEEN = 0x06000001;

    private final BfRtDevice device = new BfRtDevice();
    private final LoopbackServer server = new LoopbackServer(device);
    private final BfRtClient client = new BfRtClient(server.channel(), 0, 7);

    @BeforeEach
    void bind() {
        client.open();
        client.bind(BfRtDevice.PROGRAM);
    }

    @AfterEach
    void stop() throws InterruptedException {
        client.close();
        server.stop();
    }

    @Test
    void bindingBringsTheTablesOfProgramAndFixedParts() {
        assertTrue(client.schema().names().contains("pipe.Ingress.routes"));
        assertEquals(0xff050024, client.schema().table("tf2.tm.queue.buffer").id());
        assertEquals(2, client.schema().table("pipe.Ingress.routes").actions().size());
    }

    @Test
    void loadingAProgramBindsToIt() {
        client.load(
                ForwardingPipelineConfig.newBuilder()
                        .setP4Name("other")
                        .setBfruntimeInfo(
                                ByteString.copyFromUtf8(
                                        "{\"tables\":[{\"name\":\"pipe.t\",\"id\":1,\"key\":[]}]}"))
                        .build());
        assertTrue(client.schema().names().contains("pipe.t"));
        assertTrue(!client.schema().names().contains("pipe.Ingress.routes"));
    }

    @Test
    void entriesReadAsTheyWereWritten() {
        TableRow row = route(0x0a000000, 8).doing("Ingress.forward").with("port", 300L);
        client.set(BfRtClient.ALL_PIPES, Update.Type.INSERT, "pipe.Ingress.routes", row);
        assertEquals(row, client.read(BfRtClient.ALL_PIPES, "pipe.Ingress.routes", row.key()));
        assertEquals(List.of(row), client.readAll(BfRtClient.ALL_PIPES, "pipe.Ingress.routes"));
        client.write(
                BfRtClient.ALL_PIPES,
                Update.Type.DELETE,
                "pipe.Ingress.routes",
                List.of(TableRow.at(row.key())));
        assertEquals(0, device.entryCount());
    }

    @Test
    void eachRefusedEntryOfABatchIsNamedWithTableAndKey() {
        TableRow there = route(0x0a000000, 8).doing("Ingress.drop");
        TableRow other = route(0x0b000000, 8).doing("Ingress.drop");
        client.write(
                BfRtClient.ALL_PIPES, Update.Type.INSERT, "pipe.Ingress.routes", List.of(there));
        assertRefused(
                "table pipe.Ingress.routes, hdr.ipv4.dst_addr=0xa000000/8 vrf=1: ALREADY_EXISTS"
                        + " (entry is there); correct the setting",
                () ->
                        client.write(
                                BfRtClient.ALL_PIPES,
                                Update.Type.INSERT,
                                "pipe.Ingress.routes",
                                List.of(other, there)));
    }

    @Test
    void whatDoesNotFitTheTableIsRefusedBeforeItIsSent() {
        assertRefused(
                "the device has no table 'tf1.tm.queue.buffer'; it has [tf2.pktgen.pkt_buffer,"
                        + " tf2.tm.queue.buffer];"
                        + " correct the setting, or check the program",
                () -> client.readAll(0, "tf1.tm.queue.buffer"));
        assertRefused(
                "table pipe.Ingress.routes: field port takes 0..511 (9 bits), not 512; correct the"
                        + " setting, or check the program",
                () -> insert(route(1, 8).doing("Ingress.forward").with("port", 512L)));
        assertRefused(
                "table pipe.Ingress.routes has no action 'Ingress.forwrd'; there are"
                        + " [Ingress.forward, Ingress.drop]; correct the setting, or check the"
                        + " program",
                () -> insert(route(1, 8).doing("Ingress.forwrd")));
        assertRefused(
                "table pipe.Ingress.routes has no field 'prt'; there are [port]; correct the"
                        + " setting, or check the program",
                () -> insert(route(1, 8).doing("Ingress.forward").with("prt", 5L)));
        assertRefused(
                "table pipe.Ingress.routes: field vrf is missing in the key; correct the setting,"
                        + " or check the program",
                () ->
                        insert(
                                TableRow.at(
                                        Map.of("hdr.ipv4.dst_addr", new MatchValue.Prefix(1, 8)))));
        assertRefused(
                "table pipe.Ingress.routes: field hdr.ipv4.dst_addr is matched by LPM, not Exact;"
                        + " correct the setting, or check the program",
                () -> insert(TableRow.at(Map.of("hdr.ipv4.dst_addr", 1L, "vrf", 1L))));
    }

    @Test
    void aTakenClientIdAndAnUnknownProgramAreRefused() {
        try (BfRtClient twin = new BfRtClient(server.channel(), 0, 7)) {
            assertRefused(
                    "client id 7 was not taken (client is connected already); stop the other"
                            + " client or choose another clientId",
                    twin::open);
        }
        assertRefused(
                "SetForwardingPipelineConfig found nothing (no program nothing); check ids and"
                        + " ports",
                () -> client.bind("nothing"));
    }

    @Test
    void aDeviceThatIsGoneIsUnreachable() throws InterruptedException {
        server.stopServer();
        try (BfRtClient late = new BfRtClient(server.channel(), 0, 8)) {
            assertTrue(assertThrows(DeviceException.class, late::open).isUnreachable());
        }
    }

    @Test
    void registersReadOneValueForEachPipe() {
        device.preset(
                DEPTH,
                BfRtClient.ALL_PIPES,
                key(65556, 3),
                BfRtDevice.number(1, 4, 5),
                BfRtDevice.number(1, 4, 6));
        RegisterTable depth = new RegisterTable(client, "pipe.Ingress.depth", "Ingress.depth.f1");
        assertEquals(List.of(5L, 6L), depth.read(3));
        depth.write(4, 99);
        assertEquals(List.of(99L), depth.read(4));
        device.round(DEPTH, 1, ByteString.copyFrom(new byte[] {0, 0, 0, 1}));
        assertRefused(
                "table pipe.Ingress.depth, $REGISTER_INDEX=5 is not in force as sent:"
                        + " Ingress.depth.f1 was sent as 2 and reads [1]; correct the setting",
                () -> depth.write(5, 2));
    }

    @Test
    void countersGivePacketsAndBytes() {
        device.preset(
                SEEN,
                BfRtClient.ALL_PIPES,
                key(65557, 9),
                BfRtDevice.number(65553, 8, 1_500_000_000_000L),
                BfRtDevice.number(65554, 8, 1_000_000_000));
        CounterTable seen = new CounterTable(client, "pipe.Ingress.seen");
        assertEquals(1_500_000_000_000L, seen.bytes(9));
        assertEquals(1_000_000_000, seen.packets(9));
    }

    private static io.losslab.proto.bfrt.TableKey key(int field, int index) {
        return BfRtDevice.exact(new byte[] {0, 0, 0, (byte) index}).toBuilder()
                .setFields(
                        0,
                        BfRtDevice.exact(new byte[] {0, 0, 0, (byte) index})
                                .getFields(0)
                                .toBuilder()
                                .setFieldId(field))
                .build();
    }

    private void insert(TableRow row) {
        client.write(BfRtClient.ALL_PIPES, Update.Type.INSERT, "pipe.Ingress.routes", List.of(row));
    }

    private static TableRow route(long prefix, int bits) {
        Map<String, Object> key = new LinkedHashMap<>();
        key.put("hdr.ipv4.dst_addr", new MatchValue.Prefix(prefix, bits));
        key.put("vrf", 1L);
        return TableRow.at(key);
    }

    private void assertRefused(String problem, Executable call) {
        assertEquals(
                server.prefix() + problem, assertThrows(DeviceException.class, call).getMessage());
    }
}
