package io.losslab.labs.perftest;

import io.losslab.api.topology.Node;
import io.losslab.configs.binding.Binding;
import io.losslab.configs.plan.perftest.PerftestSession;
import io.losslab.configs.testbed.Device;
import io.losslab.devices.failure.CommandFailure;
import io.losslab.devices.ssh.CommandResult;
import io.losslab.devices.ssh.HostConnection;
import io.losslab.devices.ssh.ParallelHosts;
import io.losslab.traffic.perftest.PerftestTool;
import io.losslab.traffic.perftest.RdmaDevice;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The hosts of some sessions: connections to them, and what they are like. Thread safe. */
final class PerftestHosts implements AutoCloseable {
    private final Binding binding;
    private final String sysfs;
    private final Map<Device, Set<PerftestTool>> tools = new LinkedHashMap<>();
    private final Map<Device, HostConnection> connections = new LinkedHashMap<>();

    /**
     * Those of some sessions; none is connected to yet.
     *
     * @param sysfs where hosts have sysfs mounted
     */
    PerftestHosts(Binding binding, List<PerftestSession> sessions, String sysfs) {
        this.binding = binding;
        this.sysfs = sysfs;
        for (PerftestSession session : sessions) {
            for (Node end : List.of(session.client(), session.server())) {
                tools.computeIfAbsent(device(end), any -> EnumSet.noneOf(PerftestTool.class))
                        .add(session.options().tool());
            }
        }
        for (Device device : tools.keySet()) {
            connections.put(device, new HostConnection(device.name(), device.ssh().orElseThrow()));
        }
    }

    Device device(Node node) {
        return binding.device(node);
    }

    RdmaDevice rdma(Node node) {
        return device(node).rdma().orElseThrow();
    }

    HostConnection connection(Device device) {
        return connections.get(device);
    }

    /**
     * What each host is like.
     *
     * @throws CommandFailure where one is not reached, or lacks what is needed
     */
    Map<Device, HostFacts> facts() {
        return ParallelHosts.all(
                List.copyOf(tools.keySet()),
                Device::name,
                device ->
                        HostFacts.of(
                                connection(device),
                                sysfs,
                                device.rdma().orElseThrow(),
                                tools.get(device)));
    }

    /**
     * Runs tools on a host to their ends, which the tools' own options say. Where the connection is
     * lost, they are ended there, and it is too late to start them again.
     *
     * @throws CommandFailure where they cannot be started, or the connection is lost
     */
    Map<Integer, ToolOutput> run(Device device, List<HostScript.Tool> running) {
        CommandResult result = connection(device).runOnce("perftest", HostScript.of(running));
        if (!result.succeeded() && result.output().isBlank()) {
            throw CommandFailure.ofDevice(
                    "%s: perftest was not started: the shell exited with %d: %s"
                            .formatted(device.name(), result.status(), result.errors().strip()),
                    "check that /tmp has room there");
        }
        return ToolOutput.parse(result.output());
    }

    @Override
    public void close() {
        connections.values().forEach(HostConnection::close);
    }
}
