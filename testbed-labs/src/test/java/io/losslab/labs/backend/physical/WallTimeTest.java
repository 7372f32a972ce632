package io.losslab.labs.backend.physical;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.grpc.InsecureServerCredentials;
import io.grpc.Server;
import io.grpc.netty.shaded.io.grpc.netty.NettyServerBuilder;
import io.grpc.stub.StreamObserver;
import io.losslab.api.rpc.ChannelSecurity;
import io.losslab.api.rpc.DeviceAddress;
import io.losslab.devices.failure.CommandFailure;
import io.losslab.driver.DeviceChannel;
import io.losslab.driver.host.HostAgentClient;
import io.losslab.proto.v1.DeliveryClock;
import io.losslab.proto.v1.HostAgentGrpc;
import io.losslab.proto.v1.HostInfo;
import io.losslab.proto.v1.StartClockRequest;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Runs on hosts whose agents were there before, and stay. */
class WallTimeTest {
    private final Deque<Runnable> opened = new ArrayDeque<>();

    @AfterEach
    void closeAll() {
        while (!opened.isEmpty()) {
            opened.pop().run();
        }
    }

    /** What asks agents meanwhile, while devices are set up, takes it for the lab's time. */
    @Test
    void itIsNegativeUntilItIsPreparedAndThenUntilItIsZero() {
        WallTime time = new WallTime(Map.of());
        assertTrue(time.nowNanos() < 0);
        time.prepare(60_000_000_000L);
        assertTrue(time.nowNanos() < 0);
        time.prepare(0);
        assertTrue(time.nowNanos() >= 0);
    }

    @Test
    void allAgentsCountFromTheMomentThatTheRunCountsFrom() throws Exception {
        Agent first = new Agent(DeliveryClock.HALF_ROUND_TRIP, 1);
        Agent second = new Agent(DeliveryClock.HALF_ROUND_TRIP, 1);
        WallTime time = new WallTime(clients(Map.of("h1", first, "h2", second)));

        long before = System.nanoTime();
        time.prepare(0);
        time.runUntil(1, (nanos, hops) -> {});
        long from = System.nanoTime();
        long nanos = time.runUntil(1, (now, hops) -> {}).nanos();
        long to = System.nanoTime();

        assertTrue(nanos > 0);
        for (Agent agent : new Agent[] {first, second}) {
            // The call was sent between before and its arrival.
            assertTrue(before + agent.inNanos <= to - nanos);
            assertTrue(agent.arrivedNanos + agent.inNanos >= from - nanos);
        }
    }

    @Test
    void anAgentThatTakesOtherClocksForItsOwnIsRefused() throws Exception {
        Agent fine = new Agent(DeliveryClock.HALF_ROUND_TRIP, 1);
        Agent shared = new Agent(DeliveryClock.SHARED, 1);
        WallTime time = new WallTime(clients(Map.of("h1", fine, "h2", shared)));

        CommandFailure refusal = assertThrows(CommandFailure.class, () -> time.prepare(0));
        assertTrue(
                refusal.getMessage()
                        .startsWith("h2: its agent assumes a clock shared with the other hosts"));
        assertEquals("restart the agent with --separate-clocks", refusal.advice());
    }

    @Test
    void anAgentWhoseTimeIsSlowedDownIsRefused() throws Exception {
        Agent slow = new Agent(DeliveryClock.HALF_ROUND_TRIP, 1000);
        WallTime time = new WallTime(clients(Map.of("h1", slow)));

        CommandFailure refusal = assertThrows(CommandFailure.class, () -> time.prepare(0));
        assertTrue(
                refusal.getMessage()
                        .startsWith("h1: its agent runs with its time slowed down by" + " 1000"),
                refusal.getMessage());
    }

    @Test
    void aHostWithoutAClockOfItsOwnIsLeftAlone() throws Exception {
        HostAgentGrpc.HostAgentImplBase simulated = new HostAgentGrpc.HostAgentImplBase() {};
        WallTime time = new WallTime(clients(Map.of("h1", simulated, "h2", simulated)));

        time.prepare(0);
        assertTrue(time.runUntil(1, (nanos, hops) -> {}).nanos() > 0);
    }

    @Test
    void anAgentThatIsNotThereIsToldOnceWithItsName() throws Exception {
        DeviceChannel nobody = channel("h1", 1);
        WallTime time = new WallTime(Map.of("h1", new HostAgentClient(nobody, 1)));

        CommandFailure failure = assertThrows(CommandFailure.class, () -> time.prepare(0));
        assertTrue(failure.getMessage().startsWith("h1 (127.0.0.1:1): "), failure.getMessage());
        assertEquals(3, failure.exitCode());
    }

    private Map<String, HostAgentClient> clients(
            Map<String, ? extends HostAgentGrpc.HostAgentImplBase> agents) throws IOException {
        Map<String, HostAgentClient> clients = new LinkedHashMap<>();
        for (Map.Entry<String, ? extends HostAgentGrpc.HostAgentImplBase> entry :
                agents.entrySet()) {
            Server server =
                    NettyServerBuilder.forAddress(
                                    new InetSocketAddress(InetAddress.getLoopbackAddress(), 0),
                                    InsecureServerCredentials.create())
                            .addService(entry.getValue())
                            .build()
                            .start();
            opened.push(server::shutdownNow);
            DeviceChannel channel = channel(entry.getKey(), server.getPort());
            clients.put(entry.getKey(), new HostAgentClient(channel, 1));
        }
        return clients;
    }

    private DeviceChannel channel(String name, int port) {
        DeviceChannel channel =
                DeviceChannel.open(
                        name,
                        new DeviceAddress("127.0.0.1", port),
                        ChannelSecurity.plaintext(),
                        Duration.ofSeconds(30));
        opened.push(channel::close);
        return channel;
    }

    /** Notes when its run is to begin. */
    private static final class Agent extends HostAgentGrpc.HostAgentImplBase {
        private final HostInfo info;
        private volatile long arrivedNanos;
        private volatile long inNanos;

        Agent(DeliveryClock clock, double scale) {
            info = HostInfo.newBuilder().setDeliveryClock(clock).setTimeScale(scale).build();
        }

        @Override
        public void startClock(StartClockRequest request, StreamObserver<HostInfo> responses) {
            arrivedNanos = System.nanoTime();
            inNanos = request.getInNs();
            responses.onNext(info);
            responses.onCompleted();
        }
    }
}
