package io.losslab.driver.clock;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.grpc.InsecureServerCredentials;
import io.grpc.stub.ServerCallStreamObserver;
import io.grpc.stub.StreamObserver;
import io.losslab.api.rpc.ChannelSecurity;
import io.losslab.driver.DeviceException;
import io.losslab.driver.LoopbackServer;
import io.losslab.proto.v1.ClockTime;
import io.losslab.proto.v1.GetTimeRequest;
import io.losslab.proto.v1.RunUntilRequest;
import io.losslab.proto.v1.VirtualClockGrpc;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class VirtualClockClientTest {
    private final Clock clock = new Clock();
    private final LoopbackServer server =
            new LoopbackServer(
                    InsecureServerCredentials.create(),
                    ChannelSecurity.plaintext(),
                    Duration.ofSeconds(60),
                    clock);
    private final VirtualClockClient client = new VirtualClockClient(server.channel());

    @AfterEach
    void stop() throws InterruptedException {
        server.stop();
    }

    @Test
    void aRunReportsOnTheWayAndEndsReached() {
        List<Long> reports = new ArrayList<>();
        ClockTime last = client.runUntil(3_000, 1_000, time -> reports.add(time.getNowNs()));
        assertTrue(last.getReached());
        assertEquals(List.of(1_000L, 2_000L, 3_000L), reports);
        assertEquals(3_000, client.now().getNowNs());
    }

    @Test
    void aDeadlockIsAnAnswerAndNoError() {
        clock.stopsAt = 2_000;
        clock.deadlock = "tor1:1 -> tor2:2 -> tor1:1";
        assertEquals(
                "tor1:1 -> tor2:2 -> tor1:1",
                client.runUntil(3_000, 1_000, time -> {}).getDeadlock());
    }

    @Test
    void aClockThatStopsEarlyIsAnError() {
        clock.stopsAt = 2_000;
        DeviceException e =
                assertThrows(
                        DeviceException.class, () -> client.runUntil(3_000, 1_000, time -> {}));
        assertEquals(
                server.prefix()
                        + "the clock stopped at 2000 ns, before 3000 ns; see the fabric's log",
                e.getMessage());
    }

    @Test
    void anInterruptCancelsTheRun() throws InterruptedException {
        clock.hangs = true;
        CountDownLatch running = new CountDownLatch(1);
        AtomicReference<DeviceException> failure = new AtomicReference<>();
        Thread runner =
                new Thread(
                        () -> {
                            try {
                                client.runUntil(3_000, 1_000, time -> running.countDown());
                            } catch (DeviceException e) {
                                failure.set(e);
                            }
                        },
                        "run");
        runner.start();
        assertTrue(running.await(60, TimeUnit.SECONDS));
        runner.interrupt();
        runner.join(60_000);
        assertTrue(clock.cancelled.await(60, TimeUnit.SECONDS));
        assertTrue(
                failure.get().getMessage().contains("RunUntil failed with CANCELLED"),
                failure.get().getMessage());
    }

    private static final class Clock extends VirtualClockGrpc.VirtualClockImplBase {
        private final CountDownLatch cancelled = new CountDownLatch(1);
        private volatile long nowNanos;
        private volatile long stopsAt = Long.MAX_VALUE;
        private volatile String deadlock = "";
        private volatile boolean hangs;

        @Override
        public void getTime(GetTimeRequest request, StreamObserver<ClockTime> responses) {
            responses.onNext(ClockTime.newBuilder().setNowNs(nowNanos).build());
            responses.onCompleted();
        }

        @Override
        public void runUntil(RunUntilRequest request, StreamObserver<ClockTime> responses) {
            ((ServerCallStreamObserver<ClockTime>) responses)
                    .setOnCancelHandler(cancelled::countDown);
            long end = Math.min(request.getUntilNs(), stopsAt);
            long step = request.getReportIntervalNs();
            for (long now = step; now <= end; now += step) {
                nowNanos = now;
                responses.onNext(
                        ClockTime.newBuilder()
                                .setNowNs(now)
                                .setReached(now == request.getUntilNs())
                                .setDeadlock(now == stopsAt ? deadlock : "")
                                .build());
                if (hangs) {
                    return;
                }
            }
            responses.onCompleted();
        }
    }
}
