package io.losslab.services.control;

import io.losslab.api.topology.Node;
import io.losslab.flowcontrol.pause.PauseResponder;
import io.losslab.proto.v1.EcnConfig;
import io.losslab.proto.v1.PortFlowControl;
import io.losslab.proto.v1.SwitchConfig;
import io.losslab.services.fabric.FabricThread;
import io.losslab.services.fabric.OpenCalls;
import io.losslab.services.gnmi.ManagedSwitch;
import io.losslab.softswitch.fabric.Fabric;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Function;

/** A switch of a fabric for a server that speaks for it as another device does. Thread safe. */
public final class OwnedSwitch {
    private final FabricThread fabric;
    private final SwitchState state;

    OwnedSwitch(FabricThread fabric, SwitchState state) {
        this.fabric = fabric;
        this.state = state;
    }

    public Node node() {
        return state.node;
    }

    /** The same, as gNMI manages it. */
    public ManagedSwitch managed() {
        return new FabricSwitch(fabric, state);
    }

    /** Does work on the fabric's thread between two steps of time, and waits for it. */
    public <T> T call(Function<Access, T> work) {
        return fabric.call(owned -> work.apply(new Access(fabric, owned, state)));
    }

    /** As {@link #call}, for work without a result. */
    public void change(Consumer<Access> work) {
        fabric.change(owned -> work.accept(new Access(fabric, owned, state)));
    }

    /** Has from now on the memory and the flow control of ports that a switch before it had. */
    public void takeOver(OwnedSwitch before) {
        SwitchConfig had = before.call(access -> access.state.config());
        change(
                access ->
                        access.apply(
                                Access.unchanged(had).addAllPorts(had.getPortsList()).build()));
    }

    /** The switch from within the fabric's thread. */
    public static final class Access {
        private final FabricThread thread;
        private final Fabric fabric;
        private final SwitchState state;

        private Access(FabricThread thread, Fabric fabric, SwitchState state) {
            this.thread = thread;
            this.fabric = fabric;
            this.state = state;
        }

        public Fabric fabric() {
            return fabric;
        }

        /** The calls that stream what the fabric does. */
        public OpenCalls openCalls() {
            return thread.openCalls();
        }

        /**
         * Gives a switch that is new what no run sets on it.
         *
         * @throws IllegalArgumentException where a value cannot be
         */
        public void begin(BaseSettings base) {
            SwitchConfig config =
                    base.config().toBuilder()
                            .setDeviceId(state.node.deviceId())
                            .clearPorts()
                            .clearChargePauses()
                            .build();
            apply(config);
            base.routes()
                    .forEach(
                            (key, ports) ->
                                    fabric.routes()
                                            .put(
                                                    state.node.id(),
                                                    key.logicalSwitch(),
                                                    key.ipv4(),
                                                    key.prefixBits(),
                                                    ports.stream()
                                                            .mapToInt(Integer::intValue)
                                                            .toArray()));
        }

        /** Does something whenever time has stopped. */
        public void onIdle(Consumer<Access> work) {
            thread.onIdle(
                    () -> {
                        work.accept(this);
                        return true;
                    });
        }

        /**
         * Sets how ports mark packets; what else is set stays.
         *
         * @throws IllegalArgumentException where a value cannot be
         */
        public void setMarking(Map<Integer, EcnConfig> byPort) {
            apply(unchanged(state.config()).putAllEcn(byPort).build());
        }

        /** A configuration that leaves ports and marking as they are. */
        private static SwitchConfig.Builder unchanged(SwitchConfig now) {
            return SwitchConfig.newBuilder()
                    .setDeviceId(now.getDeviceId())
                    .setBufferBytes(now.getBufferBytes())
                    .setLossyAlpha(now.getLossyAlpha());
        }

        /** Sets which pauses a port obeys. */
        void setResponder(int port, PauseResponder responder) {
            fabric.setResponder(state.node.id(), port, responder);
        }

        /** Whether the coprocessor holds back a port's upstream. */
        public boolean runsBifrost(int port) {
            return state.bifrost.containsKey(port);
        }

        /**
         * Sets flow control of ports, all of them or none; what else is set stays.
         *
         * @throws IllegalArgumentException where a value cannot be
         * @throws IllegalStateException where a port buffers packets
         */
        public void setFlowControl(List<PortFlowControl> ports) {
            apply(unchanged(state.config()).addAllPorts(ports).build());
        }

        private void apply(SwitchConfig config) {
            SwitchSetup.apply(fabric, state, config);
        }
    }
}
