package io.losslab.orchestrator.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.rpc.Code;
import io.grpc.ManagedChannel;
import io.grpc.Status;
import io.grpc.netty.shaded.io.grpc.netty.NettyChannelBuilder;
import io.grpc.stub.StreamObserver;
import io.losslab.configs.testbed.Device;
import io.losslab.configs.testbed.file.TestbedYaml;
import io.losslab.labs.backend.LocalLab;
import io.losslab.labs.backend.ServedLab;
import io.losslab.proto.p4.v1.MasterArbitrationUpdate;
import io.losslab.proto.p4.v1.P4RuntimeGrpc;
import io.losslab.proto.p4.v1.StreamMessageRequest;
import io.losslab.proto.p4.v1.StreamMessageResponse;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Another P4Runtime controller is primary of the switches of a served lab when commands come. */
class TwoControllersRunTest {
    private static final String EXPERIMENT = Commands.experiment("two-sites.yaml");
    private static final long OTHERS = 5;
    private static final long OURS = 9;

    @TempDir private Path folder;
    private final Commands losslab = new Commands();
    private ServedLab lab;
    private ManagedChannel channel;
    private Path testbed;
    private Device device;

    @BeforeEach
    void serve() throws IOException {
        lab = LocalLab.of(EXPERIMENT);
        device =
                lab.testbed().devices().stream()
                        .filter(each -> each.kind().isSwitch())
                        .findFirst()
                        .orElseThrow();
        testbed =
                Files.writeString(
                        folder.resolve("lab.yaml"),
                        TestbedYaml.text(lab.testbed())
                                .replace(
                                        "kind: softwareSwitch\n",
                                        "kind: softwareSwitch\n    electionId: %d\n"
                                                .formatted(OURS)));
        channel = NettyChannelBuilder.forAddress("127.0.0.1", lab.port()).usePlaintext().build();
    }

    @AfterEach
    void end() {
        channel.shutdownNow();
        lab.close();
    }

    @Test
    void oneThatARunReplacesIsToldWhoIsPrimaryAndThatThisOneHasGone() throws Exception {
        Controller before = new Controller(OTHERS);
        before.awaitStatus(Code.OK_VALUE);
        ExecutorService executor = Executors.newSingleThreadExecutor();
        Future<Integer> run = executor.submit(() -> run("--set", "duration=20s"));
        before.end();
        Controller other = new Controller(OTHERS);
        MasterArbitrationUpdate replaced = other.awaitStatus(Code.ALREADY_EXISTS_VALUE);
        assertEquals(OURS, replaced.getElectionId().getLow());
        new Commands().execute("testbed", "lease", testbed.toString(), "--release");
        assertEquals(1, run.get(), losslab::err);
        executor.shutdown();
        other.awaitStatus(Code.NOT_FOUND_VALUE);
        assertTrue(other.ends.isEmpty());
    }

    @Test
    void oneWhoseLabIsResetByARunSeesItsStreamEndWithTheReason() throws Exception {
        Controller other = new Controller(OTHERS);
        other.awaitStatus(Code.OK_VALUE);
        assertEquals(0, run(), losslab::err);
        Status end = other.end();
        assertEquals(Status.Code.ABORTED, end.getCode());
        assertEquals(
                "the switches were made anew: nothing is left of what was set",
                end.getDescription());
        new Controller(OTHERS).awaitStatus(Code.OK_VALUE);
    }

    private int run(String... more) {
        List<String> words = new ArrayList<>();
        words.addAll(List.of("run", EXPERIMENT, "--no-report", "--backend", "physical"));
        words.addAll(List.of("--testbed", testbed.toString()));
        words.addAll(List.of("--out", folder.resolve("results").toString()));
        words.addAll(List.of(more));
        return losslab.execute(words.toArray(String[]::new));
    }

    /** One that claims to be primary, and keeps all that it is told. */
    private final class Controller implements StreamObserver<StreamMessageResponse> {
        private final BlockingQueue<MasterArbitrationUpdate> updates = new LinkedBlockingQueue<>();
        private final BlockingQueue<Status> ends = new LinkedBlockingQueue<>();

        Controller(long electionId) {
            StreamMessageRequest.Builder request = StreamMessageRequest.newBuilder();
            request.getArbitrationBuilder()
                    .setDeviceId(device.id())
                    .getElectionIdBuilder()
                    .setLow(electionId);
            P4RuntimeGrpc.newStub(channel).streamChannel(this).onNext(request.build());
        }

        /** The first update with a status; those before are passed over. */
        MasterArbitrationUpdate awaitStatus(int code) throws InterruptedException {
            MasterArbitrationUpdate update = take(updates);
            while (update.getStatus().getCode() != code) {
                update = take(updates);
            }
            return update;
        }

        Status end() throws InterruptedException {
            return take(ends);
        }

        private <T> T take(BlockingQueue<T> queue) throws InterruptedException {
            T next = queue.poll(30, TimeUnit.SECONDS);
            assertTrue(next != null, "nothing came");
            return next;
        }

        @Override
        public void onNext(StreamMessageResponse response) {
            if (response.hasArbitration()) {
                updates.add(response.getArbitration());
            }
        }

        @Override
        public void onError(Throwable e) {
            ends.add(Status.fromThrowable(e));
        }

        @Override
        public void onCompleted() {
            ends.add(Status.OK);
        }
    }
}
