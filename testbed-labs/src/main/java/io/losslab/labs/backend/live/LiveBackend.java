package io.losslab.labs.backend.live;

import io.losslab.api.topology.Topology;
import io.losslab.api.units.Nanos;
import io.losslab.configs.experiment.Experiment;
import io.losslab.configs.experiment.PauseReaction;
import io.losslab.configs.testbed.Testbed;
import io.losslab.devices.failure.CommandFailure;
import io.losslab.devices.ssh.AgentArchive;
import io.losslab.labs.backend.LabBackend;
import io.losslab.labs.backend.LabRequest;
import io.losslab.labs.backend.Labs;
import io.losslab.labs.lease.TestbedLease;
import io.losslab.softswitch.live.LiveFabric;
import io.losslab.softswitch.netns.NamespaceLab;
import java.nio.file.Path;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Collectors;

/** Real frames between network namespaces of this machine, slowed down. */
public final class LiveBackend implements LabBackend {
    @Override
    public Labs labs(LabRequest request, Path directory, TestbedLease lease) {
        Experiment experiment = request.experiment();
        return new LiveLabs(
                experiment.timeDilation(), experiment.longestMtuBytes(), AgentArchive.find());
    }

    @Override
    public void check(Experiment experiment, Optional<Testbed> testbed) {
        if (experiment.cells().stream().anyMatch(it -> it.setup().switches().runPrograms())) {
            throw CommandFailure.usage(
                    "--backend live: its switches run no P4 programs, and the experiment has"
                            + " 'pipeline: p4'",
                    "use --backend virtual, or add --set switches.pipeline=builtIn");
        }
    }

    @Override
    public void checkMachine() {
        Optional<String> obstacle = NamespaceLab.obstacle().or(LiveFabric::obstacle);
        if (obstacle.isPresent()) {
            throw CommandFailure.usage(
                    "--backend live: " + obstacle.get(),
                    "use --backend virtual to run the same file without real frames");
        }
    }

    /** What was scaled. */
    @Override
    public String notes(Experiment experiment) {
        return experiment.cells().stream()
                .map(cell -> cell.setup().network().topology())
                .distinct()
                .map(topology -> "%s: %s.".formatted(topology.name(), scaled(experiment, topology)))
                .collect(Collectors.joining("\n", "Live run with real frames. ", "\n\n"));
    }

    private static String scaled(Experiment experiment, Topology topology) {
        OptionalLong given = experiment.timeDilation();
        return (given.isPresent()
                        ? ""
                        : "the time dilation is calibrated on the machine before the first cell,"
                                + " summary.json has that of each cell; tried first: ")
                + TimeDilation.of(given, topology).describe(topology);
    }

    /** Hosts that share a machine's cores with the switches react later than a NIC does. */
    @Override
    public PauseReaction reaction() {
        return (given, topology) ->
                new Nanos(TimeDilation.of(given, topology).pauseReactionNanos());
    }

    @Override
    public boolean isComparable() {
        return true;
    }
}
