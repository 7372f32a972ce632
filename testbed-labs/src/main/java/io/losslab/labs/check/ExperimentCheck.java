package io.losslab.labs.check;

import io.losslab.configs.binding.Binding;
import io.losslab.configs.experiment.Cell;
import io.losslab.configs.plan.CellPlan;
import io.losslab.configs.plan.CellPlanner;
import io.losslab.configs.testbed.Device;
import io.losslab.configs.testbed.Testbed;
import io.losslab.devices.Assignment;
import io.losslab.devices.ChannelSource;
import io.losslab.devices.DeviceKind;
import io.losslab.devices.DeviceReport;
import io.losslab.devices.failure.CommandFailure;
import io.losslab.devices.ssh.ParallelHosts;
import io.losslab.driver.DeviceException;
import io.losslab.labs.backend.physical.HandMade;
import io.losslab.labs.backend.physical.PhysicalLabs;
import io.losslab.labs.perftest.PerftestTraffic;
import io.losslab.labs.provision.CellSettings;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Tries everything that the cells of an experiment need of a testbed's devices, without setting
 * anything. The needs come from the states that a run would set, so that check, plan, and run
 * cannot differ.
 */
public final class ExperimentCheck {
    private static final String SERVICE = "experiment";
    private static final String NOTE = "note";

    private final List<Cell> cells;
    private final Testbed testbed;
    private final ChannelSource channels;
    private final Map<String, DeviceNeeds> needs = new LinkedHashMap<>();

    /**
     * A check that has asked nothing yet.
     *
     * @param cells of the experiment
     */
    public ExperimentCheck(List<Cell> cells, Testbed testbed, ChannelSource channels) {
        this.cells = List.copyOf(cells);
        this.testbed = testbed;
        this.channels = channels;
    }

    /**
     * The reports, extended by what devices lack. A device that was not reached is not asked again.
     *
     * @throws CommandFailure where the testbed cannot stand for the experiment's topology, or cells
     *     ask for different settings of what is made by hand
     */
    public List<DeviceReport> complete(List<DeviceReport> reports) {
        HandMade.requireOne(cells, testbed);
        List<CellPlan> plans = plans();
        Set<String> reached = new LinkedHashSet<>();
        reports.stream()
                .filter(report -> !report.unreachable())
                .forEach(report -> reached.add(report.device().name()));
        reached.retainAll(used(plans));
        Testbed identified = testbed.with(device -> identified(device, reached));
        for (CellPlan cell : plans) {
            Binding binding = PhysicalLabs.bind(cell.topology(), identified);
            for (Assignment assignment : new CellSettings(cell, binding).assignments()) {
                if (reached.contains(assignment.device().name())) {
                    of(assignment.device()).add(assignment);
                }
            }
            perftest(cell, binding, reached);
        }
        List<Device> asked =
                identified.devices().stream().filter(it -> reached.contains(it.name())).toList();
        ParallelHosts.all(asked, Device::name, device -> of(device).ask(device, channels));
        return reports.stream().map(this::completed).toList();
    }

    /** Cells that differ in seed or times only ask devices for the same. */
    private List<CellPlan> plans() {
        List<CellPlan> plans = new ArrayList<>();
        Set<List<Object>> seen = new HashSet<>();
        for (Cell cell : cells) {
            var setup = cell.setup();
            List<Object> asked =
                    List.of(
                            setup.network(),
                            setup.ecmpHash(),
                            setup.portChoice(),
                            setup.switches(),
                            setup.hosts(),
                            setup.controls(),
                            setup.ecn(),
                            setup.traffic(),
                            setup.recording());
            if (seen.add(asked)) {
                plans.add(new CellPlanner().plan(cell));
            }
        }
        return plans;
    }

    private Set<String> used(List<CellPlan> plans) {
        Set<String> names = new HashSet<>();
        for (CellPlan cell : plans) {
            PhysicalLabs.bind(cell.topology(), testbed)
                    .devices()
                    .forEach(device -> names.add(device.name()));
        }
        return names;
    }

    /** As a run does; a device that does not say what it is cannot be asked more. */
    private Device identified(Device device, Set<String> reached) {
        if (!reached.contains(device.name())) {
            return device;
        }
        try {
            return DeviceKind.of(device).identified(device, channels);
        } catch (DeviceException e) {
            of(device).problem(e);
        } catch (CommandFailure e) {
            of(device).problem(e);
        }
        reached.remove(device.name());
        return device;
    }

    /** Tools, clocks, and NICs of hosts with perftest, as a run asks for them. */
    private void perftest(CellPlan cell, Binding binding, Set<String> reached) {
        List<Device> hosts =
                binding.devices().stream().filter(device -> device.rdma().isPresent()).toList();
        if (hosts.isEmpty() || !hosts.stream().allMatch(it -> reached.contains(it.name()))) {
            return;
        }
        try (PerftestTraffic traffic = new PerftestTraffic(cell, binding)) {
            traffic.ask().forEach(note -> of(hosts.get(0)).note(note));
        } catch (CommandFailure e) {
            hosts.stream()
                    .filter(host -> names(e, host))
                    .findFirst()
                    .or(() -> Optional.of(hosts.get(0)))
                    .ifPresent(host -> of(host).problem(e));
        }
    }

    /** Messages about hosts begin with their names. */
    private static boolean names(CommandFailure e, Device host) {
        return e.getMessage().matches("(?s)\\Q%s\\E[:, ].*".formatted(host.name()));
    }

    private DeviceNeeds of(Device device) {
        return needs.computeIfAbsent(device.name(), name -> new DeviceNeeds());
    }

    private DeviceReport completed(DeviceReport report) {
        DeviceNeeds found = needs.get(report.device().name());
        if (found == null) {
            return report;
        }
        List<DeviceReport.Finding> findings = new ArrayList<>(report.findings());
        findings.add(new DeviceReport.Finding(SERVICE, "", true, found.summary()));
        found.notes().forEach(note -> findings.add(new DeviceReport.Finding(NOTE, "", true, note)));
        Set<String> problems = new LinkedHashSet<>(report.problems());
        problems.addAll(found.problems());
        return report.with(findings, problems);
    }
}
