package io.losslab.orchestrator.backend.live;

import io.losslab.api.units.Nanos;
import io.losslab.configs.experiment.Experiment;
import io.losslab.configs.experiment.PauseReaction;
import io.losslab.devices.failure.CommandFailure;
import io.losslab.devices.ssh.AgentArchive;
import io.losslab.orchestrator.backend.LabBackend;
import io.losslab.orchestrator.backend.Labs;
import io.losslab.orchestrator.lease.TestbedLease;
import io.losslab.orchestrator.session.RunRequest;
import java.nio.file.Path;
import java.util.stream.Collectors;

/** Real frames between network namespaces of this machine, slowed down. */
public final class LiveBackend implements LabBackend {
    @Override
    public Labs labs(RunRequest request, Path directory, TestbedLease lease) {
        Experiment experiment = request.experiment();
        return new LiveLabs(
                experiment.liveScale(), experiment.longestMtuBytes(), AgentArchive.find());
    }

    @Override
    public void check(Experiment experiment) {
        if (experiment.cells().stream().anyMatch(it -> it.setup().switches().runPrograms())) {
            throw CommandFailure.usage(
                    "--backend live: its switches run no P4 programs, and the experiment has"
                            + " 'pipeline: p4'",
                    "use --backend virtual, or add --set switches.pipeline=builtIn");
        }
    }

    /** What was scaled. */
    @Override
    public String notes(Experiment experiment) {
        return experiment.cells().stream()
                .map(cell -> cell.setup().network().topology())
                .distinct()
                .map(
                        topology ->
                                "%s: %s."
                                        .formatted(
                                                topology.name(),
                                                LiveLabs.slowdown(experiment.liveScale(), topology)
                                                        .describe(topology)))
                .collect(Collectors.joining("\n", "Live run with real frames. ", "\n\n"));
    }

    /** Hosts that share a machine's cores with the switches react later than a NIC does. */
    @Override
    public PauseReaction reaction() {
        return (scale, topology) ->
                new Nanos(LiveLabs.slowdown(scale, topology).pauseReactionNanos());
    }

    @Override
    public boolean isComparable() {
        return true;
    }
}
