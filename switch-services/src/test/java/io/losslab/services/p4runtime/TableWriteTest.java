package io.losslab.services.p4runtime;

import static io.losslab.services.p4runtime.LoopbackServer.outcomes;
import static io.losslab.services.p4runtime.ProgramFixture.DROP;
import static io.losslab.services.p4runtime.ProgramFixture.FORWARD;
import static io.losslab.services.p4runtime.ProgramFixture.ROUTES;
import static io.losslab.services.p4runtime.ProgramFixture.insert;
import static io.losslab.services.p4runtime.ProgramFixture.key;
import static io.losslab.services.p4runtime.ProgramFixture.match;
import static io.losslab.services.p4runtime.ProgramFixture.member;
import static io.losslab.services.p4runtime.ProgramFixture.route;
import static io.losslab.services.p4runtime.ProgramFixture.update;
import static io.losslab.services.p4runtime.ProgramFixture.withSet;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import com.google.protobuf.ByteString;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.losslab.proto.p4.config.v1.P4Info;
import io.losslab.proto.p4.v1.Action;
import io.losslab.proto.p4.v1.ActionProfileActionSet;
import io.losslab.proto.p4.v1.CounterData;
import io.losslab.proto.p4.v1.Entity;
import io.losslab.proto.p4.v1.ExternEntry;
import io.losslab.proto.p4.v1.FieldMatch;
import io.losslab.proto.p4.v1.SetForwardingPipelineConfigRequest;
import io.losslab.proto.p4.v1.TableAction;
import io.losslab.proto.p4.v1.TableEntry;
import io.losslab.proto.p4.v1.Update;
import io.losslab.proto.p4.v1.WriteRequest;
import io.losslab.services.p4runtime.forwarding.RouteKey;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

class TableWriteTest {
    private static final int NET = 0x0a010000;
    private static final int HOST = 0x0a010203;

    private final LoopbackServer server = new LoopbackServer();

    @BeforeEach
    void program() throws InterruptedException {
        server.withProgram(ProgramFixture.INFO);
    }

    @AfterEach
    void stop() throws InterruptedException {
        server.close();
    }

    @Test
    void anEqualCostSetReachesThePlane() {
        server.write(
                insert(route(HOST, 32, 1, 3)), insert(route(NET, 16, 2)), insert(route(0, 0, 4)));
        assertEquals(
                Map.of(
                        new RouteKey(0, HOST, 32), List.of(1, 3),
                        new RouteKey(0, NET, 16), List.of(2),
                        new RouteKey(0, 0, 0), List.of(4)),
                server.plane.routes);
    }

    @Test
    void weightsRepeatAPort() {
        ActionProfileActionSet.Builder set =
                ActionProfileActionSet.newBuilder()
                        .addActionProfileActions(member(1, 3))
                        .addActionProfileActions(member(2, 1));
        server.write(insert(withSet(key(HOST, 32), set)));
        assertEquals(List.of(1, 1, 1, 2), server.plane.routes.get(new RouteKey(0, HOST, 32)));
    }

    @Test
    void modifyReplacesAndDeleteLooksAtTheKeyAlone() {
        server.write(insert(route(HOST, 32, 1)));
        server.write(update(Update.Type.MODIFY, route(HOST, 32, 2, 3)));
        assertEquals(List.of(2, 3), server.plane.routes.get(new RouteKey(0, HOST, 32)));
        server.write(update(Update.Type.MODIFY, key(HOST, 32)));
        assertEquals(List.of(2, 3), server.plane.routes.get(new RouteKey(0, HOST, 32)));
        TableEntry nonsense =
                key(HOST, 32).toBuilder()
                        .setAction(TableAction.newBuilder().setActionProfileMemberId(3))
                        .build();
        server.write(update(Update.Type.DELETE, nonsense));
        assertEquals(Map.of(), server.plane.routes);
    }

    @Test
    void aBatchGoesOnAfterErrorsAndTellsOfEveryUpdate() {
        StatusRuntimeException e =
                assertFails(
                        insert(route(HOST, 32, 1)),
                        insert(route(HOST, 32, 2)),
                        update(Update.Type.DELETE, key(NET, 16)),
                        insert(route(NET, 16, 3)));
        assertEquals("2 of 4 updates failed", e.getStatus().getDescription());
        assertEquals(
                List.of(
                        "OK",
                        "ALREADY_EXISTS ingress.routes has an entry for"
                                + " hdr.ipv4.dst_addr=0x0a010203/32",
                        "NOT_FOUND ingress.routes has no entry for"
                                + " hdr.ipv4.dst_addr=0x0a010000/16",
                        "OK"),
                outcomes(e));
        assertEquals(
                Map.of(
                        new RouteKey(0, HOST, 32), List.of(1),
                        new RouteKey(0, NET, 16), List.of(3)),
                server.plane.routes);
    }

