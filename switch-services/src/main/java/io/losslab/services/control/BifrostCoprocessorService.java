package io.losslab.services.control;

import io.grpc.StatusRuntimeException;
import io.grpc.stub.ServerCallStreamObserver;
import io.grpc.stub.StreamObserver;
import io.losslab.api.rpc.Replies;
import io.losslab.flowcontrol.Coprocessor;
import io.losslab.flowcontrol.CoprocessorState;
import io.losslab.flowcontrol.IngressScheme;
import io.losslab.flowcontrol.SchemeType;
import io.losslab.flowcontrol.Trait;
import io.losslab.flowcontrol.registry.SchemeTypes;
import io.losslab.proto.v1.BifrostCoprocessorGrpc;
import io.losslab.proto.v1.BifrostCounters;
import io.losslab.proto.v1.BifrostPort;
import io.losslab.proto.v1.ClearBifrostResponse;
import io.losslab.proto.v1.NamedScheme;
import io.losslab.proto.v1.SetBifrostRequest;
import io.losslab.proto.v1.WatchBifrostCountersRequest;
import io.losslab.roce.service.SchemeChoice;
import io.losslab.services.fabric.FabricThread;
import io.losslab.softswitch.fabric.Fabric;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** Bifrost coprocessors of every switch of a fabric. */
final class BifrostCoprocessorService extends BifrostCoprocessorGrpc.BifrostCoprocessorImplBase {
    private final FabricThread fabric;
    private final SwitchDirectory switches;

    /**
     * What was set, as it was sent, and who wants to hear of changes; on the fabric's thread only.
     */
    private final Map<BifrostPort, NamedScheme> inForce = new HashMap<>();

    private final Map<BifrostPort, List<ServerCallStreamObserver<NamedScheme>>> watchers =
            new HashMap<>();

    BifrostCoprocessorService(FabricThread fabric, SwitchDirectory switches) {
        this.fabric = fabric;
        this.switches = switches;
    }

    @Override
    public void setBifrost(SetBifrostRequest request, StreamObserver<NamedScheme> responses) {
        Replies.one(responses, () -> fabric.call(owned -> set(owned, request)));
    }

    @Override
    public void clearBifrost(BifrostPort request, StreamObserver<ClearBifrostResponse> responses) {
        Replies.one(responses, () -> fabric.call(owned -> clear(owned, request)));
    }

    @Override
    public void getBifrost(BifrostPort request, StreamObserver<NamedScheme> responses) {
        Replies.one(
                responses,
                () ->
                        fabric.call(
                                owned -> {
                                    running(request);
                                    return inForce.get(request);
                                }));
    }

    @Override
    public void watchBifrost(BifrostPort request, StreamObserver<NamedScheme> responses) {
        ServerCallStreamObserver<NamedScheme> call = Replies.stream(responses);
        try {
            fabric.change(
                    owned -> {
                        running(request);
                        call.onNext(inForce.get(request));
                        watchers.computeIfAbsent(request, any -> new ArrayList<>()).add(call);
                        fabric.openCalls().add(call);
                    });
        } catch (RuntimeException e) {
            responses.onError(Replies.statusOf(e).asRuntimeException());
        }
    }

    @Override
    public void getBifrostCounters(BifrostPort request, StreamObserver<BifrostCounters> responses) {
        Replies.one(
                responses, () -> fabric.call(owned -> counters(owned, request, running(request))));
    }

    @Override
    public void watchBifrostCounters(
            WatchBifrostCountersRequest request, StreamObserver<BifrostCounters> responses) {
        ServerCallStreamObserver<BifrostCounters> call = Replies.stream(responses);
        try {
            fabric.change(owned -> watchCounters(owned, request, call));
        } catch (RuntimeException e) {
            responses.onError(Replies.statusOf(e).asRuntimeException());
        }
    }

    private NamedScheme set(Fabric owned, SetBifrostRequest request) {
        BifrostPort at = request.getPort();
        SwitchState state = switches.get(at.getDeviceId());
        switches.requirePort(state, at.getPort());
        if (!state.leavesFlowControlToCoprocessor(at.getPort())) {
            throw new IllegalStateException(
                    "%s port %d runs flow control of its own; leave it to the coprocessor, or remove it, first"
                            .formatted(state.node.name(), at.getPort()));
        }
        SchemeChoice choice =
                SchemeChoice.checked(
                        at.getPort(),
                        request.getScheme(),
                        owned.link(state.node.id(), at.getPort()),
                        owned.schemes().bufferFor(state.node.id(), at.getPort()));
        SchemeType type = choice.type();
        if (!type.has(Trait.RUNS_ON_COPROCESSOR)) {
            throw new IllegalArgumentException(
                    "port %d, %s: this coprocessor runs %s"
                            .formatted(at.getPort(), type.name(), ofCoprocessors()));
        }
        IngressScheme scheme =
                owned.schemes()
                        .setIngress(
                                state.node.id(),
                                at.getPort(),
                                (plane, port) -> type.downstream(plane, port, choice.settings()));
        state.bifrost.put(at.getPort(), (Coprocessor) scheme);
        if (inForce.put(at, request.getScheme()) == null) {
            awaitEnd(state, at);
        }
        List<ServerCallStreamObserver<NamedScheme>> open =
                watchers.getOrDefault(at, new ArrayList<>());
        open.removeIf(ServerCallStreamObserver::isCancelled);
        open.forEach(call -> call.onNext(request.getScheme()));
        return request.getScheme();
    }

