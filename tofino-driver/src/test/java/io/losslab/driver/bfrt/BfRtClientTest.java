package io.losslab.driver.bfrt;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.losslab.driver.DeviceException;
import io.losslab.driver.LoopbackServer;
import io.losslab.driver.bfrt.table.BfRtSchema;
import io.losslab.driver.bfrt.table.RowCodec;
import io.losslab.driver.bfrt.table.TableRow;
import io.losslab.driver.bfrt.table.TableSchema;
import io.losslab.proto.bfrt.Entity;
import io.losslab.proto.bfrt.TableData;
import io.losslab.proto.bfrt.TableEntry;
import io.losslab.proto.bfrt.Update;
import io.losslab.proto.bfrt.WriteRequest;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

class BfRtClientTest {
    private static final String ROUTES = "pipe.Ingress.routes";

    private final BfRtDevice device = new BfRtDevice();
    private final LoopbackServer server = new LoopbackServer(device);
    private final BfRtClient client = new BfRtClient(server.channel(), 0, 7);
    private final BfRtSchema schema =
            BfRtSchema.parse(List.of(device.programTables(), device.fixedTables()));

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
    void requestsReachTablesOfTheProgramOnceBound() {
        try (BfRtClient unbound = new BfRtClient(server.channel(), 0, 8)) {
            unbound.open();
            assertRefused(
                    "Write failed with UNKNOWN (Unable to get bound_program Unexpected error); see"
                            + " the device's log",
                    () ->
                            unbound.send(
                                    request(Update.Type.INSERT, route(1)).toBuilder()
                                            .setClientId(8)
                                            .build()));
        }
        assertEquals(2, schema.table(ROUTES).actions().size());
    }

    @Test
    void entriesReadAsTheyWereWritten() {
        TableRow row = route(1).doing("Ingress.forward").with("port", 300L);
        WriteRequest request = request(Update.Type.INSERT, row);
        client.send(request);
        assertEquals(request, client.present(request));
        WriteRequest removal = request(Update.Type.DELETE, new TableRow(row.key(), "", Map.of()));
        client.send(removal);
        assertEquals(0, device.entryCount());
        assertEquals(Update.Type.DELETE, client.present(request).getUpdates(0).getType());
    }

    @Test
    void aRefusedEntryIsNamedWithTableAndKey() {
        WriteRequest there = request(Update.Type.INSERT, route(1).doing("Ingress.drop"));
        client.send(there);
        assertRefused(
                "table pipe.Ingress.routes, hdr.ipv4.dst_addr=1 vrf=1: ALREADY_EXISTS (Table Add"
                        + " failed table:pipe.Ingress.routes Already exists); correct the setting",
                () -> client.send(there));
    }

    @Test
    void whatDoesNotFitTheTableIsRefusedBeforeItIsSent() {
        BfRtSchema other =
                BfRtSchema.parse(
                        List.of(
                                "{'tables': [{'name': 'a.buffers', 'id': 1}, {'name': 'b', 'id': 2}]}"
                                        .replace('\'', '"')));
        assertProblem(
                "the device has no table 'tf1.tm.queue.buffers'; it has [a.buffers]",
                () -> other.table("tf1.tm.queue.buffers"));
        assertProblem(
                "table pipe.Ingress.routes: field port must be 0..511 (9 bits), not 512",
                () -> encode(route(1).doing("Ingress.forward").with("port", 512L)));
        assertProblem(
                "table pipe.Ingress.routes has no action 'Ingress.forwrd'; it has"
                        + " [Ingress.forward, Ingress.drop]",
                () -> encode(route(1).doing("Ingress.forwrd")));
        assertProblem(
                "table pipe.Ingress.routes has no field 'prt'; it has [port]",
                () -> encode(route(1).doing("Ingress.forward").with("prt", 5L)));
        assertProblem(
                "table pipe.Ingress.routes: field vrf is missing in the key",
                () -> encode(TableRow.at("hdr.ipv4.dst_addr", 1)));
        assertProblem(
                "table pipe.Ingress.prefixes: field hdr.ipv4.dst_addr is matched by LPM, not by 1",
                () ->
                        new RowCodec(schema.table("pipe.Ingress.prefixes"))
                                .encode(TableRow.at("hdr.ipv4.dst_addr", 1)));
    }

    @Test
    void aTakenClientIdAndAnUnknownProgramAreRefused() {
        try (BfRtClient twin = new BfRtClient(server.channel(), 0, 7)) {
            assertRefused(
                    "client id 7 was rejected (Can't have two clients with the same client id"
                            + " Invalid arguments); stop the other client, or set another"
                            + " 'electionId'",
                    twin::open);
        }
        assertRefused(
                "SetForwardingPipelineConfig found nothing (Failed to find BfRtInfo for program"
                        + " nothing Object not found); check ids and ports",
                () -> client.bind("nothing"));
    }

    @Test
    void aDeviceThatIsGoneIsUnreachable() throws InterruptedException {
        server.stopServer();
        try (BfRtClient late = new BfRtClient(server.channel(), 0, 8)) {
            assertTrue(assertThrows(DeviceException.class, late::open).isAtFault());
        }
    }

    @Test
    void aRegisterReadsOneValueForEachPipe() {
        TableSchema depth = schema.table("pipe.Ingress.depth");
        TableEntry entry =
                TableEntry.newBuilder()
                        .setTableId(depth.id())
                        .setData(
                                TableData.newBuilder()
                                        .addFields(BfRtDevice.number(1, 4, 5))
                                        .addFields(BfRtDevice.number(1, 4, 6)))
                        .build();
        assertEquals(
                List.of(5L, 6L), new RowCodec(depth).decode(entry).data().get("Ingress.depth.f1"));
    }

    private WriteRequest request(Update.Type type, TableRow row) {
        return WriteRequest.newBuilder()
                .setTarget(BfRtRequests.target(0, BfRtClient.ALL_PIPES))
                .setClientId(7)
                .addUpdates(
                        Update.newBuilder()
                                .setType(type)
                                .setEntity(Entity.newBuilder().setTableEntry(encode(row))))
                .build();
    }

    private TableEntry encode(TableRow row) {
        return new RowCodec(schema.table(ROUTES)).encode(row);
    }

    private static TableRow route(long destination) {
        return TableRow.at("hdr.ipv4.dst_addr", destination, "vrf", 1);
    }

    private static void assertProblem(String problem, Executable work) {
        assertEquals(problem, assertThrows(IllegalArgumentException.class, work).getMessage());
    }

    private void assertRefused(String problem, Executable call) {
        assertEquals(
                server.prefix() + problem, assertThrows(DeviceException.class, call).getMessage());
    }
}
