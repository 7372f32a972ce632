package io.losslab.services.lab;

import static io.losslab.proto.p4.v1.SetForwardingPipelineConfigRequest.Action.RECONCILE_AND_COMMIT;
import static io.losslab.proto.p4.v1.SetForwardingPipelineConfigRequest.Action.VERIFY_AND_COMMIT;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.protobuf.ByteString;
import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.TextFormat;
import com.google.rpc.Code;
import io.grpc.StatusRuntimeException;
import io.grpc.protobuf.StatusProto;
import io.losslab.api.topology.Topology;
import io.losslab.proto.p4.config.v1.CounterSpec;
import io.losslab.proto.p4.config.v1.P4Info;
import io.losslab.proto.p4.config.v1.Preamble;
import io.losslab.proto.p4.v1.CounterData;
import io.losslab.proto.p4.v1.DigestList;
import io.losslab.proto.p4.v1.Entity;
import io.losslab.proto.p4.v1.Error;
import io.losslab.proto.p4.v1.FieldMatch;
import io.losslab.proto.p4.v1.ForwardingPipelineConfig;
import io.losslab.proto.p4.v1.IdleTimeoutNotification;
import io.losslab.proto.p4.v1.P4Data;
import io.losslab.proto.p4.v1.P4StructLike;
import io.losslab.proto.p4.v1.ReadRequest;
import io.losslab.proto.p4.v1.SetForwardingPipelineConfigRequest;
import io.losslab.proto.p4.v1.SetForwardingPipelineConfigRequest.Action;
import io.losslab.proto.p4.v1.StreamMessageRequest;
import io.losslab.proto.p4.v1.StreamMessageResponse;
import io.losslab.proto.p4.v1.TableEntry;
import io.losslab.proto.p4.v1.Uint128;
import io.losslab.proto.p4.v1.Update;
import io.losslab.proto.p4.v1.ValueSetEntry;
import io.losslab.proto.p4.v1.ValueSetMember;
import io.losslab.proto.p4.v1.WriteRequest;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * What a program in force tells its controller by itself: digests of its packets, by the parser's
 * value sets, and entries that no packet has met. The program is watching.p4, compiled by
 * p4c-bm2-ss; see the header of its JSON for the version.
 */
class WatchingProgramTest {
    private static final Uint128 ELECTION_ID = Uint128.newBuilder().setLow(9).build();
    private static final int ROCE_PORT = 4791;
    private static final long IDLE_NANOS = 50_000;
    private static final int COUNTER_ID = 0x13000001;

    private final P4Info info = info();
    private final TwoSites sites = new TwoSites();
    private Arrivals<StreamMessageRequest, StreamMessageResponse> answers;

    @BeforeEach
    void takeOver() throws Exception {
        sites.routed();
        answers = sites.claim(TwoSites.M, ELECTION_ID);
        commit(TwoSites.M, VERIFY_AND_COMMIT);
        write(
                TwoSites.M,
                Update.Type.INSERT,
                destination(TwoSites.A, TwoSites.M_TO_A),
                destination(TwoSites.C, TwoSites.M_TO_N));
        sites.claim(TwoSites.N, ELECTION_ID);
        commit(TwoSites.N, VERIFY_AND_COMMIT);
        write(
                TwoSites.N,
                Update.Type.INSERT,
                destination(TwoSites.A, TwoSites.N_TO_M),
                destination(TwoSites.C, TwoSites.N_TO_C));
    }

    private void commit(int device, Action action) {
        commit(device, action, info);
    }

    private void commit(int device, Action action, P4Info described) {
        sites.p4.setForwardingPipelineConfig(
                SetForwardingPipelineConfigRequest.newBuilder()
                        .setDeviceId(device)
                        .setElectionId(ELECTION_ID)
                        .setAction(action)
                        .setConfig(
                                ForwardingPipelineConfig.newBuilder()
                                        .setP4Info(described)
                                        .setP4DeviceConfig(resource("watching.json")))
                        .build());
    }

    @AfterEach
    void close() {
        sites.close();
    }

    @Test
    void aDigestTellsOfEverySourceOnceUntilItIsAcknowledged() throws InterruptedException {
        enableDigest();
        sites.start(TwoSites.A, TwoSites.bandwidth(1, TwoSites.C));
        sites.runUntil(100_000);
        DigestList first = answers.next().getDigest();
        assertEquals(info.getDigests(0).getPreamble().getId(), first.getDigestId());
        assertEquals(List.of(source(TwoSites.A, TwoSites.M_TO_A, false)), first.getDataList());
        DigestList acks = answers.next().getDigest();
        assertEquals(List.of(source(TwoSites.C, TwoSites.M_TO_N, false)), acks.getDataList());
        assertTrue(acks.getTimestamp() > first.getTimestamp());
    }

