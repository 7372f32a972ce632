package io.losslab.orchestrator.run;

import com.google.protobuf.ByteString;
import io.losslab.api.topology.Node;
import io.losslab.driver.DeviceChannel;
import io.losslab.driver.bifrost.BifrostCoprocessorClient;
import io.losslab.driver.host.HostAgentClient;
import io.losslab.driver.p4runtime.ForwardProgram;
import io.losslab.driver.p4runtime.P4RuntimeClient;
import io.losslab.driver.p4runtime.Route;
import io.losslab.driver.switchcontrol.SwitchControlClient;
import io.losslab.orchestrator.backend.Lab;
import io.losslab.orchestrator.plan.CellPlan;
import io.losslab.orchestrator.plan.HostPlan;
import io.losslab.orchestrator.plan.SwitchPlan;
import io.losslab.proto.p4.v1.TableEntry;
import io.losslab.proto.v1.SetBifrostRequest;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The clients of all devices of a cell, and their provisioning from the plan. For one thread. */
final class CellDevices implements AutoCloseable {
    private static final long ELECTION_ID = 1;

    private final Map<Node, HostAgentClient> hosts = new LinkedHashMap<>();
    private final Map<Node, SwitchControlClient> switches = new LinkedHashMap<>();
    private final Map<Node, BifrostCoprocessorClient> coprocessors = new LinkedHashMap<>();
    private final Map<Node, P4RuntimeClient> forwarding = new LinkedHashMap<>();
    private final ForwardProgram program;

    CellDevices(Lab lab, CellPlan plan, ForwardProgram program) {
        this.program = program;
        for (HostPlan host : plan.hosts()) {
            DeviceChannel channel = lab.channel(host.node());
            hosts.put(host.node(), new HostAgentClient(channel, host.node().deviceId()));
        }
        for (SwitchPlan planned : plan.switches()) {
            DeviceChannel channel = lab.channel(planned.node());
            int id = planned.node().deviceId();
            switches.put(planned.node(), new SwitchControlClient(channel, id));
            coprocessors.put(planned.node(), new BifrostCoprocessorClient(channel, id));
            forwarding.put(planned.node(), new P4RuntimeClient(channel, id));
        }
    }

    /**
     * Puts everything but traffic in place. Hosts come first: switches size their tolerances by the
     * longest frame hosts send.
     *
     * @throws io.losslab.driver.DeviceException where a device refuses
     */
    void provision(CellPlan plan) {
        for (HostPlan host : plan.hosts()) {
            hosts.get(host.node()).configure(host.config());
        }
        for (SwitchPlan planned : plan.switches()) {
            provision(planned);
        }
    }

    /** Hands every host its flows; they start at their own times. */
    void startTraffic(CellPlan plan) {
        for (HostPlan host : plan.hosts()) {
            if (host.traffic().getFlowsCount() > 0) {
                hosts.get(host.node()).startTraffic(host.traffic().getFlowsList());
            }
        }
    }

    Map<Node, HostAgentClient> hosts() {
        return hosts;
    }

    Map<Node, SwitchControlClient> switches() {
        return switches;
    }

    BifrostCoprocessorClient coprocessor(Node node) {
        return coprocessors.get(node);
    }

    @Override
    public void close() {
        forwarding.values().forEach(P4RuntimeClient::close);
    }

    private void provision(SwitchPlan planned) {
        P4RuntimeClient p4 = forwarding.get(planned.node());
        p4.becomePrimary(ELECTION_ID);
        p4.setPipeline(program.pipelineConfig(ByteString.EMPTY, planned.node().deviceId()));
        List<TableEntry> entries =
                planned.routes().stream()
                        .map(route -> program.encode(Route.toHost(route.ipv4(), route.ports())))
                        .toList();
        p4.insert(entries);
        switches.get(planned.node()).configure(planned.config());
        for (SetBifrostRequest request : planned.bifrost()) {
            coprocessors
                    .get(planned.node())
                    .set(request.getPort().getPort(), request.getSettings());
        }
    }
}
