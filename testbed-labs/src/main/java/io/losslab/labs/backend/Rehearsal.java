package io.losslab.labs.backend;

import io.losslab.configs.experiment.Cell;
import io.losslab.configs.experiment.Experiment;
import io.losslab.configs.experiment.Setup;
import io.losslab.configs.plan.CellPlan;
import io.losslab.configs.plan.CellPlanner;
import io.losslab.configs.plan.DeadlockRisk;
import io.losslab.configs.plan.HostPlan;
import io.losslab.configs.plan.SwitchPlan;
import io.losslab.configs.plan.UncontrolledTraffic;
import io.losslab.configs.traffic.TrafficGroup;
import io.losslab.configs.yaml.Places;
import io.losslab.configs.yaml.Position;
import io.losslab.configs.yaml.Problem;
import io.losslab.configs.yaml.Problems;
import io.losslab.devices.failure.CommandFailure;
import io.losslab.labs.provision.CellSettings;
import io.losslab.services.lab.SettingsTrial;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Puts the settings of an experiment in force on software switches and hosts, without traffic: what
 * these would refuse in a run is refused here. Cells that differ in seed or traffic only are tried
 * once. Not thread safe.
 */
public final class Rehearsal {
    private final Places places;
    private final Set<List<Object>> tried = new HashSet<>();

    /**
     * Makes a rehearsal.
     *
     * @param places where the values of the experiment to try stand
     */
    public Rehearsal(Places places) {
        this.places = places;
    }

    /**
     * Tries all settings of an experiment.
     *
     * @param problems what is refused is added to these, what can deadlock, and traffic that can be
     *     dropped
     */
    public void of(Experiment experiment, Problems problems) {
        Set<String> schemes = new HashSet<>();
        for (Cell cell : experiment.cells()) {
            boolean firstOfScheme = schemes.add(cell.scheme());
            if (tried.add(settings(cell.setup()))) {
                CellPlan plan = new CellPlanner().plan(cell);
                configure(plan, problems);
                if (firstOfScheme) {
                    warnOfUncontrolled(plan, problems);
                }
                if (firstOfScheme && !cell.setup().mayDeadlock()) {
                    DeadlockRisk.of(plan).ifPresent(risk -> problems.add(warning(cell, risk)));
                }
            }
        }
    }

    /**
     * Tries those settings that were not tried before of the same experiment at a scale or with
     * another backend's hosts. Its traffic is not planned, which may be a hundred times as much.
     *
     * @param problems what is refused is added to these
     */
    public void settingsOf(Experiment experiment, Problems problems) {
        for (Cell cell : experiment.cells()) {
            Setup setup = cell.setup();
            if (tried.add(settings(setup))) {
                Cell idle = cell.with(setup.with(setup.duration(), List.of()));
                configure(new CellPlanner().plan(idle), problems);
            }
        }
    }

    private static List<Object> settings(Setup setup) {
        return List.of(
                setup.network(),
                setup.ecmpHash(),
                setup.portChoice(),
                setup.switches(),
                setup.sharedBuffer(),
                setup.hosts(),
                setup.controls(),
                setup.ecn(),
                setup.recording());
    }

    private void configure(CellPlan plan, Problems problems) {
        new SettingsTrial(plan.topology(), plan.setup().dataQueues())
                .refusal(
                        plan.hosts().stream().map(HostPlan::config).toList(),
                        plan.switches().stream().map(SwitchPlan::config).toList(),
                        plan.switches().stream().flatMap(s -> s.bifrost().stream()).toList())
                .ifPresent(refusal -> problems.add(error(plan.cell(), refusal)));
        if (plan.setup().switches().runPrograms()) {
            choosePrograms(plan, problems);
        }
    }

    private void warnOfUncontrolled(CellPlan plan, Problems problems) {
        List<TrafficGroup> groups = plan.setup().traffic();
        UncontrolledTraffic.of(plan)
                .forEach(
                        (group, text) -> {
                            String field = "traffic.%d.class".formatted(groups.indexOf(group));
                            problems.add(
                                    Problem.warning(
                                            places.at(field), field, text(plan.cell(), text)));
                        });
    }

    private void choosePrograms(CellPlan plan, Problems problems) {
        try {
            new CellSettings(plan, VirtualLabs.bindingOf(plan.topology())).desired();
        } catch (CommandFailure e) {
            problems.add(error(plan.cell(), e.getMessage()).suggesting(e.advice()));
        }
    }

    private Problem error(Cell cell, String refusal) {
        return Problem.error(place(cell), field(cell), text(cell, refusal));
    }

    private Problem warning(Cell cell, String risk) {
        return Problem.warning(place(cell), field(cell), text(cell, risk));
    }

    private Position place(Cell cell) {
        return places.at(field(cell));
    }

    private static String field(Cell cell) {
        return "schemes." + cell.scheme();
    }

    private static String text(Cell cell, String problem) {
        return "scheme %s: %s".formatted(cell.scheme(), problem);
    }
}