    @Test
    void theParserFollowsTheMembersOfItsValueSet() throws InterruptedException {
        enableDigest();
        write(
                Update.Type.MODIFY,
                Entity.newBuilder()
                        .setValueSetEntry(
                                ValueSetEntry.newBuilder()
                                        .setValueSetId(info.getValueSets(0).getPreamble().getId())
                                        .addMembers(
                                                ValueSetMember.newBuilder()
                                                        .addMatch(exact(1, ROCE_PORT))))
                        .build());
        sites.start(TwoSites.A, TwoSites.bandwidth(1, TwoSites.C));
        sites.runUntil(100_000);
        assertEquals(
                List.of(source(TwoSites.A, TwoSites.M_TO_A, true)),
                answers.next().getDigest().getDataList());
    }

    @Test
    void anEntryThatNoPacketMeetsIsReportedAgainAndAgain() throws InterruptedException {
        TableEntry known = sourceEntry(TwoSites.A, IDLE_NANOS);
        TableEntry silent = sourceEntry(TwoSites.B, IDLE_NANOS);
        write(Update.Type.INSERT, entity(known), entity(silent));
        sites.start(TwoSites.A, TwoSites.bandwidth(1, TwoSites.C));
        sites.runUntil(3 * IDLE_NANOS + 10_000);
        for (int time = 1; time <= 3; time++) {
            IdleTimeoutNotification idle = answers.next().getIdleTimeoutNotification();
            assertEquals(
                    List.of(silent.toBuilder().clearAction().build()), idle.getTableEntryList());
            assertEquals(time * IDLE_NANOS, idle.getTimestamp());
        }
        assertEquals(10_000, elapsedNanos(silent) - 3 * IDLE_NANOS);
        assertTrue(elapsedNanos(known) < 1_000);
        write(Update.Type.DELETE, entity(silent), entity(known));
        enableDigest();
        sites.runUntil(1_000_000);
        assertTrue(answers.next().hasDigest());
    }

    @Test
    void entriesOfTheProgramItselfAreShownAndTheConstantOnesStay() {
        List<TableEntry> classes = read("classes");
        assertEquals(List.of(3, 2, 1), classes.stream().map(TableEntry::getPriority).toList());
        assertTrue(classes.stream().allMatch(TableEntry::getIsConst));
        assertEquals(List.of(2, 1, 1), classes.stream().map(TableEntry::getMatchCount).toList());
        assertEquals(3, classes.get(0).getMatch(1).getRange().getHigh().byteAt(0));
        Entity constant = entity(classes.get(1).toBuilder().setIsConst(false).build());
        assertEquals(
                "PERMISSION_DENIED: ingress.classes is constant: of its entries, only direct"
                        + " resources can be modified, without an action",
                refusalOf(Update.Type.DELETE, constant));
        TableEntry peer = read("peers").get(0);
        assertFalse(peer.getIsConst());
        assertEquals(8, peer.getMatch(0).getLpm().getPrefixLen());
        write(Update.Type.DELETE, entity(peer));
        assertEquals(List.of(), read("peers"));
        commit(TwoSites.M, RECONCILE_AND_COMMIT);
        assertEquals(List.of(), read("peers"));
        assertEquals(classes, read("classes"));
        commit(TwoSites.M, VERIFY_AND_COMMIT);
        assertEquals(List.of(peer), read("peers"));
    }

    @Test
    void directResourcesOfAConstantTableCanBeModified() {
        P4Info.Builder counted = info.toBuilder();
        counted.getTablesBuilderList().stream()
                .filter(it -> it.getPreamble().getId() == tableId("classes"))
                .forEach(it -> it.addDirectResourceIds(COUNTER_ID));
        counted.addDirectCountersBuilder()
                .setDirectTableId(tableId("classes"))
                .setPreamble(Preamble.newBuilder().setId(COUNTER_ID).setName("ingress.hits"))
                .getSpecBuilder()
                .setUnit(CounterSpec.Unit.PACKETS);
        commit(TwoSites.M, VERIFY_AND_COMMIT, counted.build());
        CounterData seven = CounterData.newBuilder().setPacketCount(7).build();

        TableEntry before = read("classes").get(1);
        TableEntry.Builder modified = before.toBuilder().clearIsConst().setCounterData(seven);
        assertTrue(
                refusalOf(Update.Type.MODIFY, entity(modified.build()))
                        .startsWith("PERMISSION_DENIED"));
        modified.clearAction();
        assertTrue(
                refusalOf(Update.Type.INSERT, entity(modified.build()))
                        .startsWith("PERMISSION_DENIED"));
        write(Update.Type.MODIFY, entity(modified.build()));

        TableEntry filter =
                TableEntry.newBuilder()
                        .setTableId(tableId("classes"))
                        .setCounterData(CounterData.getDefaultInstance())
                        .build();
        assertEquals(before.toBuilder().setCounterData(seven).build(), read(filter).get(1));
    }

    private List<TableEntry> read(String table) {
        return read(TableEntry.newBuilder().setTableId(tableId(table)).build());
    }

