package io.losslab.services.control;

import io.grpc.BindableService;
import io.losslab.api.topology.Topology;
import io.losslab.services.fabric.EventMailboxes;
import io.losslab.services.fabric.FabricForwarding;
import io.losslab.services.fabric.FabricThread;
import io.losslab.services.fabric.PlaneEvents;
import io.losslab.services.gnmi.GnmiService;
import io.losslab.services.p4runtime.P4RuntimeService;
import io.losslab.services.p4runtime.forwarding.ForwardingDevice;
import java.util.List;
import java.util.Set;

/** What the switches of a fabric offer over gRPC, in virtual time and live. */
public final class SwitchServices {
    private SwitchServices() {}

    /**
     * The services of all switches.
     *
     * @param queueEvents what happened at queues, for whoever collects it
     * @param architectures of the P4 programs that the switches take
     * @param runsPrograms whether they run the programs of device configs
     */
    public static List<BindableService> of(
            FabricThread owner,
            Topology topology,
            EventMailboxes queueEvents,
            Set<String> architectures,
            boolean runsPrograms) {
        PlaneEvents events = new PlaneEvents();
        owner.call(
                owned -> {
                    owned.counters().countQueues();
                    events.attach(owner, owned);
                    return null;
                });
        SwitchDirectory switches = new SwitchDirectory(topology);
        List<ForwardingDevice> devices =
                topology.switches().stream()
                        .map(
                                node ->
                                        new ForwardingDevice(
                                                node.deviceId(),
                                                node.name(),
                                                new FabricForwarding(
                                                        owner, node, events, runsPrograms),
                                                architectures))
                        .toList();
        List<FabricSwitch> managed =
                topology.switches().stream()
                        .map(node -> new FabricSwitch(owner, switches.get(node.deviceId())))
                        .toList();
        return List.of(
                new P4RuntimeService(devices),
                new SwitchControlService(owner, switches, queueEvents),
                new GnmiService(managed),
                new BifrostCoprocessorService(owner, switches));
    }
}
