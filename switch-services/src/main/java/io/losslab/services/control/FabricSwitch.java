package io.losslab.services.control;

import io.grpc.StatusRuntimeException;
import io.grpc.stub.ServerCallStreamObserver;
import io.losslab.flowcontrol.LinkProfile;
import io.losslab.proto.v1.SwitchConfig;
import io.losslab.services.fabric.FabricThread;
import io.losslab.services.fabric.OpenCalls;
import io.losslab.services.gnmi.ManagedSwitch;
import io.losslab.services.gnmi.tree.SwitchAccess;
import io.losslab.softswitch.fabric.Fabric;
import io.losslab.softswitch.fabric.PortCounters;
import io.losslab.softswitch.fabric.buffer.QueueCounters;
import java.util.function.Consumer;
import java.util.function.Function;

/** A switch of a fabric, as gNMI manages it. */
final class FabricSwitch implements ManagedSwitch {
    private final FabricThread fabric;
    private final SwitchState state;

    FabricSwitch(FabricThread fabric, SwitchState state) {
        this.fabric = fabric;
        this.state = state;
    }

    @Override
    public String name() {
        return state.node.name();
    }

    @Override
    public long deviceId() {
        return state.node.deviceId();
    }

    @Override
    public <T> T call(Function<SwitchAccess, T> work) {
        return fabric.call(owned -> work.apply(new Access(owned, fabric.openCalls(), state)));
    }

    private record Access(Fabric fabric, OpenCalls openCalls, SwitchState state)
            implements SwitchAccess {
        @Override
        public long nowNanos() {
            return fabric.nowNanos();
        }

        @Override
        public long memoryBytes() {
            return state.node.buffer().bytes();
        }

        @Override
        public int ports() {
            return state.node.ports();
        }

        @Override
        public int queues() {
            return fabric.counters().dataQueues();
        }

        @Override
        public LinkProfile link(int port) {
            return fabric.link(state.node.id(), port);
        }

        @Override
        public PortCounters counters(int port) {
            return fabric.counters().port(state.node.id(), port);
        }

        @Override
        public QueueCounters queue(int port, int queue) {
            return fabric.counters().queue(state.node.id(), port, queue);
        }

        @Override
        public long pauseFramesReceived(int port, int priority) {
            return fabric.counters().pauseFramesReceived(state.node.id(), port, priority);
        }

        @Override
        public long pauseFramesSent(int port, int priority) {
            return fabric.counters().pauseFramesSent(state.node.id(), port, priority);
        }

        @Override
        public SwitchConfig config() {
            return state.config();
        }

        @Override
        public void configure(SwitchConfig change) {
            SwitchSetup.apply(fabric, state, change);
        }

        @Override
        public void addSampler(long intervalNanos, Runnable sampler) {
            fabric.samplers().add(intervalNanos, sampler);
        }

        @Override
        public void removeSampler(Runnable sampler) {
            fabric.samplers().remove(sampler);
        }

        @Override
        public void addListener(Runnable listener) {
            state.listeners.add(listener);
        }

        @Override
        public void removeListener(Runnable listener) {
            state.listeners.remove(listener);
        }

        @Override
        public void tellListeners() {
            state.tellListeners();
        }

        @Override
        public void addStream(
                ServerCallStreamObserver<?> call, Consumer<StatusRuntimeException> ender) {
            openCalls.add(call, ender);
        }

        @Override
        public void removeStream(ServerCallStreamObserver<?> call) {
            openCalls.remove(call);
        }
    }
}
