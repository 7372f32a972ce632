package io.losslab.devices.host;

import io.losslab.configs.language.Fields;
import io.losslab.configs.language.Section;
import io.losslab.configs.testbed.Device;
import io.losslab.configs.testbed.DevicePort;
import io.losslab.configs.testbed.Service;
import io.losslab.configs.testbed.file.DeviceSections;
import io.losslab.devices.Assignment;
import io.losslab.devices.DesiredState;
import io.losslab.devices.DeviceCall;
import io.losslab.devices.DeviceKind;
import io.losslab.devices.DeviceSession;
import io.losslab.devices.Inspection;
import io.losslab.devices.Need;
import io.losslab.devices.NicCounters;
import io.losslab.devices.Part;
import io.losslab.devices.failure.CommandFailure;
import io.losslab.devices.nic.NicInspection;
import io.losslab.devices.nic.NicKeys;
import io.losslab.devices.nic.NicPart;
import io.losslab.devices.nic.NicStatistics;
import io.losslab.devices.nic.NicWishes;
import io.losslab.devices.ssh.AgentArchive;
import io.losslab.devices.ssh.HostConnection;
import io.losslab.devices.ssh.HostTools;
import io.losslab.driver.DeviceChannel;
import io.losslab.driver.host.HostAgentClient;
import io.losslab.proto.v1.HostAgentGrpc;
import io.losslab.proto.v1.HostInfo;
import io.losslab.proto.v1.HostPort;
import io.losslab.proto.v1.StartTrafficRequest;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.IntPredicate;

/** A server that sends and receives: by its agent, or by perftest, whose NIC is configured. */
public final class Host implements DeviceKind {
    @Override
    public Traits traits() {
        return new Traits(
                "host",
                "a host",
                "A host that sends and receives through an agent or perftest.",
                false,
                List.of(),
                List.of(Service.HOST_AGENT),
                List.of(
                        DeviceSections.RDMA,
                        DeviceSections.STARTED_AGENT,
                        DeviceSections.ADDRESS,
                        NicKeys.NIC));
    }

    @Override
    public Section section() {
        return DeviceKind.super
                .section()
                .withOneOf(
                        Service.HOST_AGENT.key(), DeviceSections.RDMA, DeviceSections.STARTED_AGENT)
                .where(DeviceSections.RDMA, DeviceSections.SSH_LOGIN)
                .where(DeviceSections.STARTED_AGENT, DeviceSections.SSH_LOGIN)
                .where(NicKeys.NIC, DeviceSections.SSH_LOGIN);
    }

    @Override
    public Optional<Object> settings(
            Fields keys, List<DevicePort> ports, Function<String, Path> path) {
        if (keys.has(NicKeys.NIC)
                && !keys.has(DeviceSections.RDMA)
                && !keys.has(DeviceSections.STARTED_AGENT)) {
            keys.blame(NicKeys.NIC)
                    .error(
                            "'nic' configures the NICs of 'perftest' or 'agent', and the host has"
                                    + " neither",
                            "'nic' of a host with 'perftest' or 'agent'",
                            "");
        }
        return keys.get(NicKeys.NIC).map(NicKeys::read);
    }

    @Override
    public void inspect(Inspection inspection) {
        inspection.ask(Service.HOST_AGENT, channel -> agent(inspection, channel));
        inspection.logIn(login -> tools(inspection, login));
    }

    private static String agent(Inspection inspection, DeviceChannel channel) {
        HostInfo info = new HostAgentClient(channel, inspection.device().id()).describe();
        for (HostPort port : info.getPortsList()) {
            inspection.port(port.getPort(), true, port.getRateBitsPerSecond(), "");
        }
        inspection.version("losslab agent", info.getAgentVersion());
        return "agent %s '%s', %d ports"
                .formatted(info.getAgentVersion(), info.getName(), info.getPortsCount());
    }

    private static String tools(Inspection inspection, HostConnection login) {
        HostTools tools = HostTools.of(login);
        inspection.version("kernel", tools.kernel());
        inspection.version("DPDK", tools.dpdk());
        inspection.version("Java", tools.java());
        Device device = inspection.device();
        if (device.rdma().isEmpty()) {
            tools.missing().forEach(lack -> inspection.problem(device.name() + " " + lack));
        }
        List<String> found = new ArrayList<>(List.of(tools.toString()));
        found.addAll(NicInspection.of(inspection, login));
        return String.join("; ", found);
    }

    @Override
    public List<DesiredState> desired(Assignment assignment) {
        List<DesiredState> states = new ArrayList<>();
        NicWishes.of(assignment).ifPresent(states::add);
        if (assignment.device().has(Service.HOST_AGENT)) {
            states.add(
                    new DesiredState(
                            assignment.device(), new HostPart(), List.of(assignment.hostConfig())));
        }
        return states;
    }

    /** An agent that the run starts cannot be asked yet. */
    @Override
    public List<Need> needs(Assignment assignment) {
        return assignment.device().agent().isEmpty()
                ? List.of()
                : List.of(
                        new Need("archive of the agent", session -> AgentArchive.find()),
                        new Need("tools of the agent", Host::requireTools));
    }

    private static void requireTools(DeviceSession session) {
        for (String lack : HostTools.of(session.login()).missing()) {
            throw CommandFailure.ofDevice(session.device().name() + " " + lack, "");
        }
    }

    @Override
    public List<Part> parts() {
        return List.of(new HostPart(), new NicPart());
    }

    @Override
    public Optional<NicCounters> nicCounters(DeviceSession session, IntPredicate ports) {
        return NicStatistics.of(session, ports);
    }

    @Override
    public List<DeviceCall> traffic(Assignment assignment) {
        if (!assignment.device().has(Service.HOST_AGENT)) {
            return List.of();
        }
        StartTrafficRequest request = assignment.traffic();
        return List.of(
                DeviceCall.unary(
                        assignment.device(),
                        Service.HOST_AGENT,
                        HostAgentGrpc.getStartTrafficMethod(),
                        request,
                        () -> text(request)));
    }

    private static String text(StartTrafficRequest request) {
        String first =
                request.getFlowsCount() == 0
                        ? ""
                        : ", first: " + DeviceCall.line(request.getFlows(0));
        return "%d flows%s; %d flows end here"
                .formatted(request.getFlowsCount(), first, request.getIncoming().getFlowIdCount());
    }
}