    @Test
    void keysAreHeldAgainstTheP4Info() {
        TableEntry.Builder good = route(HOST, 32, 1).toBuilder();
        assertInvalid(
                "there is no table 0x00000005; ingress.routes is 0x00000385",
                good.clone().setTableId(5));
        assertInvalid(
                "ingress.routes has no match field 1; hdr.ipv4.dst_addr is 7",
                good.clone().setMatch(0, match(ipv4(10, 1, 2, 3), 32).setFieldId(1)));
        assertInvalid(
                "hdr.ipv4.dst_addr must be matched by lpm",
                good.clone()
                        .setMatch(
                                0,
                                FieldMatch.newBuilder()
                                        .setFieldId(7)
                                        .setExact(
                                                FieldMatch.Exact.newBuilder()
                                                        .setValue(ipv4(10, 1, 2, 3)))));
        assertInvalid(
                "prefix_len of hdr.ipv4.dst_addr must be 1..32, or the field left out to match"
                        + " all: 33",
                good.clone().setMatch(0, match(ipv4(10, 1, 2, 3), 33)));
        assertInvalid(
                "hdr.ipv4.dst_addr has bits below its prefix of 31: 0x0a010203",
                good.clone().setMatch(0, match(ipv4(10, 1, 2, 3), 31)));
        assertOutcome(
                "OUT_OF_RANGE hdr.ipv4.dst_addr 0x0100000000 exceeds 32 bits",
                good.clone().setMatch(0, match(ipv4(1, 0, 0, 0, 0), 32)));
        assertOutcome(
                "OUT_OF_RANGE hdr.ipv4.dst_addr has no value; zero is one zero byte",
                good.clone().setMatch(0, match(ByteString.EMPTY, 32)));
        assertInvalid(
                "hdr.ipv4.dst_addr is matched twice", good.clone().addMatch(match(ipv4(10), 32)));
        assertInvalid(
                "priority must be 0 in a table of LPM and exact fields: 4",
                good.clone().setPriority(4));
    }

    @Test
    void attributesThatTheTableLacksAreRefused() {
        TableEntry.Builder good = route(HOST, 32, 1).toBuilder();
        assertInvalid("is_const must not be set in a write", good.clone().setIsConst(true));
        assertInvalid("ingress.routes has no idle timeout", good.clone().setIdleTimeoutNs(1));
        assertInvalid(
                "ingress.routes has no direct counter",
                good.clone().setCounterData(CounterData.getDefaultInstance()));
    }

    @Test
    void actionsAreHeldAgainstTheP4Info() {
        assertInvalid("the entry has no action", key(HOST, 32).toBuilder());
        assertInvalid(
                "ingress.routes is implemented by a selector: send an action_profile_action_set,"
                        + " not an action",
                key(HOST, 32).toBuilder()
                        .setAction(
                                TableAction.newBuilder()
                                        .setAction(Action.newBuilder().setActionId(FORWARD))));
        assertInvalid(
                "port 5 is not on the device; it has ports 1..4", route(HOST, 32, 5).toBuilder());
        assertInvalid(
                "port 0 is not on the device; it has ports 1..4", route(HOST, 32, 0).toBuilder());
        assertOutcome("OUT_OF_RANGE port 0x0200 exceeds 9 bits", route(HOST, 32, 512).toBuilder());
        assertInvalid("the action set has no member", route(HOST, 32).toBuilder());
        assertOutcome(
                "INVALID_ARGUMENT ingress.routes has no action 0x00000001",
                oneMember(Action.newBuilder().setActionId(1)));
        assertOutcome(
                "PERMISSION_DENIED ingress.drop may only be the default action of ingress.routes",
                oneMember(Action.newBuilder().setActionId(DROP)));
        assertOutcome(
                "INVALID_ARGUMENT ingress.forward requires exactly the parameter 8, port",
                oneMember(Action.newBuilder().setActionId(FORWARD)));
        assertOutcome(
                "NOT_FOUND ingress.ecmp has no group 1",
                key(HOST, 32).toBuilder()
                        .setAction(TableAction.newBuilder().setActionProfileGroupId(1)));
    }

