package io.losslab.labs.provision;

import io.losslab.configs.binding.Binding;
import io.losslab.configs.plan.CellPlan;
import io.losslab.devices.Assignment;
import io.losslab.devices.DesiredState;
import io.losslab.devices.DeviceCall;
import io.losslab.devices.DeviceKind;
import io.losslab.devices.failure.CommandFailure;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/**
 * All that a cell sets on its devices, hosts first: switches size their tolerances by the longest
 * frame hosts send. Pure.
 */
public final class CellSettings {
    private final List<Assignment> hosts;
    private final List<Assignment> switches;

    public CellSettings(CellPlan plan, Binding binding) {
        this.hosts =
                plan.hosts().stream().map(host -> Assignment.ofHost(plan, binding, host)).toList();
        this.switches =
                binding.devices().stream()
                        .filter(device -> device.kind().isSwitch())
                        .map(device -> Assignment.ofSwitches(plan, binding, device))
                        .toList();
    }

    /** What is asked of each device, hosts first. */
    public List<Assignment> assignments() {
        return Stream.concat(hosts.stream(), switches.stream()).toList();
    }

    /**
     * The states that devices are to have.
     *
     * @throws io.losslab.devices.failure.CommandFailure where a device cannot be what it is to be
     */
    public List<DesiredState> desired() {
        List<DesiredState> states = new ArrayList<>();
        hosts.forEach(host -> states.addAll(DeviceKind.of(host.device()).desired(host)));
        for (Assignment each : switches) {
            DeviceKind kind = DeviceKind.of(each.device());
            if (each.cell().setup().switches().runPrograms() && !kind.runsPrograms()) {
                throw CommandFailure.usage(
                        "%s is %s, which runs no P4 programs"
                                .formatted(each.device().name(), kind.traits().title()),
                        "remove 'pipeline: p4' from 'switches', or map its switches to a"
                                + " softwareSwitch");
            }
            states.addAll(kind.desired(each));
        }
        return states;
    }

    /** The traffic of hosts whose agents send, in host order. */
    public List<DeviceCall> traffic() {
        List<DeviceCall> calls = new ArrayList<>();
        hosts.forEach(host -> calls.addAll(DeviceKind.of(host.device()).traffic(host)));
        return calls;
    }

    /**
     * Every call that sets something, in the order a run makes them, on devices that are not
     * configured before.
     */
    public List<DeviceCall> calls() {
        List<DesiredState> all = desired();
        List<DeviceCall> calls = new ArrayList<>();
        Set<String> open = new HashSet<>();
        for (DesiredState each : all) {
            List<DeviceCall> checks = each.part().checks(each.device(), each.state());
            if (!checks.isEmpty()) {
                calls.addAll(opening(each, open));
                calls.addAll(checks);
            }
        }
        for (DesiredState each : all) {
            calls.addAll(opening(each, open));
            calls.addAll(each.part().calls(each.device(), List.of(), each.state()));
        }
        calls.addAll(traffic());
        return calls;
    }

    /** What begins the session of a part; once. */
    private static List<DeviceCall> opening(DesiredState state, Set<String> open) {
        return open.add(state.key())
                ? state.part().opening(state.device(), state.state())
                : List.of();
    }
}
