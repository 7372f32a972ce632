package io.losslab.services.lab;

import com.google.protobuf.ByteString;
import io.grpc.InsecureChannelCredentials;
import io.grpc.ManagedChannel;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.grpc.netty.shaded.io.grpc.netty.NettyChannelBuilder;
import io.losslab.api.topology.Topology;
import io.losslab.api.topology.TopologyBuilder;
import io.losslab.api.units.DataRate;
import io.losslab.api.units.DataSize;
import io.losslab.api.units.Nanos;
import io.losslab.proto.p4.v1.ForwardingPipelineConfig;
import io.losslab.proto.p4.v1.MasterArbitrationUpdate;
import io.losslab.proto.p4.v1.P4RuntimeGrpc;
import io.losslab.proto.p4.v1.SetForwardingPipelineConfigRequest;
import io.losslab.proto.p4.v1.StreamMessageRequest;
import io.losslab.proto.p4.v1.StreamMessageResponse;
import io.losslab.proto.p4.v1.Uint128;
import io.losslab.proto.p4.v1.WriteRequest;
import io.losslab.proto.v1.BandwidthPattern;
import io.losslab.proto.v1.BifrostCoprocessorGrpc;
import io.losslab.proto.v1.BifrostPort;
import io.losslab.proto.v1.ClockTime;
import io.losslab.proto.v1.Counter;
import io.losslab.proto.v1.CounterSamples;
import io.losslab.proto.v1.GetCountersRequest;
import io.losslab.proto.v1.HostAgentGrpc;
import io.losslab.proto.v1.NamedScheme;
import io.losslab.proto.v1.PortFlowControl;
import io.losslab.proto.v1.ResetRequest;
import io.losslab.proto.v1.RunUntilRequest;
import io.losslab.proto.v1.StartTrafficRequest;
import io.losslab.proto.v1.SwitchConfig;
import io.losslab.proto.v1.SwitchControlGrpc;
import io.losslab.proto.v1.TrafficFlow;
import io.losslab.proto.v1.VirtualClockGrpc;
import io.losslab.services.p4runtime.ProgramFixture;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.function.Executable;

/**
 * A lab of host A behind switch M and hosts B and C behind N, 3 km away, all at 100 Gb/s; the stubs
 * of a client that reached it over its socket; and short ways to say the usual things.
 */
final class TwoSites implements AutoCloseable {
    static final int A = 1;
    static final int B = 2;
    static final int C = 3;
    static final int M = 4;
    static final int N = 5;

    static final int M_TO_A = 1;
    static final int M_TO_N = 2;
    static final int N_TO_M = 1;
    static final int N_TO_C = 2;
    static final int N_TO_B = 3;
    static final int CLASS = 3;
    static final long RATE = 100_000_000_000L;
    static final long DELAY_NANOS = 15_000;
    static final long BUFFER = 8_000_000;

    final VirtualLab lab;
    final ManagedChannel channel;
    final SwitchControlGrpc.SwitchControlBlockingStub switches;
    final BifrostCoprocessorGrpc.BifrostCoprocessorBlockingStub coprocessors;
    final HostAgentGrpc.HostAgentBlockingStub hosts;
    final VirtualClockGrpc.VirtualClockBlockingStub clock;
    final P4RuntimeGrpc.P4RuntimeBlockingStub p4;
    private final List<Arrivals<StreamMessageRequest, StreamMessageResponse>> sessions =
            new ArrayList<>();