    @Test
    void weightsAndGroupsHaveTheirLimits() {
        assertOutcome(
                "INVALID_ARGUMENT the weight of a member must be at least 1: 0",
                set(ActionProfileActionSet.newBuilder().addActionProfileActions(member(1, 0))));
        assertOutcome(
                "INVALID_ARGUMENT the action set needs 7 places, but a group of ingress.ecmp has 6",
                set(ActionProfileActionSet.newBuilder().addActionProfileActions(member(1, 7))));
        assertOutcome(
                "RESOURCE_EXHAUSTED the weights of the action set sum to more than 4096",
                set(
                        ActionProfileActionSet.newBuilder()
                                .setSizeSemantics(
                                        ActionProfileActionSet.SizeSemantics.SUM_OF_MEMBERS)
                                .addActionProfileActions(member(1, Integer.MAX_VALUE))));
        assertOutcome(
                "UNIMPLEMENTED members are selected by hash, not at random",
                set(
                        ActionProfileActionSet.newBuilder()
                                .setActionSelectionMode(
                                        ActionProfileActionSet.ActionSelectionMode.RANDOM)
                                .addActionProfileActions(member(1, 1))));
        server.write(insert(route(1, 32, 1, 2, 3, 4, 1, 2)));
        assertOutcome(
                "RESOURCE_EXHAUSTED ingress.ecmp is full: 10 places",
                route(2, 32, 1, 2, 3, 4, 1).toBuilder());
        server.write(update(Update.Type.MODIFY, route(1, 32, 1)));
        server.write(insert(route(2, 32, 1, 2, 3, 4, 1)));
    }

    @Test
    void aFullTableIsExhausted() {
        server.write(insert(route(1, 32, 1)), insert(route(2, 32, 1)), insert(route(3, 32, 1)));
        assertOutcome(
                "RESOURCE_EXHAUSTED ingress.routes is full: 3 entries",
                route(4, 32, 1).toBuilder());
        server.write(update(Update.Type.DELETE, key(2, 32)), insert(route(4, 32, 1)));
        assertEquals(3, server.plane.routes.size());
    }

    @Test
    void theDefaultEntryCanOnlyBeModifiedAndOnlyToADrop() {
        TableEntry.Builder entry =
                TableEntry.newBuilder().setTableId(ROUTES).setIsDefaultAction(true);
        TableAction.Builder drop =
                TableAction.newBuilder().setAction(Action.newBuilder().setActionId(DROP));
        server.write(
                update(Update.Type.MODIFY, entry.clone().setAction(drop).build()),
                update(Update.Type.MODIFY, entry.clone().build()));
        assertOutcome("INVALID_ARGUMENT the default entry can only be modified", entry.clone());
        assertEquals(
                List.of(
                        "PERMISSION_DENIED ingress.forward may not be the default action of"
                                + " ingress.routes",
                        "INVALID_ARGUMENT the default entry has no match and no priority"),
                outcomes(
                        assertFails(
                                update(
                                        Update.Type.MODIFY,
                                        entry.clone()
                                                .setAction(
                                                        TableAction.newBuilder()
                                                                .setAction(
                                                                        Action.newBuilder()
                                                                                .setActionId(
                                                                                        FORWARD)))
                                                .build()),
                                update(Update.Type.MODIFY, entry.clone().setPriority(1).build()))));
    }

    @Test
    void aConstantDefaultStays() {
        server.set(
                SetForwardingPipelineConfigRequest.Action.VERIFY_AND_COMMIT,
                LoopbackServer.config(ProgramFixture.CONSTANT_DEFAULT));
        TableEntry entry =
                TableEntry.newBuilder().setTableId(ROUTES).setIsDefaultAction(true).build();
        assertEquals(
                List.of("PERMISSION_DENIED the default action of ingress.routes is constant"),
                outcomes(assertFails(update(Update.Type.MODIFY, entry))));
    }

    @Test
    void aPlaneThatRefusesLeavesTheTableAsItWas() {
        server.plane.refusal = "the fabric has stopped";
        assertOutcome("FAILED_PRECONDITION the fabric has stopped", route(HOST, 32, 1).toBuilder());
        server.plane.refusal = null;
        server.write(insert(route(HOST, 32, 1)));
    }

    @Test
    void aFaultIsToldAndLeavesTheTableAsItWas() {
        server.plane.fault = new ArrayIndexOutOfBoundsException("Index 6");
        String told = "INTERNAL: java.lang.ArrayIndexOutOfBoundsException: Index 6";
        assertEquals(told, statusOf(() -> server.write(insert(route(HOST, 32, 1)))));
        Entity.Builder counter = Entity.newBuilder();
        counter.getCounterEntryBuilder().setCounterId(ProgramFixture.RX);
        assertEquals(told, statusOf(() -> server.read(counter)));
        server.plane.fault = null;
        server.write(insert(route(HOST, 32, 1)));
    }

    private static String statusOf(Executable call) {
        Status status = assertThrows(StatusRuntimeException.class, call).getStatus();
        return status.getCode() + ": " + status.getDescription();
    }

