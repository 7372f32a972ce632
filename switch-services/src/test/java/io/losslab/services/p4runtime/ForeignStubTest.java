package io.losslab.services.p4runtime;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.google.protobuf.ByteString;
import com.google.protobuf.InvalidProtocolBufferException;
import io.grpc.stub.StreamObserver;
import io.losslab.services.p4runtime.forwarding.RouteKey;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import p4.config.v1.P4InfoOuterClass.P4Info;
import p4.v1.P4RuntimeGrpc;
import p4.v1.P4RuntimeOuterClass.Action;
import p4.v1.P4RuntimeOuterClass.ActionProfileAction;
import p4.v1.P4RuntimeOuterClass.ActionProfileActionSet;
import p4.v1.P4RuntimeOuterClass.CounterEntry;
import p4.v1.P4RuntimeOuterClass.Entity;
import p4.v1.P4RuntimeOuterClass.FieldMatch;
import p4.v1.P4RuntimeOuterClass.ForwardingPipelineConfig;
import p4.v1.P4RuntimeOuterClass.Index;
import p4.v1.P4RuntimeOuterClass.MasterArbitrationUpdate;
import p4.v1.P4RuntimeOuterClass.ReadRequest;
import p4.v1.P4RuntimeOuterClass.SetForwardingPipelineConfigRequest;
import p4.v1.P4RuntimeOuterClass.StreamMessageRequest;
import p4.v1.P4RuntimeOuterClass.StreamMessageResponse;
import p4.v1.P4RuntimeOuterClass.TableAction;
import p4.v1.P4RuntimeOuterClass.TableEntry;
import p4.v1.P4RuntimeOuterClass.Uint128;
import p4.v1.P4RuntimeOuterClass.Update;
import p4.v1.P4RuntimeOuterClass.WriteRequest;

/** The stubs of ONOS, made from the public .proto files, against our server. */
class ForeignStubTest {
    private static final Uint128 ELECTION_ID = Uint128.newBuilder().setLow(1).build();

    private final LoopbackServer server = new LoopbackServer();

    @AfterEach
    void stop() throws InterruptedException {
        server.close();
    }

    @Test
    void aForeignControllerIsElectedProgramsRoutesAndReadsThem()
            throws InterruptedException, InvalidProtocolBufferException {
        assertEquals(ELECTION_ID, elect().getArbitration().getElectionId());
        P4RuntimeGrpc.P4RuntimeBlockingStub stub =
                P4RuntimeGrpc.newBlockingStub(server.channel())
                        .withDeadlineAfter(60, TimeUnit.SECONDS);
        stub.setForwardingPipelineConfig(
                SetForwardingPipelineConfigRequest.newBuilder()
                        .setDeviceId(1)
                        .setElectionId(ELECTION_ID)
                        .setAction(SetForwardingPipelineConfigRequest.Action.VERIFY_AND_COMMIT)
                        .setConfig(
                                ForwardingPipelineConfig.newBuilder()
                                        .setP4Info(
                                                P4Info.parseFrom(
                                                        ProgramFixture.INFO.toByteString())))
                        .build());
        Entity route = Entity.newBuilder().setTableEntry(route()).build();
        stub.write(
                WriteRequest.newBuilder()
                        .setDeviceId(1)
                        .setElectionId(ELECTION_ID)
                        .addUpdates(
                                Update.newBuilder().setType(Update.Type.INSERT).setEntity(route))
                        .build());
        assertEquals(Map.of(new RouteKey(0, 0x0a000000, 8), List.of(2, 3)), server.plane.routes);
        server.plane.rxPackets[2] = 42;
        CounterEntry.Builder cell =
                CounterEntry.newBuilder()
                        .setCounterId(ProgramFixture.RX)
                        .setIndex(Index.newBuilder().setIndex(2));
        ReadRequest everything =
                ReadRequest.newBuilder()
                        .setDeviceId(1)
                        .addEntities(
                                Entity.newBuilder().setTableEntry(TableEntry.getDefaultInstance()))
                        .addEntities(Entity.newBuilder().setCounterEntry(cell))
                        .build();
        List<Entity> read = stub.read(everything).next().getEntitiesList();
        assertEquals(route, read.get(0));
        assertEquals(42, read.get(1).getCounterEntry().getData().getPacketCount());
    }

    private StreamMessageResponse elect() throws InterruptedException {
        BlockingQueue<StreamMessageResponse> received = new LinkedBlockingQueue<>();
        StreamObserver<StreamMessageRequest> requests =
                P4RuntimeGrpc.newStub(server.channel())
                        .streamChannel(
                                new StreamObserver<>() {
                                    @Override
                                    public void onNext(StreamMessageResponse response) {
                                        received.add(response);
                                    }

                                    @Override
                                    public void onError(Throwable cause) {}

                                    @Override
                                    public void onCompleted() {}
                                });
        requests.onNext(
                StreamMessageRequest.newBuilder()
                        .setArbitration(
                                MasterArbitrationUpdate.newBuilder()
                                        .setDeviceId(1)
                                        .setElectionId(ELECTION_ID))
                        .build());
        StreamMessageResponse answer = received.poll(60, TimeUnit.SECONDS);
        return answer == null ? StreamMessageResponse.getDefaultInstance() : answer;
    }

    private static TableEntry route() {
        ActionProfileActionSet.Builder set = ActionProfileActionSet.newBuilder();
        for (byte port = 2; port <= 3; port++) {
            set.addActionProfileActions(
                    ActionProfileAction.newBuilder()
                            .setWeight(1)
                            .setAction(
                                    Action.newBuilder()
                                            .setActionId(ProgramFixture.FORWARD)
                                            .addParams(
                                                    Action.Param.newBuilder()
                                                            .setParamId(ProgramFixture.PORT)
                                                            .setValue(bytes(port)))));
        }
        return TableEntry.newBuilder()
                .setTableId(ProgramFixture.ROUTES)
                .addMatch(
                        FieldMatch.newBuilder()
                                .setFieldId(ProgramFixture.DST)
                                .setLpm(
                                        FieldMatch.LPM
                                                .newBuilder()
                                                .setValue(bytes(10, 0, 0, 0))
                                                .setPrefixLen(8)))
                .setAction(TableAction.newBuilder().setActionProfileActionSet(set))
                .build();
    }

    private static ByteString bytes(int... values) {
        byte[] bytes = new byte[values.length];
        for (int i = 0; i < values.length; i++) {
            bytes[i] = (byte) values[i];
        }
        return ByteString.copyFrom(bytes);
    }
}
