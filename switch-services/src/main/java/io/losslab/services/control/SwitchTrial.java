package io.losslab.services.control;

import io.losslab.api.topology.Topology;
import io.losslab.proto.v1.SetBifrostRequest;
import io.losslab.proto.v1.SwitchConfig;
import io.losslab.services.fabric.DirectCall;
import io.losslab.services.fabric.EventMailboxes;
import io.losslab.services.fabric.FabricThread;

/** Puts settings on the switches of a fabric by their own services, without a socket. */
public final class SwitchTrial {
    private final SwitchControlService control;
    private final BifrostCoprocessorService coprocessors;

    public SwitchTrial(FabricThread owner, Topology topology) {
        SwitchDirectory switches = new SwitchDirectory(topology);
        control = new SwitchControlService(owner, switches, new EventMailboxes());
        coprocessors = new BifrostCoprocessorService(owner, switches);
    }

    /**
     * Configures a switch.
     *
     * @throws io.grpc.StatusRuntimeException where it refuses
     */
    public void configure(SwitchConfig config) {
        DirectCall.make(config, control::configureSwitch);
    }

    /**
     * Starts Bifrost at a port of a configured switch.
     *
     * @throws io.grpc.StatusRuntimeException where its coprocessor refuses
     */
    public void setBifrost(SetBifrostRequest request) {
        DirectCall.make(request, coprocessors::setBifrost);
    }
}
