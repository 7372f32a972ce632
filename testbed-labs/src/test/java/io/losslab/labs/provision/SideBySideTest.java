package io.losslab.labs.provision;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.protobuf.Message;
import io.losslab.api.rpc.ChannelSecurity;
import io.losslab.configs.testbed.Device;
import io.losslab.configs.testbed.Service;
import io.losslab.devices.DesiredState;
import io.losslab.devices.DeviceCall;
import io.losslab.devices.DeviceSession;
import io.losslab.devices.Part;
import io.losslab.devices.failure.CommandFailure;
import io.losslab.devices.registry.DeviceKinds;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.Test;

class SideBySideTest {
    private final List<String> done = Collections.synchronizedList(new ArrayList<>());

    @Test
    void devicesThatAreSlowAreSetAtTheSameTimeEachInItsOrder() {
        CyclicBarrier meeting = new CyclicBarrier(3);
        SideBySide.each(
                List.of(slow("a", "1"), slow("b", "1"), slow("b", "2"), slow("c", "1")),
                state -> {
                    if (state.part().name().equals("1")) {
                        meet(meeting);
                    }
                    done.add(state.key());
                });
        assertEquals(4, done.size());
        assertTrue(done.indexOf("b 1") < done.indexOf("b 2"), done::toString);
    }

    @Test
    void othersKeepTheirPlaceInTheOrder() {
        SideBySide.each(
                List.of(
                        quick("h1", "1"),
                        quick("h2", "1"),
                        slow("a", "1"),
                        quick("a", "2"),
                        quick("h3", "1"),
                        slow("b", "1")),
                state -> done.add(state.key()));
        assertEquals(List.of("h1 1", "h2 1", "a 1", "a 2", "h3 1", "b 1"), done);
    }

    @Test
    void allFailuresAreToldAndTheOthersAreBroughtToTheirEnd() {
        CommandFailure failure =
                assertThrows(
                        CommandFailure.class,
                        () ->
                                SideBySide.each(
                                        List.of(
                                                slow("a", "1"),
                                                slow("a", "2"),
                                                slow("b", "1"),
                                                slow("c", "1")),
                                        state -> {
                                            if (!state.device().name().equals("b")) {
                                                throw CommandFailure.ofDevice(
                                                        state.device().name() + " is silent",
                                                        "look",
                                                        null);
                                            }
                                            done.add(state.key());
                                        }));
        assertEquals(
                "2 of 3 devices failed:%n  a is silent; look%n  c is silent; look".formatted(),
                failure.getMessage());
        assertTrue(failure.isOfDevice());
        assertEquals(List.of("b 1"), done);
    }

    @Test
    void anInterruptWaitsForTheDevicesThatAreBeingSet() {
        CountDownLatch interrupted = new CountDownLatch(2);
        Thread.currentThread().interrupt();
        assertThrows(
                CommandFailure.class,
                () ->
                        SideBySide.each(
                                List.of(slow("a", "1"), slow("b", "1")),
                                state -> {
                                    try {
                                        TimeUnit.MINUTES.sleep(1);
                                    } catch (InterruptedException e) {
                                        interrupted.countDown();
                                        awaitAll(interrupted);
                                        done.add(state.key());
                                    }
                                }));
        assertTrue(Thread.interrupted());
        assertEquals(2, done.size());
    }

    /** A worker that begins while the pool stops may be interrupted twice. */
    private static void awaitAll(CountDownLatch others) {
        boolean all = false;
        while (!all) {
            try {
                all = others.await(30, TimeUnit.SECONDS);
                assertTrue(all, "a worker was not interrupted");
            } catch (InterruptedException e) {
                all = false;
            }
        }
    }

    private static void meet(CyclicBarrier meeting) {
        try {
            meeting.await(30, TimeUnit.SECONDS);
        } catch (InterruptedException | BrokenBarrierException | TimeoutException e) {
            throw new AssertionError(e);
        }
    }

    private static DesiredState slow(String device, String part) {
        return new DesiredState(device(device), new NamedPart(part, Service.SSH), List.of());
    }

    private static DesiredState quick(String device, String part) {
        return new DesiredState(device(device), new NamedPart(part, Service.GNMI), List.of());
    }

    /** One that is never reached. */
    static Device device(String name) {
        return new Device(
                name,
                DeviceKinds.COMMODITY,
                1,
                Map.of(),
                List.of(),
                ChannelSecurity.plaintext(),
                1,
                Duration.ofSeconds(1),
                Optional.empty(),
                Optional.empty());
    }

    private record NamedPart(String name, Service service) implements Part {
        @Override
        public List<Message> vocabulary() {
            return List.of();
        }

        @Override
        public List<Message> read(DeviceSession session, List<Message> about) {
            return List.of();
        }

        @Override
        public List<DeviceCall> calls(Device device, List<Message> present, List<Message> wanted) {
            return List.of();
        }
    }
}
