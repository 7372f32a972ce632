package io.losslab.orchestrator.provision;

import com.google.protobuf.ByteString;
import com.google.protobuf.Message;
import io.losslab.configs.testbed.Device;
import io.losslab.configs.testbed.DeviceKind;
import io.losslab.configs.testbed.Service;
import io.losslab.driver.bfrt.BfRtClient;
import io.losslab.driver.bfrt.BfRtSchema;
import io.losslab.driver.p4runtime.ForwardProgram;
import io.losslab.orchestrator.binding.Binding;
import io.losslab.orchestrator.plan.CellPlan;
import io.losslab.orchestrator.plan.HostPlan;
import io.losslab.orchestrator.plan.SwitchPlan;
import io.losslab.orchestrator.provision.tofino.TofinoPlan;
import io.losslab.orchestrator.provision.tofino.TofinoTables;
import io.losslab.orchestrator.session.CommandFailure;
import io.losslab.proto.bfrt.BfRuntimeGrpc;
import io.losslab.proto.bfrt.WriteRequest;
import io.losslab.proto.p4.v1.ForwardingPipelineConfig;
import io.losslab.proto.p4.v1.MasterArbitrationUpdate;
import io.losslab.proto.p4.v1.P4RuntimeGrpc;
import io.losslab.proto.p4.v1.StreamMessageRequest;
import io.losslab.proto.v1.HostAgentGrpc;
import io.losslab.proto.v1.SetBifrostRequest;
import io.losslab.proto.v1.StartTrafficRequest;
import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.List;

/**
 * All that a cell sets on its devices, hosts first: switches size their tolerances by the longest
 * frame hosts send. Pure.
 */
public final class CellSettings {
    private final CellPlan plan;
    private final Binding binding;
    private final ForwardProgram program;
    private final BoundMessages messages;

    public CellSettings(CellPlan plan, Binding binding, ForwardProgram program) {
        this.plan = plan;
        this.binding = binding;
        this.program = program;
        this.messages = new BoundMessages(binding);
    }

    /**
     * The states that devices are to have.
     *
     * @throws CommandFailure where a device cannot be what it is to be
     */
    public List<Wanted> wanted() {
        List<Wanted> wanted = new ArrayList<>();
        for (HostPlan host : agents()) {
            wanted.add(
                    new Wanted(
                            binding.device(host.node()), Parts.HOST, List.of(messages.host(host))));
        }
        for (Device device : binding.devices()) {
            if (device.kind().isSwitch()) {
                addSwitch(wanted, device);
            }
        }
        return wanted;
    }

    /** Hosts that an agent drives. */
    private List<HostPlan> agents() {
        return plan.hosts().stream()
                .filter(host -> binding.device(host.node()).has(Service.HOST_AGENT))
                .toList();
    }

    /** The traffic of hosts whose agents send, in host order. */
    public List<DeviceCall<?, ?>> traffic() {
        List<DeviceCall<?, ?>> calls = new ArrayList<>();
        for (HostPlan host : agents()) {
            StartTrafficRequest request = messages.traffic(host);
            if (request.getFlowsCount() > 0) {
                calls.add(
                        new DeviceCall<>(
                                binding.device(host.node()),
                                Service.HOST_AGENT,
                                HostAgentGrpc.getStartTrafficMethod(),
                                request));
            }
        }
        return calls;
    }

    /**
     * Every call that sets something, in the order a run makes them, on devices that nobody has set
     * before.
     */
    public List<DeviceCall<?, ?>> calls() {
        List<Wanted> all = wanted();
        List<DeviceCall<?, ?>> calls = new ArrayList<>();
        for (Wanted each : all) {
            List<DeviceCall<?, ?>> checks = each.part().checks(each.device(), each.state());
            if (!checks.isEmpty()) {
                calls.add(arbitration(each.device()));
                calls.addAll(checks);
            }
        }
        for (Wanted each : all) {
            if (each.part().service() == Service.BFRT) {
                calls.addAll(sessionOf(each));
            }
            calls.addAll(each.part().calls(each.device(), List.of(), each.state()));
        }
        calls.addAll(traffic());
        return calls;
    }

    private static DeviceCall<?, ?> arbitration(Device device) {
        return new DeviceCall<>(
                device,
                Service.P4RUNTIME,
                P4RuntimeGrpc.getStreamChannelMethod(),
                StreamMessageRequest.newBuilder()
                        .setArbitration(
                                MasterArbitrationUpdate.newBuilder()
                                        .setDeviceId(device.id())
                                        .setElectionId(ForwardingPart.electionId(device)))
                        .build());
    }

