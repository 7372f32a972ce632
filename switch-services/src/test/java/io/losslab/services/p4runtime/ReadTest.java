package io.losslab.services.p4runtime;

import static io.losslab.services.p4runtime.LoopbackServer.outcomes;
import static io.losslab.services.p4runtime.ProgramFixture.ROUTES;
import static io.losslab.services.p4runtime.ProgramFixture.RX;
import static io.losslab.services.p4runtime.ProgramFixture.TX;
import static io.losslab.services.p4runtime.ProgramFixture.insert;
import static io.losslab.services.p4runtime.ProgramFixture.key;
import static io.losslab.services.p4runtime.ProgramFixture.route;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import com.google.protobuf.ByteString;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.losslab.proto.p4.v1.CounterData;
import io.losslab.proto.p4.v1.CounterEntry;
import io.losslab.proto.p4.v1.Entity;
import io.losslab.proto.p4.v1.ExternEntry;
import io.losslab.proto.p4.v1.Index;
import io.losslab.proto.p4.v1.ReadRequest;
import io.losslab.proto.p4.v1.TableEntry;
import io.losslab.proto.p4.v1.Update;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class ReadTest {
    private static final TableEntry FIRST =
            route(0x0a000001, 32, 1, 2).toBuilder()
                    .setMetadata(ByteString.copyFromUtf8("mine"))
                    .build();
    private static final TableEntry SECOND = route(0x0a000000, 8, 3);

    private final LoopbackServer server = new LoopbackServer();

    @AfterEach
    void stop() throws InterruptedException {
        server.close();
    }

    @Test
    void entriesReadAsTheyWereWritten() throws InterruptedException {
        server.withProgram(ProgramFixture.INFO).write(insert(FIRST), insert(SECOND));
        assertEquals(List.of(FIRST, SECOND), entries(TableEntry.newBuilder()));
        assertEquals(List.of(FIRST, SECOND), entries(TableEntry.newBuilder().setTableId(ROUTES)));
        assertEquals(List.of(SECOND), entries(key(0x0a000000, 8).toBuilder()));
        assertEquals(List.of(), entries(key(0x0b000000, 8).toBuilder()));
        assertEquals(
                List.of(FIRST),
                entries(
                        TableEntry.newBuilder()
                                .setTableId(ROUTES)
                                .setMetadata(ByteString.copyFromUtf8("mine"))));
        assertEquals(List.of(), entries(TableEntry.newBuilder().setTableId(ROUTES).setPriority(1)));
    }

    @Test
    void theDefaultEntryIsReadAlone() throws InterruptedException {
        server.withProgram(ProgramFixture.INFO).write(insert(FIRST));
        List<TableEntry> found =
                entries(TableEntry.newBuilder().setTableId(ROUTES).setIsDefaultAction(true));
        assertEquals(1, found.size());
        assertEquals(
                TableEntry.newBuilder().setTableId(ROUTES).setIsDefaultAction(true).build(),
                found.get(0));
    }

    @Test
    void aBatchOfFiltersTellsOfEachAndStillReads() throws InterruptedException {
        server.withProgram(ProgramFixture.INFO).write(insert(FIRST));
        StatusRuntimeException e =
                assertThrows(
                        StatusRuntimeException.class,
                        () ->
                                server.read(
                                        Entity.newBuilder()
                                                .setTableEntry(TableEntry.getDefaultInstance()),
                                        Entity.newBuilder()
                                                .setExternEntry(ExternEntry.getDefaultInstance()),
                                        Entity.newBuilder(),
                                        Entity.newBuilder()
                                                .setTableEntry(
                                                        TableEntry.newBuilder().setTableId(12))));
        assertEquals(Status.Code.UNKNOWN, e.getStatus().getCode());
        assertEquals(
                List.of(
                        "OK",
                        "UNIMPLEMENTED ExternEntry is not supported by the software switch",
                        "INVALID_ARGUMENT the entity is not set",
                        "INVALID_ARGUMENT there is no table 0x0000000c; ingress.routes is"
                                + " 0x00000385"),
                outcomes(e));
    }

    @Test
    void readingNeedsAPipelineAndADeviceButNoElection() throws InterruptedException {
        assertEquals(
                Status.Code.FAILED_PRECONDITION,
                assertThrows(StatusRuntimeException.class, server::read).getStatus().getCode());
        assertEquals(
                Status.Code.NOT_FOUND,
                assertThrows(
                                StatusRuntimeException.class,
                                () ->
                                        server.stub()
                                                .read(
                                                        ReadRequest.newBuilder()
                                                                .setDeviceId(8)
                                                                .build())
                                                .hasNext())
                        .getStatus()
                        .getCode());
    }

    @Test
    void countersFollowThePlane() throws InterruptedException {
        server.withProgram(ProgramFixture.INFO);
        server.plane.rxPackets[2] = 7;
        server.plane.rxBytes[2] = 700;
        server.plane.txPackets[4] = 9;
        assertEquals(List.of(cell(RX, 2, 7, 700)), counters(RX, 2L));
        assertEquals(List.of(cell(TX, 4, 9, 0)), counters(TX, 4L));
        assertEquals(List.of(cell(TX, 15, 0, 0)), counters(TX, 15L));
        List<CounterEntry> all = counters(RX, null);
        assertEquals(16, all.size());
        assertEquals(cell(RX, 2, 7, 700), all.get(2));
        assertEquals(32, counters(0, null).size());
    }

    @Test
    void aCommitSetsCountersToZeroAndAWriteSetsThem() throws InterruptedException {
        server.plane.rxPackets[1] = 100;
        server.withProgram(ProgramFixture.INFO);
        server.plane.rxPackets[1] = 105;
        assertEquals(List.of(cell(RX, 1, 5, 0)), counters(RX, 1L));
        server.write(
                Update.newBuilder()
                        .setType(Update.Type.MODIFY)
                        .setEntity(Entity.newBuilder().setCounterEntry(cell(RX, 1, 1000, 1)))
                        .build());
        server.plane.rxPackets[1] = 106;
        assertEquals(List.of(cell(RX, 1, 1001, 1)), counters(RX, 1L));
    }

    @Test
    void wrongCellsAndUpdatesOfCountersAreRefused() throws InterruptedException {
        server.withProgram(ProgramFixture.INFO);
        assertEquals("OUT_OF_RANGE ingress.rx has cells 0..15: 16", failure(RX, 16L));
        assertEquals("INVALID_ARGUMENT a counter index must not be negative: -1", failure(RX, -1L));
        assertEquals("INVALID_ARGUMENT there is no counter 0x00000385", failure(ROUTES, null));
        StatusRuntimeException e =
                assertThrows(
                        StatusRuntimeException.class,
                        () ->
                                server.write(
                                        Update.newBuilder()
                                                .setType(Update.Type.INSERT)
                                                .setEntity(
                                                        Entity.newBuilder()
                                                                .setCounterEntry(cell(RX, 1, 1, 1)))
                                                .build()));
        assertEquals(List.of("INVALID_ARGUMENT a counter can only be modified"), outcomes(e));
    }

    private List<TableEntry> entries(TableEntry.Builder filter) {
        return server.read(Entity.newBuilder().setTableEntry(filter)).stream()
                .map(Entity::getTableEntry)
                .toList();
    }

    private List<CounterEntry> counters(int counterId, Long index) {
        CounterEntry.Builder filter = CounterEntry.newBuilder().setCounterId(counterId);
        if (index != null) {
            filter.setIndex(Index.newBuilder().setIndex(index));
        }
        return server.read(Entity.newBuilder().setCounterEntry(filter)).stream()
                .map(Entity::getCounterEntry)
                .toList();
    }

    private String failure(int counterId, Long index) {
        return outcomes(
                        assertThrows(
                                StatusRuntimeException.class, () -> counters(counterId, index)))
                .get(0);
    }

    private static CounterEntry cell(int counterId, long index, long packets, long bytes) {
        return CounterEntry.newBuilder()
                .setCounterId(counterId)
                .setIndex(Index.newBuilder().setIndex(index))
                .setData(CounterData.newBuilder().setPacketCount(packets).setByteCount(bytes))
                .build();
    }
}
