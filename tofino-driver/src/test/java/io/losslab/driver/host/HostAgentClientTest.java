package io.losslab.driver.host;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.grpc.stub.StreamObserver;
import io.losslab.driver.LoopbackServer;
import io.losslab.proto.v1.FlowRecords;
import io.losslab.proto.v1.HostAgentGrpc;
import io.losslab.proto.v1.HostConfig;
import io.losslab.proto.v1.HostCounters;
import io.losslab.proto.v1.HostInfo;
import io.losslab.proto.v1.HostRequest;
import io.losslab.proto.v1.StopTrafficResponse;
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
    void aHostIsAskedByItsId() {
        assertEquals(11, client.describe().getHostId());
        assertEquals(11, client.configuration().getHostId());
    }

    @Test
    void trafficStopsAndIsCollected() {
        client.stopTraffic();
        assertTrue(agent.stopped);
        List<FlowRecords> records = new ArrayList<>();
        client.collectFlowRecords(records::add);
        assertEquals(List.of(1, 2, 3), records.stream().map(it -> it.getFlowId(0)).toList());
        assertEquals(3, client.counters().getOutstandingMessages());
    }

    /** Has three flows outstanding, and one record a flow. */
    private static final class Agent extends HostAgentGrpc.HostAgentImplBase {
        private volatile boolean stopped;

        @Override
        public void getHost(HostRequest request, StreamObserver<HostInfo> responses) {
            answer(responses, HostInfo.newBuilder().setHostId(request.getHostId()).build());
        }

        @Override
        public void getHostConfig(HostRequest request, StreamObserver<HostConfig> responses) {
            answer(responses, HostConfig.newBuilder().setHostId(request.getHostId()).build());
        }

        @Override
        public void stopTraffic(
                HostRequest request, StreamObserver<StopTrafficResponse> responses) {
            stopped = true;
            answer(responses, StopTrafficResponse.getDefaultInstance());
        }

        @Override
        public void collectFlowRecords(HostRequest request, StreamObserver<FlowRecords> responses) {
            for (int id = 1; id <= 3; id++) {
                responses.onNext(FlowRecords.newBuilder().addFlowId(id).build());
            }
            responses.onCompleted();
        }

        @Override
        public void getHostCounters(HostRequest request, StreamObserver<HostCounters> responses) {
            answer(responses, HostCounters.newBuilder().setOutstandingMessages(3).build());
        }

        private static <T> void answer(StreamObserver<T> responses, T answer) {
            responses.onNext(answer);
            responses.onCompleted();
        }
    }
}
