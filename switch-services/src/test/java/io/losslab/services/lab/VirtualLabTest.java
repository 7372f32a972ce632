package io.losslab.services.lab;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.grpc.ManagedChannel;
import io.grpc.StatusRuntimeException;
import io.grpc.reflection.v1.ServerReflectionGrpc;
import io.grpc.reflection.v1.ServerReflectionRequest;
import io.grpc.reflection.v1.ServerReflectionResponse;
import io.grpc.reflection.v1.ServiceResponse;
import io.losslab.api.topology.Topology;
import io.losslab.proto.p4.v1.CounterData;
import io.losslab.proto.p4.v1.CounterEntry;
import io.losslab.proto.p4.v1.Entity;
import io.losslab.proto.p4.v1.Index;
import io.losslab.proto.p4.v1.ReadRequest;
import io.losslab.proto.v1.ClockTime;
import io.losslab.proto.v1.Counter;
import io.losslab.proto.v1.RunUntilRequest;
import io.losslab.proto.v1.VirtualClockGrpc;
import io.losslab.services.p4runtime.ProgramFixture;
import io.losslab.softswitch.fabric.parallel.Partition;
import java.util.Iterator;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class VirtualLabTest {
    private final TwoSites sites = new TwoSites();

    @AfterEach
    void close() {
        sites.close();
    }

    @Test
    void listsItsServicesByReflection() throws InterruptedException {
        ServerReflectionResponse services =
                ask(ServerReflectionRequest.newBuilder().setListServices("*"));
        Set<String> names = new TreeSet<>();
        services.getListServicesResponse().getServiceList().stream()
                .map(ServiceResponse::getName)
                .forEach(names::add);
        assertEquals(
                Set.of(
                        "gnmi.gNMI",
                        "grpc.reflection.v1.ServerReflection",
                        "grpc.reflection.v1alpha.ServerReflection",
                        "losslab.v1.BifrostCoprocessor",
                        "losslab.v1.HostAgent",
                        "losslab.v1.SwitchControl",
                        "losslab.v1.TestbedLease",
                        "losslab.v1.VirtualClock",
                        "p4.v1.P4Runtime"),
                names);
        for (String name : names) {
            ServerReflectionResponse file =
                    ask(ServerReflectionRequest.newBuilder().setFileContainingSymbol(name));
            assertTrue(file.getFileDescriptorResponse().getFileDescriptorProtoCount() > 0, name);
        }
    }

    /** What is behind a failure is known in the same process, such as a full heap. */
    @Test
    void aFailureOfALabInThisProcessComesWithItsCause() {
        Topology topology = TwoSites.topology();
        try (VirtualLab own = VirtualLab.inProcess(topology, 8, Partition.whole(topology))) {
            ManagedChannel channel = own.channel();
            var clock = VirtualClockGrpc.newBlockingStub(channel);
            Iterator<ClockTime> refused =
                    clock.runUntil(RunUntilRequest.newBuilder().setUntilNs(-1).build());
            StatusRuntimeException failure =
                    assertThrows(StatusRuntimeException.class, refused::hasNext);
            assertInstanceOf(IllegalArgumentException.class, failure.getCause());
            channel.shutdownNow();
        }
    }

    @Test
    void switchControlAndP4RuntimeCountTheSame() throws InterruptedException {
        sites.routed().overload();
        sites.runUntil(300_000);
        for (int port = 1; port <= 3; port++) {
            CounterData received = p4Counter(ProgramFixture.RX, port);
            CounterData sent = p4Counter(ProgramFixture.TX, port);
            assertEquals(
                    sites.counter(TwoSites.N, port, Counter.RX_PACKETS), received.getPacketCount());
            assertEquals(
                    sites.counter(TwoSites.N, port, Counter.RX_BYTES), received.getByteCount());
            assertEquals(
                    sites.counter(TwoSites.N, port, Counter.TX_PACKETS), sent.getPacketCount());
            assertEquals(sites.counter(TwoSites.N, port, Counter.TX_BYTES), sent.getByteCount());
        }
        assertTrue(p4Counter(ProgramFixture.RX, TwoSites.N_TO_M).getPacketCount() > 0);
    }

    @Test
    void labsStandSideBySide() throws InterruptedException {
        try (TwoSites other = new TwoSites()) {
            sites.routed().overload();
            assertTrue(sites.runUntil(100_000).getPacketHops() > 0);
            assertEquals(0, other.runUntil(50_000).getPacketHops());
        }
        assertEquals(200_000, sites.runUntil(200_000).getNowNs());
    }

    private CounterData p4Counter(int counterId, int port) {
        Entity entity =
                Entity.newBuilder()
                        .setCounterEntry(
                                CounterEntry.newBuilder()
                                        .setCounterId(counterId)
                                        .setIndex(Index.newBuilder().setIndex(port)))
                        .build();
        return sites.p4
                .read(ReadRequest.newBuilder().setDeviceId(TwoSites.N).addEntities(entity).build())
                .next()
                .getEntities(0)
                .getCounterEntry()
                .getData();
    }

    private ServerReflectionResponse ask(ServerReflectionRequest.Builder request)
            throws InterruptedException {
        Arrivals<ServerReflectionRequest, ServerReflectionResponse> answers = new Arrivals<>();
        var requests = ServerReflectionGrpc.newStub(sites.channel).serverReflectionInfo(answers);
        requests.onNext(request.build());
        ServerReflectionResponse answer = answers.next();
        requests.onCompleted();
        return answer;
    }
}
