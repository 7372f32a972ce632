package io.losslab.services.lab;

import io.grpc.StatusRuntimeException;
import io.losslab.api.topology.Node;
import io.losslab.api.topology.Topology;
import io.losslab.proto.v1.HostConfig;
import io.losslab.proto.v1.SetBifrostRequest;
import io.losslab.proto.v1.SwitchConfig;
import io.losslab.roce.service.HostAgentService;
import io.losslab.services.control.SwitchTrial;
import io.losslab.services.fabric.DirectCall;
import io.losslab.services.fabric.EventMailboxes;
import io.losslab.services.fabric.FabricThread;
import io.losslab.softswitch.fabric.Fabric;
import java.util.List;
import java.util.Optional;

/**
 * Puts settings in force on software switches and hosts that no packet passes and no socket leads
 * to: what the services of a run refuse, the same services refuse here, in milliseconds.
 */
public final class SettingsTrial {
    private final Topology topology;
    private final int dataQueues;

    public SettingsTrial(Topology topology, int dataQueues) {
        this.topology = topology;
        this.dataQueues = dataQueues;
    }

    /** What is refused first, with the name of the device. */
    public Optional<String> refusal(
            List<HostConfig> hosts,
            List<SwitchConfig> switches,
            List<SetBifrostRequest> coprocessors) {
        try (FabricThread fabric = new FabricThread(new Fabric(topology, dataQueues))) {
            HostAgentService agents =
                    new HostAgentService(new VirtualHosts(fabric, topology, new EventMailboxes()));
            SwitchTrial trial = new SwitchTrial(fabric, topology);
            long device = 0;
            try {
                for (HostConfig host : hosts) {
                    device = host.getHostId();
                    DirectCall.make(host, agents::configureHost);
                }
                for (SwitchConfig config : switches) {
                    device = config.getDeviceId();
                    trial.configure(config);
                }
                for (SetBifrostRequest request : coprocessors) {
                    device = request.getPort().getDeviceId();
                    trial.setBifrost(request);
                }
            } catch (StatusRuntimeException e) {
                Node node = topology.nodes().get((int) device - 1);
                return Optional.of(node.name() + ": " + e.getStatus().getDescription());
            }
        }
        return Optional.empty();
    }
}
