package io.losslab.services.control;

import io.grpc.BindableService;
import io.losslab.api.topology.Node;
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
    private final FabricThread owner;
    private final Topology topology;
    private final PlaneEvents events = new PlaneEvents();
    private final SwitchDirectory switches;

    /** The services of a fabric, of which there is one such object. */
    public SwitchServices(FabricThread owner, Topology topology) {
        this.owner = owner;
        this.topology = topology;
        this.switches = new SwitchDirectory(topology);
        owner.change(
                owned -> {
                    owned.counters().countQueues();
                    events.attach(owner, owned);
                });
    }

    /**
     * The services of all switches.
     *
     * @param queueEvents what happened at queues, for whoever collects it
     * @param architectures of the P4 programs that the switches take
     * @param runsPrograms whether they run the programs of device configs
     */
    public List<BindableService> all(
            EventMailboxes queueEvents, Set<String> architectures, boolean runsPrograms) {
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
                        .map(node -> new FabricSwitch(owner, state(node)))
                        .toList();
        return List.of(
                new P4RuntimeService(devices),
                new SwitchControlService(owner, switches, queueEvents),
                new GnmiService(managed),
                coprocessors());
    }

    /** The Bifrost coprocessors of all switches. */
    public BindableService coprocessors() {
        return new BifrostCoprocessorService(owner, switches);
    }

    /** All switches, for servers of other devices' services. */
    public List<OwnedSwitch> owned() {
        return topology.switches().stream()
                .map(node -> new OwnedSwitch(owner, state(node)))
                .toList();
    }

    private SwitchState state(Node node) {
        return switches.get(node.deviceId());
    }
}
