package io.losslab.services.p4runtime;

import static io.losslab.services.p4runtime.LoopbackServer.TOR1;
import static io.losslab.services.p4runtime.LoopbackServer.config;
import static io.losslab.services.p4runtime.ProgramFixture.INFO;
import static io.losslab.services.p4runtime.ProgramFixture.insert;
import static io.losslab.services.p4runtime.ProgramFixture.route;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.protobuf.ByteString;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.losslab.proto.p4.config.v1.P4Info;
import io.losslab.proto.p4.v1.CapabilitiesRequest;
import io.losslab.proto.p4.v1.CounterEntry;
import io.losslab.proto.p4.v1.Entity;
import io.losslab.proto.p4.v1.ForwardingPipelineConfig;
import io.losslab.proto.p4.v1.GetForwardingPipelineConfigRequest;
import io.losslab.proto.p4.v1.GetForwardingPipelineConfigRequest.ResponseType;
import io.losslab.proto.p4.v1.GetForwardingPipelineConfigResponse;
import io.losslab.proto.p4.v1.Index;
import io.losslab.proto.p4.v1.SetForwardingPipelineConfigRequest.Action;
import io.losslab.proto.p4.v1.TableEntry;
import io.losslab.services.p4runtime.forwarding.RouteKey;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class PipelineConfigTest {
    private static final int HOST = 0x0a000001;
    private static final RouteKey HOST_KEY = new RouteKey(0, HOST, 32);

    private final LoopbackServer server = new LoopbackServer();

    @BeforeEach
    void elect() throws InterruptedException {
        server.withPrimary();
    }

    @AfterEach
    void stop() throws InterruptedException {
        server.close();
    }

    @Test
    void verifyChangesNothing() {
        server.set(Action.VERIFY, config(INFO));
        assertFalse(get(ResponseType.ALL).hasConfig());
    }

    @Test
    void commitClearsEntriesAndReturnsWhatWasSet() {
        ForwardingPipelineConfig config =
                config(INFO).toBuilder()
                        .setCookie(ForwardingPipelineConfig.Cookie.newBuilder().setCookie(99))
                        .build();
        server.set(Action.VERIFY_AND_COMMIT, config);
        server.write(insert(route(HOST, 32, 1)));
        server.set(Action.VERIFY_AND_COMMIT, config);
        assertEquals(Map.of(), server.plane.routes);
        assertEquals(List.of(), readAll());
        assertEquals(config, get(ResponseType.ALL).getConfig());
        assertEquals(
                config.toBuilder().clearP4Info().clearP4DeviceConfig().build(),
                get(ResponseType.COOKIE_ONLY).getConfig());
        assertEquals(
                config.toBuilder().clearP4DeviceConfig().build(),
                get(ResponseType.P4INFO_AND_COOKIE).getConfig());
        assertEquals(
                config.toBuilder().clearP4Info().build(),
                get(ResponseType.DEVICE_CONFIG_AND_COOKIE).getConfig());
    }

    @Test
    void aSwitchThatRunsNoProgramsRefusesOne() {
        ForwardingPipelineConfig program =
                config(INFO).toBuilder().setP4DeviceConfig(ByteString.copyFromUtf8("{}")).build();
        for (Action action : List.of(Action.VERIFY, Action.VERIFY_AND_COMMIT)) {
            assertRefused(Status.Code.UNIMPLEMENTED, action, program);
        }
        assertFalse(get(ResponseType.ALL).hasConfig());
    }

    @Test
    void aSavedConfigTakesWritesAndReplaysThemOnCommit() {
        server.set(Action.VERIFY_AND_COMMIT, config(INFO));
        server.write(insert(route(HOST, 32, 1)));
        server.set(Action.VERIFY_AND_SAVE, config(INFO));
        assertEquals(List.of(), readAll());
        server.write(insert(route(HOST, 32, 2, 3)));
        assertEquals(Map.of(HOST_KEY, List.of(1)), server.plane.routes);
        server.set(Action.COMMIT, null);
        assertEquals(Map.of(HOST_KEY, List.of(2, 3)), server.plane.routes);
        server.write(insert(route(0, 0, 4)));
        assertEquals(List.of(4), server.plane.routes.get(new RouteKey(0, 0, 0)));
    }

    @Test
    void commitWantsASavedConfigAndNoOther() {
        assertRefused(Status.Code.NOT_FOUND, Action.COMMIT, null);
        assertRefused(Status.Code.INVALID_ARGUMENT, Action.COMMIT, config(INFO));
        assertRefused(Status.Code.INVALID_ARGUMENT, Action.VERIFY, null);
        assertRefused(Status.Code.INVALID_ARGUMENT, Action.UNSPECIFIED, config(INFO));
        assertRefused(
                Status.Code.INVALID_ARGUMENT,
                Action.VERIFY_AND_COMMIT,
                ForwardingPipelineConfig.getDefaultInstance());
    }

    @Test
    void reconcileKeepsEntriesThatMeanTheSame() {
        server.set(Action.VERIFY_AND_COMMIT, config(INFO));
        server.write(insert(route(HOST, 32, 1, 2)));
        P4Info.Builder larger = INFO.toBuilder();
        larger.getTablesBuilder(0).setSize(100);
        server.plane.rxPackets[1] = 5;
        server.set(Action.RECONCILE_AND_COMMIT, config(larger.build()));
        assertEquals(
                5,
                server.read(
                                Entity.newBuilder()
                                        .setCounterEntry(
                                                CounterEntry.newBuilder()
                                                        .setCounterId(ProgramFixture.RX)
                                                        .setIndex(Index.newBuilder().setIndex(1))))
                        .get(0)
                        .getCounterEntry()
                        .getData()
                        .getPacketCount());
        assertEquals(Map.of(HOST_KEY, List.of(1, 2)), server.plane.routes);
        assertEquals(List.of(route(HOST, 32, 1, 2)), readAll());
        P4Info.Builder renumbered = INFO.toBuilder();
        renumbered.getTablesBuilder(0).getMatchFieldsBuilder(0).setId(70);
        String reason =
                assertRefused(
                        Status.Code.INVALID_ARGUMENT,
                        Action.RECONCILE_AND_COMMIT,
                        config(renumbered.build()));
        assertTrue(
                reason.startsWith("existing state cannot be preserved: ingress.routes has no"),
                reason);
        assertEquals(Map.of(HOST_KEY, List.of(1, 2)), server.plane.routes);
    }

    @Test
    void anotherProgramIsRefusedWithAllThatIsWrong() {
        P4Info.Builder other = INFO.toBuilder().removeCounters(1).removeActionProfiles(0);
        other.getTablesBuilder(0).getPreambleBuilder().setName("ingress.acl");
        String reason =
                assertRefused(Status.Code.INVALID_ARGUMENT, Action.VERIFY, config(other.build()));
        assertTrue(reason.contains("table ingress.routes is missing"), reason);
        assertTrue(reason.contains("action selector ingress.ecmp is missing"), reason);
        assertFalse(reason.contains("ingress.rx"), reason);
    }

    @Test
    void aProgramOfAnotherShapeIsRefused() {
        P4Info.Builder other = INFO.toBuilder();
        other.getTablesBuilder(0).getMatchFieldsBuilder(0).setBitwidth(128);
        other.getActionsBuilder(0).getParamsBuilder(0).setBitwidth(2);
        other.getCountersBuilder(0).setSize(4);
        other.getCountersBuilder(1).getPreambleBuilder().setId(ProgramFixture.RX);
        String reason =
                assertRefused(Status.Code.INVALID_ARGUMENT, Action.VERIFY, config(other.build()));
        assertTrue(reason.contains("must match hdr.ipv4.dst_addr, LPM of 32 bits"), reason);
        assertTrue(reason.contains("2 bits, which do not number 4 ports"), reason);
        assertTrue(reason.contains("ingress.rx has 4 cells"), reason);
        assertTrue(reason.contains("egress.tx has the id 0x00000389 of another object"), reason);
    }

    @Test
    void aPlaneThatRefusesFailsTheCommitAndNothingIsInForce() {
        server.set(Action.VERIFY_AND_COMMIT, config(INFO));
        server.plane.refusal = "the fabric has stopped";
        String reason =
                assertRefused(
                        Status.Code.FAILED_PRECONDITION, Action.VERIFY_AND_COMMIT, config(INFO));
        assertEquals("the fabric has stopped", reason);
        assertFalse(get(ResponseType.ALL).hasConfig());
    }

    @Test
    void capabilitiesNameTheVersionAndKnowTheDevices() {
        assertEquals(
                "1.5.0",
                server.stub()
                        .capabilities(CapabilitiesRequest.newBuilder().setDeviceId(TOR1).build())
                        .getP4RuntimeApiVersion());
        StatusRuntimeException unknown =
                assertThrows(
                        StatusRuntimeException.class,
                        () ->
                                server.stub()
                                        .capabilities(
                                                CapabilitiesRequest.newBuilder()
                                                        .setDeviceId(9)
                                                        .build()));
        assertEquals("NOT_FOUND: unknown device 9; devices: 1 tor1, 2 tor2", unknown.getMessage());
    }

    private String assertRefused(Status.Code code, Action action, ForwardingPipelineConfig config) {
        StatusRuntimeException refused =
                assertThrows(StatusRuntimeException.class, () -> server.set(action, config));
        assertEquals(code, refused.getStatus().getCode(), refused.getMessage());
        return refused.getStatus().getDescription();
    }

    private GetForwardingPipelineConfigResponse get(ResponseType type) {
        return server.stub()
                .getForwardingPipelineConfig(
                        GetForwardingPipelineConfigRequest.newBuilder()
                                .setDeviceId(TOR1)
                                .setResponseType(type)
                                .build());
    }

    private List<TableEntry> readAll() {
        return server
                .read(Entity.newBuilder().setTableEntry(TableEntry.getDefaultInstance()))
                .stream()
                .map(Entity::getTableEntry)
                .toList();
    }
}