    /** What begins a session of BF Runtime. */
    private static List<DeviceCall<?, ?>> sessionOf(Wanted wanted) {
        Device device = wanted.device();
        WriteRequest first = (WriteRequest) wanted.state().get(0);
        int chip = first.getTarget().getDeviceId();
        return List.of(
                new DeviceCall<>(
                        device,
                        Service.BFRT,
                        BfRuntimeGrpc.getStreamChannelMethod(),
                        BfRtClient.subscription(chip, first.getClientId())),
                new DeviceCall<>(
                        device,
                        Service.BFRT,
                        BfRuntimeGrpc.getSetForwardingPipelineConfigMethod(),
                        BfRtClient.binding(chip, first.getClientId(), first.getP4Name())));
    }

    private void addSwitch(List<Wanted> wanted, Device device) {
        List<SwitchPlan> plans =
                plan.switches().stream()
                        .filter(each -> binding.device(each.node()).equals(device))
                        .map(each -> CoprocessorChoice.of(device, each))
                        .toList();
        List<SetBifrostRequest> bifrost = messages.bifrost(device, plans);
        if (device.kind() == DeviceKind.TOFINO2) {
            addTofino(wanted, device, plans);
        } else if (device.has(Service.P4RUNTIME)) {
            wanted.add(new Wanted(device, Parts.FORWARDING, forwarding(device, plans)));
        }
        if (device.kind() == DeviceKind.SOFTWARE_SWITCH) {
            List<Message> state = new ArrayList<>();
            state.add(messages.switchConfig(device, plans));
            state.addAll(bifrost);
            requireCoprocessor(device, bifrost);
            wanted.add(new Wanted(device, Parts.FLOW_CONTROL, state));
            return;
        }
        if (device.kind() == DeviceKind.COMMODITY) {
            List<Message> leaves = new InterfaceLeaves(binding, device).of(plans);
            if (!leaves.isEmpty()) {
                wanted.add(new Wanted(device, Parts.INTERFACES, leaves));
            }
        }
        if (!bifrost.isEmpty()) {
            requireCoprocessor(device, bifrost);
            wanted.add(new Wanted(device, Parts.COPROCESSOR, List.copyOf(bifrost)));
        }
    }

    private List<Message> forwarding(Device device, List<SwitchPlan> plans) {
        return forwarding(device, plans, program, ByteString.EMPTY);
    }

    private void addTofino(List<Wanted> wanted, Device device, List<SwitchPlan> plans) {
        TofinoPlan tofino = TofinoPlan.of(plan, binding, device, plans);
        ForwardProgram runs = ForwardProgram.of(tofino.program().p4Info());
        ByteString compiled = TofinoTables.program(device, tofino.program().programName());
        List<Message> state = forwarding(device, plans, runs, compiled);
        state.addAll(tofino.entries());
        wanted.add(new Wanted(device, Parts.FORWARDING, state));
        BfRtSchema schema = TofinoTables.fixedTables(device);
        wanted.add(new Wanted(device, new TrafficManagerPart(schema), tofino.rows(schema)));
    }

    private List<Message> forwarding(
            Device device, List<SwitchPlan> plans, ForwardProgram runs, ByteString compiled) {
        List<Message> state = new ArrayList<>();
        ForwardingPipelineConfig config = runs.pipelineConfig(compiled, 0);
        state.add(runs.pipelineConfig(compiled, cookie(config)));
        messages.logicalSwitches(device, plans)
                .forEach((port, number) -> state.add(runs.assign(port, number)));
        messages.routes(plans).forEach(route -> state.add(runs.encode(route)));
        return state;
    }

    private static void requireCoprocessor(Device device, List<SetBifrostRequest> bifrost) {
        if (!bifrost.isEmpty() && !device.has(Service.COPROCESSOR)) {
            throw new CommandFailure(
                    "%s is to run Bifrost at port %d, and has no coprocessor"
                            .formatted(device.name(), bifrost.get(0).getPort().getPort()),
                    "give %s the address 'coprocessor' in the testbed file"
                            .formatted(device.name()),
                    2,
                    null);
        }
    }

    /** A number that another pipeline or program does not have: the first bytes of a SHA-256. */
    private static long cookie(ForwardingPipelineConfig config) {
        try {
            byte[] hash = MessageDigest.getInstance("SHA-256").digest(config.toByteArray());
            return ByteBuffer.wrap(hash).getLong() | 1;
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("this Java has no SHA-256", e);
        }
    }
}
