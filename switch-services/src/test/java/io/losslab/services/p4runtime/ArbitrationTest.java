package io.losslab.services.p4runtime;

import static io.losslab.services.p4runtime.LoopbackServer.TOR1;
import static io.losslab.services.p4runtime.LoopbackServer.TOR2;
import static io.losslab.services.p4runtime.LoopbackServer.config;
import static io.losslab.services.p4runtime.LoopbackServer.request;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.protobuf.Any;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.losslab.proto.p4.v1.MasterArbitrationUpdate;
import io.losslab.proto.p4.v1.PacketOut;
import io.losslab.proto.p4.v1.Role;
import io.losslab.proto.p4.v1.SetForwardingPipelineConfigRequest;
import io.losslab.proto.p4.v1.StreamMessageRequest;
import io.losslab.proto.p4.v1.Uint128;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class ArbitrationTest {
    private final LoopbackServer server = new LoopbackServer();

    @AfterEach
    void stop() throws InterruptedException {
        server.close();
    }

    @Test
    void theFirstControllerIsPrimaryAndALowerOneBackup() throws InterruptedException {
        TestController high = server.controller().claim(TOR1, 5);
        assertEquals("OK 5", high.next());
        TestController low = server.controller().claim(TOR1, 3);
        assertEquals("ALREADY_EXISTS 5", low.next());
        assertTrue(high.isQuiet());
    }

    @Test
    void aHigherControllerTakesOverAndEverybodyHears() throws InterruptedException {
        TestController first = server.controller().claim(TOR1, 5);
        assertEquals("OK 5", first.next());
        TestController backup = server.controller().claim(TOR1, 3);
        assertEquals("ALREADY_EXISTS 5", backup.next());
        TestController second = server.controller().claim(TOR1, 9);
        assertEquals("OK 9", second.next());
        assertEquals("ALREADY_EXISTS 9", first.next());
        assertEquals("ALREADY_EXISTS 9", backup.next());
    }

    @Test
    void electionIdsAreUnsignedAnd128BitsWide() throws InterruptedException {
        Uint128 wide = Uint128.newBuilder().setHigh(1).build();
        Uint128 widest = Uint128.newBuilder().setHigh(-1).setLow(-1).build();
        assertEquals("OK 18446744073709551615", server.controller().claim(TOR1, -1).next());
        assertEquals("OK 0x10000000000000000", server.controller().claim(TOR1, wide).next());
        assertEquals(
                "OK 0xffffffffffffffffffffffffffffffff",
                server.controller().claim(TOR1, widest).next());
    }

    @Test
    void withoutItsPrimaryADeviceHasNoneUntilTheIdIsClaimedAgain() throws InterruptedException {
        TestController primary = server.controller().claim(TOR1, 5);
        assertEquals("OK 5", primary.next());
        TestController backup = server.controller().claim(TOR1, 3);
        assertEquals("ALREADY_EXISTS 5", backup.next());
        primary.finish();
        assertEquals("NOT_FOUND 5", backup.next());
        backup.claim(TOR1, 4);
        assertEquals("NOT_FOUND 5", backup.next());
        backup.claim(TOR1, 5);
        assertEquals("OK 5", backup.next());
    }

    @Test
    void aPrimaryMayStepDown() throws InterruptedException {
        TestController primary = server.controller().claim(TOR1, 5);
        assertEquals("OK 5", primary.next());
        primary.claim(TOR1, 2);
        assertEquals("NOT_FOUND 5", primary.next());
        assertDenied(5);
    }

    @Test
    void aControllerWithoutElectionIdIsBackupForEver() throws InterruptedException {
        TestController observer =
                server.controller().send(MasterArbitrationUpdate.newBuilder().setDeviceId(TOR1));
        assertEquals("NOT_FOUND none", observer.next());
        assertEquals("OK 0", server.controller().claim(TOR1, 0).next());
        assertEquals("ALREADY_EXISTS 0", observer.next());
    }

    @Test
    void devicesElectForThemselves() throws InterruptedException {
        assertEquals("OK 5", server.controller().claim(TOR1, 5).next());
        assertEquals("OK 5", server.controller().claim(TOR2, 5).next());
    }

    @Test
    void aLiveElectionIdCannotBeTakenTwice() throws InterruptedException {
        assertEquals("OK 5", server.controller().claim(TOR1, 5).next());
        assertEquals("end INVALID_ARGUMENT", server.controller().claim(TOR1, 5).next());
    }

    @Test
    void anUnknownDeviceEndsTheStream() throws InterruptedException {
        assertEquals("end NOT_FOUND", server.controller().claim(77, 5).next());
        assertEquals("end NOT_FOUND", server.controller().claim(0, 5).next());
    }

    @Test
    void aStreamStaysWithItsDeviceAndTheDeviceLosesItWhenItErrs() throws InterruptedException {
        TestController primary = server.controller().claim(TOR1, 5);
        assertEquals("OK 5", primary.next());
        TestController backup = server.controller().claim(TOR1, 3);
        assertEquals("ALREADY_EXISTS 5", backup.next());
        primary.claim(TOR2, 5);
        assertEquals("end FAILED_PRECONDITION", primary.next());
        assertEquals("NOT_FOUND 5", backup.next());
    }

    @Test
    void aDeviceHasRoomForSoManyControllers() throws InterruptedException {
        assertEquals("OK 1000", server.controller().claim(TOR1, 1000).next());
        for (int id = 1; id < 64; id++) {
            assertEquals("ALREADY_EXISTS 1000", server.controller().claim(TOR1, id).next());
        }
        TestController last = server.controller().claim(TOR1, 999);
        assertEquals("end RESOURCE_EXHAUSTED", last.next());
    }

    @Test
    void eachRoleHasAPrimaryOfItsOwn() throws InterruptedException {
        TestController primary = server.controller().claim(TOR1, 5);
        assertEquals("OK 5", primary.next());
        TestController telemetry = server.controller().send(claim("telemetry", 2));
        assertEquals("OK 2 telemetry", telemetry.next());
        TestController backup = server.controller().send(claim("telemetry", 1));
        assertEquals("ALREADY_EXISTS 2 telemetry", backup.next());
        assertTrue(primary.isQuiet());
        assertEquals(Status.Code.FAILED_PRECONDITION, writeAs("telemetry", 2));
        assertEquals(Status.Code.PERMISSION_DENIED, writeAs("telemetry", 5));
        assertEquals(Status.Code.NOT_FOUND, writeAs("nobody", 2));
        telemetry.finish();
        assertEquals("NOT_FOUND 2 telemetry", backup.next());
        assertEquals("end OK", telemetry.next());
        assertEquals(Status.Code.PERMISSION_DENIED, writeAs("telemetry", 2));
        assertTrue(primary.isQuiet());
    }

    @Test
    void aStreamStaysWithItsRole() throws InterruptedException {
        TestController telemetry = server.controller().send(claim("telemetry", 2));
        assertEquals("OK 2 telemetry", telemetry.next());
        assertEquals("end FAILED_PRECONDITION", telemetry.send(claim("other", 2)).next());
        TestController primary = server.controller().claim(TOR1, 5);
        assertEquals("OK 5", primary.next());
        assertEquals("end FAILED_PRECONDITION", primary.send(claim("telemetry", 5)).next());
    }

    @Test
    void aRoleIsNotConfigured() throws InterruptedException {
        MasterArbitrationUpdate.Builder update = claim("telemetry", 2);
        update.getRoleBuilder().setConfig(Any.pack(Uint128.getDefaultInstance()));
        assertEquals("end INVALID_ARGUMENT", server.controller().send(update).next());
        assertEquals(Status.Code.NOT_FOUND, writeAs("telemetry", 2));
    }

    @Test
    void aDeviceHasRoomForSoManyRoles() throws InterruptedException {
        for (int role = 1; role < 16; role++) {
            assertEquals("OK 1 " + role, server.controller().send(claim("" + role, 1)).next());
        }
        assertEquals("end RESOURCE_EXHAUSTED", server.controller().send(claim("16", 1)).next());
    }

    private static MasterArbitrationUpdate.Builder claim(String role, long electionId) {
        return MasterArbitrationUpdate.newBuilder()
                .setDeviceId(TOR1)
                .setElectionId(LoopbackServer.id(electionId))
                .setRole(Role.newBuilder().setName(role));
    }

    private Status.Code writeAs(String role, long electionId) {
        return assertThrows(
                        StatusRuntimeException.class,
                        () ->
                                server.stub()
                                        .write(
                                                request(electionId).toBuilder()
                                                        .setRole(role)
                                                        .build()))
                .getStatus()
                .getCode();
    }

    @Test
    void packetsAreRefusedWithoutEndingTheStream() throws InterruptedException {
        TestController primary = server.controller().claim(TOR1, 5);
        assertEquals("OK 5", primary.next());
        primary.send(StreamMessageRequest.newBuilder().setPacket(PacketOut.getDefaultInstance()));
        assertEquals("error FAILED_PRECONDITION PACKET_OUT", primary.next());
        primary.claim(TOR1, 6);
        assertEquals("OK 6", primary.next());
    }

    @Test
    void onlyThePrimaryMayWriteOrSetAPipeline() throws InterruptedException {
        assertDenied(1);
        assertEquals("OK 5", server.controller().claim(TOR1, 5).next());
        assertEquals("ALREADY_EXISTS 5", server.controller().claim(TOR1, 3).next());
        StatusRuntimeException denied = assertDenied(3);
        assertEquals(
                "tor1: election id 3 is not primary; primary is held by election id 5",
                denied.getStatus().getDescription());
        StatusRuntimeException pipeline =
                assertThrows(
                        StatusRuntimeException.class,
                        () ->
                                server.set(
                                        SetForwardingPipelineConfigRequest.Action.VERIFY,
                                        config(ProgramFixture.INFO)));
        assertEquals(Status.Code.PERMISSION_DENIED, pipeline.getStatus().getCode());
        StatusRuntimeException noPipelineYet =
                assertThrows(StatusRuntimeException.class, () -> server.stub().write(request(5)));
        assertEquals(Status.Code.FAILED_PRECONDITION, noPipelineYet.getStatus().getCode());
    }

    private StatusRuntimeException assertDenied(long electionId) {
        StatusRuntimeException denied =
                assertThrows(
                        StatusRuntimeException.class,
                        () -> server.stub().write(request(electionId)));
        assertEquals(Status.Code.PERMISSION_DENIED, denied.getStatus().getCode());
        return denied;
    }
}