    private ClearBifrostResponse clear(Fabric owned, BifrostPort at) {
        SwitchState state = switches.get(at.getDeviceId());
        switches.requirePort(state, at.getPort());
        if (state.bifrost.containsKey(at.getPort())) {
            owned.schemes().setIngress(state.node.id(), at.getPort(), null);
            state.endBifrost(at.getPort());
        }
        return ClearBifrostResponse.getDefaultInstance();
    }

    /** Once a port runs Bifrost no more, its settings are forgotten and their watchers told. */
    private void awaitEnd(SwitchState state, BifrostPort at) {
        Runnable[] self = new Runnable[1];
        self[0] =
                () -> {
                    if (!state.bifrost.containsKey(at.getPort())) {
                        state.listeners.remove(self[0]);
                        inForce.remove(at);
                        endWatches(state, at);
                    }
                };
        state.listeners.add(self[0]);
    }

    private void endWatches(SwitchState state, BifrostPort at) {
        List<ServerCallStreamObserver<NamedScheme>> open = watchers.remove(at);
        if (open != null) {
            for (ServerCallStreamObserver<NamedScheme> call : open) {
                fabric.openCalls().remove(call);
                call.onError(none(state, at));
            }
        }
    }

    private static String ofCoprocessors() {
        return SchemeTypes.all().stream()
                .filter(type -> type.has(Trait.RUNS_ON_COPROCESSOR))
                .map(SchemeType::name)
                .collect(Collectors.joining(", "));
    }

    private void watchCounters(
            Fabric owned,
            WatchBifrostCountersRequest request,
            ServerCallStreamObserver<BifrostCounters> call) {
        Coprocessor bifrost = running(request.getPort());
        if (request.getIntervalNs() < bifrost.slotNanos()) {
            throw new IllegalArgumentException(
                    "interval_ns must be at least the slot, %d: %d"
                            .formatted(bifrost.slotNanos(), request.getIntervalNs()));
        }
        call.onNext(counters(owned, request.getPort(), bifrost));
        Runnable[] self = new Runnable[1];
        self[0] =
                () -> {
                    if (call.isCancelled() || !sample(owned, request.getPort(), call)) {
                        owned.samplers().remove(self[0]);
                    }
                };
        owned.samplers().add(request.getIntervalNs(), self[0]);
        fabric.openCalls().add(call);
    }

    /**
     * Sends counters of whatever settings are in force, unless the client is far behind: a later
     * sample has all that they counted. Ends the stream where there are no settings.
     */
    private boolean sample(
            Fabric owned, BifrostPort port, ServerCallStreamObserver<BifrostCounters> call) {
        try {
            Coprocessor bifrost = running(port);
            if (call.isReady()) {
                call.onNext(counters(owned, port, bifrost));
            }
            return true;
        } catch (StatusRuntimeException e) {
            fabric.openCalls().remove(call);
            call.onError(e);
            return false;
        }
    }

    private Coprocessor running(BifrostPort port) {
        SwitchState state = switches.get(port.getDeviceId());
        Coprocessor bifrost = state.bifrost.get(port.getPort());
        if (bifrost == null) {
            throw none(state, port);
        }
        return bifrost;
    }

    private static RuntimeException none(SwitchState state, BifrostPort port) {
        return Replies.notFound(state.node.name() + " port " + port.getPort() + " runs no Bifrost");
    }

    private static BifrostCounters counters(Fabric owned, BifrostPort port, Coprocessor bifrost) {
        CoprocessorState state = bifrost.state();
        return BifrostCounters.newBuilder()
                .setTimeNs(owned.nowNanos())
                .setPort(port)
                .setQueueBytes(state.queueBytes())
                .setReceivedBytes(state.receivedBytes())
                .setVirtualIncomingBytes(state.virtualIncomingBytes())
                .setPauseNs(state.pauseNanos())
                .setDebtBytes(state.debtBytes())
                .setSlots(state.slots())
                .setFramesSent(state.framesSent())
                .setMaxQueueBytes(state.maxQueueBytes())
                .setLeakEvents(state.leakEvents())
                .setLeakedBytes(state.leakedBytes())
                .setMinSumBytes(state.minSumBytes())
                .setMaxSumBytes(state.maxSumBytes())
                .setBoundViolations(state.boundViolations())
                .setFirstViolationNs(state.firstViolationNanos())
                .setLeakAllowanceBytes(state.leakAllowanceBytes())
                .build();
    }
}