    private List<TableEntry> read(TableEntry filter) {
        List<TableEntry> entries = new ArrayList<>();
        sites.p4
                .read(
                        ReadRequest.newBuilder()
                                .setDeviceId(TwoSites.M)
                                .addEntities(entity(filter))
                                .build())
                .forEachRemaining(
                        answer ->
                                answer.getEntitiesList()
                                        .forEach(it -> entries.add(it.getTableEntry())));
        return entries;
    }

    private String refusalOf(Update.Type type, Entity entity) {
        StatusRuntimeException refused =
                assertThrows(StatusRuntimeException.class, () -> write(type, entity));
        try {
            Error error = StatusProto.fromThrowable(refused).getDetails(0).unpack(Error.class);
            return Code.forNumber(error.getCanonicalCode()) + ": " + error.getMessage();
        } catch (InvalidProtocolBufferException e) {
            throw new AssertionError(e);
        }
    }

    private long elapsedNanos(TableEntry entry) {
        TableEntry.Builder filter = entry.toBuilder().clearAction().setIdleTimeoutNs(0);
        filter.getTimeSinceLastHitBuilder();
        return sites.p4
                .read(
                        ReadRequest.newBuilder()
                                .setDeviceId(TwoSites.M)
                                .addEntities(Entity.newBuilder().setTableEntry(filter))
                                .build())
                .next()
                .getEntities(0)
                .getTableEntry()
                .getTimeSinceLastHit()
                .getElapsedNs();
    }

    private void enableDigest() {
        Entity.Builder digest = Entity.newBuilder();
        digest.getDigestEntryBuilder()
                .setDigestId(info.getDigests(0).getPreamble().getId())
                .getConfigBuilder()
                .setAckTimeoutNs(1_000_000_000L);
        write(Update.Type.INSERT, digest.build());
    }

    private void write(Update.Type type, Entity... entities) {
        write(TwoSites.M, type, entities);
    }

    private void write(int device, Update.Type type, Entity... entities) {
        WriteRequest.Builder request =
                WriteRequest.newBuilder().setDeviceId(device).setElectionId(ELECTION_ID);
        for (Entity entity : entities) {
            request.addUpdates(Update.newBuilder().setType(type).setEntity(entity));
        }
        sites.p4.write(request.build());
    }

    private Entity destination(int host, int port) {
        TableEntry.Builder entry = TableEntry.newBuilder().setTableId(tableId("destinations"));
        entry.addMatch(exact(1, ipv4(host)));
        entry.getActionBuilder()
                .getActionBuilder()
                .setActionId(actionId("ingress.forward"))
                .addParamsBuilder()
                .setParamId(1)
                .setValue(ByteString.copyFrom(new byte[] {(byte) port}));
        return entity(entry.build());
    }

    private TableEntry sourceEntry(int host, long idleNanos) {
        TableEntry.Builder entry = TableEntry.newBuilder().setTableId(tableId("sources"));
        entry.addMatch(exact(1, ipv4(host))).setIdleTimeoutNs(idleNanos);
        entry.getActionBuilder().getActionBuilder().setActionId(actionId("NoAction"));
        return entry.build();
    }

    private static Entity entity(TableEntry entry) {
        return Entity.newBuilder().setTableEntry(entry).build();
    }

    private static FieldMatch exact(int field, long value) {
        return FieldMatch.newBuilder()
                .setFieldId(field)
                .setExact(FieldMatch.Exact.newBuilder().setValue(bits(value)))
                .build();
    }

    private static P4Data source(int host, int port, boolean roce) {
        return P4Data.newBuilder()
                .setStruct(
                        P4StructLike.newBuilder()
                                .addMembers(P4Data.newBuilder().setBitstring(bits(ipv4(host))))
                                .addMembers(P4Data.newBuilder().setBitstring(bits(port)))
                                .addMembers(P4Data.newBuilder().setBool(roce)))
                .build();
    }

    private static ByteString bits(long value) {
        byte[] bytes = BigInteger.valueOf(value).toByteArray();
        int sign = bytes.length > 1 && bytes[0] == 0 ? 1 : 0;
        return ByteString.copyFrom(bytes, sign, bytes.length - sign);
    }

    private static long ipv4(int host) {
        return Topology.ipv4Of(TwoSites.topology().nodes().get(host - 1)) & 0xffff_ffffL;
    }

    private int tableId(String name) {
        return info.getTablesList().stream()
                .filter(it -> it.getPreamble().getName().equals("ingress." + name))
                .findFirst()
                .orElseThrow()
                .getPreamble()
                .getId();
    }

    private int actionId(String name) {
        return info.getActionsList().stream()
                .filter(it -> it.getPreamble().getName().equals(name))
                .findFirst()
                .orElseThrow()
                .getPreamble()
                .getId();
    }

    private static P4Info info() {
        try {
            return TextFormat.parse(
                    resource("watching.p4info.txt").toString(StandardCharsets.UTF_8), P4Info.class);
        } catch (TextFormat.ParseException e) {
            throw new AssertionError(e);
        }
    }

    private static ByteString resource(String name) {
        try (InputStream in =
                WatchingProgramTest.class.getResourceAsStream("/io/losslab/services/p4/" + name)) {
            return ByteString.readFrom(in);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