    @Test
    void writersFromManyThreadsQueueUp() throws Exception {
        P4Info.Builder large = ProgramFixture.INFO.toBuilder();
        large.getTablesBuilder(0).setSize(1000);
        large.getActionProfilesBuilder(0).setSize(1000);
        server.set(
                SetForwardingPipelineConfigRequest.Action.VERIFY_AND_COMMIT,
                LoopbackServer.config(large.build()));
        List<CompletableFuture<Void>> writers = new ArrayList<>();
        for (int writer = 0; writer < 8; writer++) {
            int base = writer << 8;
            writers.add(
                    CompletableFuture.runAsync(
                            () -> {
                                for (int i = 0; i < 50; i++) {
                                    server.write(insert(route(base + i, 32, 1)));
                                }
                            }));
        }
        for (CompletableFuture<Void> writer : writers) {
            writer.get(60, TimeUnit.SECONDS);
        }
        assertEquals(400, server.plane.routes.size());
    }

    @Test
    void valuesThatAreTooLongReadBackCanonical() {
        TableEntry longer =
                route(0x000a0102, 32, 1).toBuilder()
                        .setMatch(0, match(ipv4(0, 0, 10, 1, 2), 32))
                        .build();
        server.write(insert(longer));
        assertEquals(
                List.of(route(0x000a0102, 32, 1)),
                server
                        .read(Entity.newBuilder().setTableEntry(TableEntry.getDefaultInstance()))
                        .stream()
                        .map(Entity::getTableEntry)
                        .toList());
        assertEquals(List.of(1), server.plane.routes.get(new RouteKey(0, 0x000a0102, 32)));
    }

    @Test
    void aBatchGoesToThePlaneAtOnce() {
        int before = server.plane.calls.get();
        server.write(insert(route(1, 32, 1)), insert(route(2, 32, 1)), insert(route(3, 32, 1)));
        assertEquals(before + 1, server.plane.calls.get());
    }

    @Test
    void aBatchThatRollsBackLeavesNothingBehind() {
        server.write(insert(route(HOST, 32, 1)));
        for (WriteRequest.Atomicity atomicity :
                List.of(
                        WriteRequest.Atomicity.ROLLBACK_ON_ERROR,
                        WriteRequest.Atomicity.DATAPLANE_ATOMIC)) {
            WriteRequest batch =
                    LoopbackServer.request(
                                    1,
                                    update(Update.Type.MODIFY, route(HOST, 32, 4)),
                                    insert(route(NET, 16, 2)),
                                    update(Update.Type.DELETE, key(1, 32)),
                                    insert(route(0, 0, 2)))
                            .toBuilder()
                            .setAtomicity(atomicity)
                            .build();
            StatusRuntimeException e =
                    assertThrows(StatusRuntimeException.class, () -> server.stub().write(batch));
            String aborted = "ABORTED aborted because another update of the batch failed";
            assertEquals(
                    List.of(
                            aborted,
                            aborted,
                            "NOT_FOUND ingress.routes has no entry for"
                                    + " hdr.ipv4.dst_addr=0x01/32",
                            aborted),
                    outcomes(e));
            assertEquals(Map.of(new RouteKey(0, HOST, 32), List.of(1)), server.plane.routes);
            assertEquals(
                    1,
                    server.read(Entity.newBuilder().setTableEntry(TableEntry.getDefaultInstance()))
                            .size());
        }
        server.write(insert(route(NET, 16, 2)));
        assertEquals(2, server.plane.routes.size());
    }

    @Test
    void whatIsNoEntityIsRefused() {
        Update extern =
                Update.newBuilder()
                        .setType(Update.Type.INSERT)
                        .setEntity(
                                Entity.newBuilder()
                                        .setExternEntry(ExternEntry.getDefaultInstance()))
                        .build();
        assertEquals(
                List.of(
                        "UNIMPLEMENTED ExternEntry is not supported by the software switch",
                        "INVALID_ARGUMENT the entity is not set"),
                outcomes(assertFails(extern, Update.getDefaultInstance())));
    }

    private StatusRuntimeException assertFails(Update... updates) {
        StatusRuntimeException e =
                assertThrows(StatusRuntimeException.class, () -> server.write(updates));
        assertEquals(Status.Code.UNKNOWN, e.getStatus().getCode(), e.getMessage());
        return e;
    }

    private void assertInvalid(String message, TableEntry.Builder entry) {
        assertOutcome("INVALID_ARGUMENT " + message, entry);
    }

    private void assertOutcome(String outcome, TableEntry.Builder entry) {
        assertEquals(List.of(outcome), outcomes(assertFails(insert(entry.build()))));
    }

    private static TableEntry.Builder oneMember(Action.Builder action) {
        return set(
                ActionProfileActionSet.newBuilder()
                        .addActionProfileActions(member(1, 1).setAction(action)));
    }

    private static TableEntry.Builder set(ActionProfileActionSet.Builder set) {
        return withSet(key(HOST, 32), set).toBuilder();
    }

    private static ByteString ipv4(int... octets) {
        byte[] bytes = new byte[octets.length];
        for (int i = 0; i < octets.length; i++) {
            bytes[i] = (byte) octets[i];
        }
        return ByteString.copyFrom(bytes);
    }
}
