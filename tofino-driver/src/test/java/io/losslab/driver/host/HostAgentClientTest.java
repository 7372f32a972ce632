package io.losslab.driver.host;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.grpc.stub.StreamObserver;
import io.losslab.driver.DeviceException;
import io.losslab.driver.LoopbackServer;
import io.losslab.proto.v1.FlowRecords;
import io.losslab.proto.v1.HostAgentGrpc;
import io.losslab.proto.v1.HostConfig;
import io.losslab.proto.v1.HostCounters;
import io.losslab.proto.v1.HostInfo;
import io.losslab.proto.v1.HostRequest;
import io.losslab.proto.v1.StartTrafficRequest;
import io.losslab.proto.v1.StartTrafficResponse;
import io.losslab.proto.v1.StopTrafficResponse;
import io.losslab.proto.v1.TrafficFlow;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class HostAgentClientTest {
    private final Agent agent = new Agent();
    private final LoopbackServer server = new LoopbackServer(agent);
    private final HostAgentClient client = new HostAgentClient(server.channel(), 11);

    @AfterEach
    void stop() throws InterruptedException {
        server.stop();
    }

    @Test
    void aConfigurationIsSetForItsHostAndReadBack() {
        client.configure(HostConfig.newBuilder().setMtuBytes(1024).setAckEveryPackets(4).build());
        assertEquals(11, agent.config.getHostId());
        assertEquals(1024, client.configuration().getMtuBytes());
        assertEquals(11, client.describe().getHostId());
    }

    @Test
    void anMtuTheAgentRoundsIsAnError() {
        HostConfig odd = HostConfig.newBuilder().setMtuBytes(1500).build();
        DeviceException e = assertThrows(DeviceException.class, () -> client.configure(odd));
        assertEquals(
                server.prefix()
                        + "ConfigureHost is not in force as sent: mtu_bytes was sent as 1500 and"
                        + " reads 1024;"
                        + " the device changes settings by itself, or another controller does",
                e.getMessage());
    }

    @Test
    void trafficStartsStopsAndIsCollected() {
        client.startTraffic(flows(3));
        client.stopTraffic();
        List<FlowRecords> records = new ArrayList<>();
        client.collectFlowRecords(records::add);
        assertEquals(List.of(1, 2, 3), records.stream().map(it -> it.getFlowId(0)).toList());
        assertEquals(3, client.counters().getOutstandingMessages());
    }

    @Test
    void flowsThatAreNotTakenAreAnError() {
        DeviceException e =
                assertThrows(DeviceException.class, () -> client.startTraffic(flows(6)));
        assertEquals(
                server.prefix() + "StartTraffic took 5 of 6 flows; see the agent's log",
                e.getMessage());
    }

    private static List<TrafficFlow> flows(int count) {
        List<TrafficFlow> flows = new ArrayList<>();
        for (int id = 1; id <= count; id++) {
            flows.add(TrafficFlow.newBuilder().setFlowId(id).build());
        }
        return flows;
    }

    /** Has room for five flows, and one record a flow. */
    private static final class Agent extends HostAgentGrpc.HostAgentImplBase {
        private volatile HostConfig config = HostConfig.getDefaultInstance();
        private volatile int accepted;

        @Override
        public void getHost(HostRequest request, StreamObserver<HostInfo> responses) {
            answer(responses, HostInfo.newBuilder().setHostId(request.getHostId()).build());
        }

        @Override
        public void configureHost(HostConfig request, StreamObserver<HostConfig> responses) {
            config = request.toBuilder().setMtuBytes(request.getMtuBytes() & ~0x3ff).build();
            answer(responses, config);
        }

        @Override
        public void getHostConfig(HostRequest request, StreamObserver<HostConfig> responses) {
            answer(responses, config);
        }

        @Override
        public void startTraffic(
                StartTrafficRequest request, StreamObserver<StartTrafficResponse> responses) {
            accepted = Math.min(5, request.getFlowsCount());
            answer(responses, StartTrafficResponse.newBuilder().setAcceptedFlows(accepted).build());
        }

        @Override
        public void stopTraffic(
                HostRequest request, StreamObserver<StopTrafficResponse> responses) {
            answer(responses, StopTrafficResponse.getDefaultInstance());
        }

        @Override
        public void collectFlowRecords(HostRequest request, StreamObserver<FlowRecords> responses) {
            for (int id = 1; id <= accepted; id++) {
                responses.onNext(FlowRecords.newBuilder().addFlowId(id).build());
            }
            responses.onCompleted();
        }

        @Override
        public void getHostCounters(HostRequest request, StreamObserver<HostCounters> responses) {
            answer(responses, HostCounters.newBuilder().setOutstandingMessages(accepted).build());
        }

        private static <T> void answer(StreamObserver<T> responses, T answer) {
            responses.onNext(answer);
            responses.onCompleted();
        }
    }
}
