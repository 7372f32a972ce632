package io.losslab.orchestrator.run.cell;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.grpc.stub.StreamObserver;
import io.losslab.collectors.CellSink;
import io.losslab.collectors.RunDirectory;
import io.losslab.configs.plan.CellPlan;
import io.losslab.driver.LoopbackServer;
import io.losslab.driver.host.HostAgentClient;
import io.losslab.labs.backend.TestPlans;
import io.losslab.proto.v1.FlowRecords;
import io.losslab.proto.v1.HostAgentGrpc;
import io.losslab.proto.v1.HostRequest;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FlowRowsTest {
    private static final long MILLISECOND = 1_000_000;

    @TempDir private Path folder;
    private final Agent agent = new Agent();
    private final LoopbackServer server = new LoopbackServer(agent);

    @AfterEach
    void stop() throws InterruptedException {
        server.stop();
    }

    @Test
    void messagesAreCollectedOnceASecondWhileTheCellRunsAndAtItsEnd() throws Exception {
        Path experiment =
                Files.writeString(
                        folder.resolve("experiment.yaml"),
                        """
                        experiment: bulk
                        topology: star-4
                        duration: 3500ms
                        schemes:
                          pfc: [{links: [edge], pfc: {xoff: 100KB, headroom: auto}}]
                        traffic:
                          - {name: bulk, kind: bandwidth, from: [h1], to: [h2], size: 64KiB, txDepth: 4}
                        """);
        CellPlan plan = TestPlans.first(experiment.toString());
        List<HostAgentClient> hosts = List.of(new HostAgentClient(server.channel(), 1));
        PerftestTables.Samples samples = new PerftestTables.Samples(0);
        try (RunDirectory directory = RunDirectory.create(folder.resolve("run"))) {
            directory.begin();
            try (CellSink sink = directory.openCell(0)) {
                FlowRows flows = new FlowRows(plan, sink, samples);
                StringBuilder collectedAt = new StringBuilder();
                for (int milliseconds = 200; milliseconds < 3_600; milliseconds += 200) {
                    int before = agent.collected.get();
                    flows.writeMeanwhile(milliseconds * MILLISECOND, hosts);
                    collectedAt.append(agent.collected.get() > before ? milliseconds + " " : "");
                }
                flows.write(hosts);

                assertEquals("1000 2000 ", collectedAt.toString());
                assertEquals(3, samples.of("bulk").size());
            }
        }
    }

    /** Completes a message of its only flow between any two calls. */
    private static final class Agent extends HostAgentGrpc.HostAgentImplBase {
        private final AtomicInteger collected = new AtomicInteger();

        @Override
        public void collectFlowRecords(HostRequest request, StreamObserver<FlowRecords> responses) {
            int call = collected.incrementAndGet();
            responses.onNext(
                    FlowRecords.newBuilder()
                            .addFlowId(1)
                            .addBytes(65_536)
                            .addStartNs(call)
                            .addEndNs(call + 10_000)
                            .addRetransmits(0)
                            .build());
            responses.onCompleted();
        }
    }
}
