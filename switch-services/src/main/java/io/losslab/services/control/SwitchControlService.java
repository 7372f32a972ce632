package io.losslab.services.control;

import io.grpc.stub.ServerCallStreamObserver;
import io.grpc.stub.StreamObserver;
import io.losslab.api.rpc.EventBatches;
import io.losslab.api.rpc.Replies;
import io.losslab.api.topology.Link;
import io.losslab.api.topology.PortRef;
import io.losslab.proto.v1.Counter;
import io.losslab.proto.v1.CounterSamples;
import io.losslab.proto.v1.Gauges;
import io.losslab.proto.v1.GetCountersRequest;
import io.losslab.proto.v1.GetSwitchRequest;
import io.losslab.proto.v1.PauseCharges;
import io.losslab.proto.v1.QueueEvents;
import io.losslab.proto.v1.SwitchConfig;
import io.losslab.proto.v1.SwitchControlGrpc;
import io.losslab.proto.v1.SwitchInfo;
import io.losslab.proto.v1.SwitchPort;
import io.losslab.proto.v1.WatchCountersRequest;
import io.losslab.services.fabric.ChargeStream;
import io.losslab.services.fabric.CounterSampler;
import io.losslab.services.fabric.EventMailboxes;
import io.losslab.services.fabric.FabricThread;
import io.losslab.services.fabric.GaugeRows;
import io.losslab.softswitch.fabric.Fabric;
import java.util.ArrayList;
import java.util.List;

/** Switch control of every switch of a fabric. */
final class SwitchControlService extends SwitchControlGrpc.SwitchControlImplBase {
    private static final int ROWS_A_MESSAGE = 4_096;

    private final FabricThread fabric;
    private final SwitchDirectory switches;
    private final EventMailboxes events;

    SwitchControlService(FabricThread fabric, SwitchDirectory switches, EventMailboxes events) {
        this.fabric = fabric;
        this.switches = switches;
        this.events = events;
    }

    @Override
    public void getSwitch(GetSwitchRequest request, StreamObserver<SwitchInfo> responses) {
        Replies.one(
                responses,
                () -> fabric.call(owned -> describe(owned, switches.get(request.getDeviceId()))));
    }

    @Override
    public void configureSwitch(SwitchConfig request, StreamObserver<SwitchConfig> responses) {
        Replies.one(
                responses,
                () ->
                        fabric.call(
                                owned -> {
                                    SwitchState state = switches.get(request.getDeviceId());
                                    SwitchSetup.apply(owned, state, request);
                                    return state.config();
                                }));
    }

    @Override
    public void getSwitchConfig(GetSwitchRequest request, StreamObserver<SwitchConfig> responses) {
        Replies.one(
                responses,
                () -> fabric.call(owned -> switches.get(request.getDeviceId()).config()));
    }

    @Override
    public void getCounters(GetCountersRequest request, StreamObserver<CounterSamples> responses) {
        Replies.one(
                responses,
                () ->
                        fabric.call(
                                owned -> {
                                    CounterSampler sampler = sampler(owned, request);
                                    CounterSamples.Builder samples = CounterSamples.newBuilder();
                                    sampler.sample(samples);
                                    return samples.build();
                                }));
    }

    @Override
    public void watchCounters(
            WatchCountersRequest request, StreamObserver<CounterSamples> responses) {
        if (request.getIntervalNs() < 1_000) {
            responses.onError(
                    Replies.statusOf(
                                    new IllegalArgumentException(
                                            "interval_ns must be at least 1000: "
                                                    + request.getIntervalNs()))
                            .asRuntimeException());
            return;
        }
        ServerCallStreamObserver<CounterSamples> call = Replies.stream(responses);
        try {
            fabric.change(owned -> watch(owned, request, call));
        } catch (RuntimeException e) {
            responses.onError(Replies.statusOf(e).asRuntimeException());
        }
    }

    @Override
    public void collectEvents(GetSwitchRequest request, StreamObserver<QueueEvents> responses) {
        Replies.all(
                responses,
                () ->
                        EventBatches.of(
                                fabric.call(
                                        owned -> {
                                            int node =
                                                    switches.get(request.getDeviceId()).node.id();
                                            return events.take(owned, node);
                                        })));
    }

    @Override
    public void collectPauseCharges(
            GetSwitchRequest request, StreamObserver<PauseCharges> responses) {
        Replies.all(
                responses,
                () ->
                        fabric.call(
                                owned ->
                                        ChargeStream.of(
                                                owned, switches.get(request.getDeviceId()).node)));
    }

    @Override
    public void getGauges(GetSwitchRequest request, StreamObserver<Gauges> responses) {
        Replies.one(
                responses,
                () ->
                        fabric.call(
                                owned -> {
                                    GaugeRows rows = new GaugeRows();
                                    int node = switches.get(request.getDeviceId()).node.id();
                                    owned.schemes().readGauges(node, rows);
                                    return rows.rows();
                                }));
    }

    /** Sends every sample, also to a slow client: a run awaits a row of each interval. */
    private void watch(
            Fabric owned,
            WatchCountersRequest request,
            ServerCallStreamObserver<CounterSamples> call) {
        CounterSampler sampler = sampler(owned, request.getSelect());
        CounterSamples.Builder rows = CounterSamples.newBuilder();
        sampler.sample(rows);
        call.onNext(rows.build());
        rows.clear();
        Runnable[] self = new Runnable[1];
        self[0] =
                () -> {
                    if (call.isCancelled()) {
                        owned.samplers().remove(self[0]);
                        return;
                    }
                    sampler.sample(rows);
                    if (rows.getTimeNsCount() >= ROWS_A_MESSAGE) {
                        call.onNext(rows.build());
                        rows.clear();
                    }
                };
        owned.samplers().add(request.getIntervalNs(), self[0]);
        fabric.openCalls().add(call);
        fabric.onIdle(
                () -> {
                    boolean open = !call.isCancelled();
                    if (open && rows.getTimeNsCount() > 0) {
                        call.onNext(rows.build());
                        rows.clear();
                    }
                    return open;
                });
    }

    private CounterSampler sampler(Fabric owned, GetCountersRequest request) {
        SwitchState state = switches.get(request.getDeviceId());
        List<Integer> ports = new ArrayList<>(request.getPortsList());
        if (ports.isEmpty()) {
            for (int port = 1; port <= state.node.ports(); port++) {
                ports.add(port);
            }
        }
        ports.forEach(port -> switches.requirePort(state, port));
        List<Counter> counters = new ArrayList<>(request.getCountersList());
        if (counters.isEmpty()) {
            counters.addAll(CounterSampler.known());
        }
        return new CounterSampler(
                owned, state.node.id(), ports, counters, request.getQueues(), request.getClasses());
    }

    private static SwitchInfo describe(Fabric owned, SwitchState state) {
        SwitchInfo.Builder info =
                SwitchInfo.newBuilder()
                        .setDeviceId(state.node.deviceId())
                        .setName(state.node.name())
                        .setModel("losslab virtual switch");
        for (int port = 1; port <= state.node.ports(); port++) {
            Link link = owned.topology().linkAt(state.node, port);
            PortRef peer = link.peerOf(new PortRef(state.node, port));
            info.addPorts(
                    SwitchPort.newBuilder()
                            .setPort(port)
                            .setRateBitsPerSecond(link.rate().bitsPerSecond())
                            .setUp(true)
                            .setPeerDevice(peer.node().name())
                            .setPeerPort(peer.port()));
        }
        return info.build();
    }
}