    TwoSites() {
        try {
            lab = VirtualLab.start(topology());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        channel =
                NettyChannelBuilder.forAddress(
                                new InetSocketAddress(InetAddress.getLoopbackAddress(), lab.port()),
                                InsecureChannelCredentials.create())
                        .build();
        switches =
                SwitchControlGrpc.newBlockingStub(channel).withDeadlineAfter(5, TimeUnit.MINUTES);
        coprocessors =
                BifrostCoprocessorGrpc.newBlockingStub(channel)
                        .withDeadlineAfter(5, TimeUnit.MINUTES);
        hosts = HostAgentGrpc.newBlockingStub(channel).withDeadlineAfter(5, TimeUnit.MINUTES);
        clock = VirtualClockGrpc.newBlockingStub(channel).withDeadlineAfter(5, TimeUnit.MINUTES);
        p4 = P4RuntimeGrpc.newBlockingStub(channel).withDeadlineAfter(5, TimeUnit.MINUTES);
    }

    /** Programs all routes over P4Runtime. */
    TwoSites routed() throws InterruptedException {
        route(M, new int[][] {{A, M_TO_A}, {B, M_TO_N}, {C, M_TO_N}});
        route(N, new int[][] {{A, N_TO_M}, {B, N_TO_B}, {C, N_TO_C}});
        return this;
    }

    static Topology topology() {
        DataRate rate = new DataRate(RATE);
        Nanos edge = new Nanos(10);
        return new TopologyBuilder("two-sites")
                .host("A")
                .host("B")
                .host("C")
                .switchNode("M", new DataSize(BUFFER))
                .switchNode("N", new DataSize(BUFFER))
                .link("A", "M", rate, edge, "edge")
                .link("M", "N", rate, new Nanos(DELAY_NANOS), "longHaul")
                .link("N", "C", rate, edge, "edge")
                .link("N", "B", rate, edge, "edge")
                .build();
    }

    /** PFC that fits the long link. */
    static NamedScheme.Builder pfc() {
        return NamedScheme.newBuilder()
                .setName("pfc")
                .putSettings("priorities", Integer.toString(1 << CLASS))
                .putSettings("threshold", "static")
                .putSettings("xoff", "500000")
                .putSettings("xon", "400000")
                .putSettings("headroom", "450000")
                .putSettings("timer", "quanta");
    }

    static PortFlowControl pfcAt(int port, NamedScheme.Builder scheme) {
        return PortFlowControl.newBuilder().setPort(port).addSchemes(scheme).build();
    }

    static PortFlowControl coprocessorAt(int port) {
        return PortFlowControl.newBuilder().setPort(port).setCoprocessor(true).build();
    }

    static SwitchConfig config(int device, PortFlowControl... ports) {
        return SwitchConfig.newBuilder()
                .setDeviceId(device)
                .setBufferBytes(BUFFER)
                .addAllPorts(List.of(ports))
                .build();
    }

    static BifrostPort port(int device, int port) {
        return BifrostPort.newBuilder().setDeviceId(device).setPort(port).build();
    }

    /** Delta = 375000 B, Rs T = 25000 B, so H must be 425000 B at least. */
    static NamedScheme.Builder bifrost() {
        return NamedScheme.newBuilder()
                .setName("bifrost")
                .putSettings("priorities", Integer.toString(1 << CLASS))
                .putSettings("rate", Long.toString(RATE))
                .putSettings("delay", Long.toString(DELAY_NANOS))
                .putSettings("slot", "2000")
                .putSettings("queueBuffer", "450000")
                .putSettings("leakPeriod", "1")
                .putSettings("extraHeadroom", "80000")
                .putSettings("leakTolerance", "4200")
                .putSettings("leak", "debt")
                .putSettings("virtualIncoming", "counter")
                .putSettings("unsafe", "false");
    }

    /** A flow of 64 KB messages that keeps the wire full until 1 ms. */
    static TrafficFlow.Builder bandwidth(int id, int to) {
        return TrafficFlow.newBuilder()
                .setFlowId(id)
                .setGroup("background")
                .setDstHostId(to)
                .setUdpSourcePort(50_000 + id)
                .setTrafficClass(CLASS)
                .setStopNs(1_000_000)
                .setBandwidth(
                        BandwidthPattern.newBuilder().setMessageBytes(64_000).setTxDepth(128));
    }

    /** A and B send to C at once: twice what its link carries, so N holds A back at port 1. */
    void overload() {
        start(A, bandwidth(1, C));
        start(B, bandwidth(2, C));
    }

    /** Hands a host its flows. */
    int start(int host, TrafficFlow.Builder... flows) {
        StartTrafficRequest.Builder request = StartTrafficRequest.newBuilder().setHostId(host);
        for (TrafficFlow.Builder flow : flows) {
            request.addFlows(flow);
        }
        return hosts.startTraffic(request.build()).getAcceptedFlows();
    }

    /** Lets time run; returns the last report. */
    ClockTime runUntil(long nanos) {
        ClockTime[] last = new ClockTime[1];
        clock.runUntil(RunUntilRequest.newBuilder().setUntilNs(nanos).build())
                .forEachRemaining(time -> last[0] = time);
        return last[0];
    }

    /** New switches and hosts in the place of those that are. */
    void reset() {
        clock.reset(ResetRequest.newBuilder().setDataQueues(8).build());
    }

    long counter(int device, int port, Counter counter) {
        CounterSamples samples =
                switches.getCounters(
                        GetCountersRequest.newBuilder()
                                .setDeviceId(device)
                                .addPorts(port)
                                .addCounters(counter)
                                .build());
        return samples.getValue(0);
    }

    /** What a stream of switches that are no more ends with. */
    static void assertReset(Arrivals<?, ?> stream) throws InterruptedException {
        Status status = stream.end();
        Assertions.assertEquals(
                "ABORTED: the lab was reset: this stream is of the switches before",
                status.getCode() + ": " + status.getDescription());
    }

    /** The status a call ends with, which must not be OK, such as {@code NOT_FOUND: no switch}. */
    static String refusal(Executable call) {
        Status status = Assertions.assertThrows(StatusRuntimeException.class, call).getStatus();
        return status.getCode() + ": " + status.getDescription();
    }

    @Override
    public void close() {
        sessions.forEach(Arrivals::cancel);
        channel.shutdownNow();
        lab.close();
    }

    /** Becomes the primary controller of a switch, until closed. */
    Arrivals<StreamMessageRequest, StreamMessageResponse> claim(int device, Uint128 electionId)
            throws InterruptedException {
        Arrivals<StreamMessageRequest, StreamMessageResponse> session = new Arrivals<>();
        sessions.add(session);
        P4RuntimeGrpc.newStub(channel)
                .streamChannel(session)
                .onNext(
                        StreamMessageRequest.newBuilder()
                                .setArbitration(
                                        MasterArbitrationUpdate.newBuilder()
                                                .setDeviceId(device)
                                                .setElectionId(electionId))
                                .build());
        session.next();
        return session;
    }

    private void route(int device, int[][] portOfHost) throws InterruptedException {
        Uint128 electionId = Uint128.newBuilder().setLow(1).build();
        claim(device, electionId);
        p4.setForwardingPipelineConfig(
                SetForwardingPipelineConfigRequest.newBuilder()
                        .setDeviceId(device)
                        .setElectionId(electionId)
                        .setAction(SetForwardingPipelineConfigRequest.Action.VERIFY_AND_COMMIT)
                        .setConfig(
                                ForwardingPipelineConfig.newBuilder()
                                        .setP4Info(ProgramFixture.INFO))
                        .build());
        WriteRequest.Builder write =
                WriteRequest.newBuilder().setDeviceId(device).setElectionId(electionId);
        for (int[] route : portOfHost) {
            int ipv4 = Topology.ipv4Of(topology().nodes().get(route[0] - 1));
            write.addUpdates(ProgramFixture.insert(ProgramFixture.route(ipv4, 32, route[1])));
        }
        p4.write(write.build());
    }

    static ByteString ipv4(int host) {
        int address = Topology.ipv4Of(topology().nodes().get(host - 1));
        byte[] octets = {
            (byte) (address >> 24), (byte) (address >> 16), (byte) (address >> 8), (byte) address
        };
        return ByteString.copyFrom(octets);
    }
}
