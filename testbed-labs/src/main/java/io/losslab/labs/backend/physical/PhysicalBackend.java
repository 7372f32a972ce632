package io.losslab.labs.backend.physical;

import io.losslab.configs.experiment.Experiment;
import io.losslab.configs.testbed.Testbed;
import io.losslab.labs.backend.LabBackend;
import io.losslab.labs.backend.LabRequest;
import io.losslab.labs.backend.Labs;
import io.losslab.labs.lease.LeaseDesk;
import io.losslab.labs.lease.TestbedLease;
import java.nio.file.Path;
import java.util.Optional;

/** The devices of a testbed file, for one run at a time. */
public final class PhysicalBackend implements LabBackend {
    @Override
    public void check(Experiment experiment, Optional<Testbed> testbed) {
        testbed.ifPresent(devices -> HandMade.requireOne(experiment.cells(), devices));
    }

    @Override
    public TestbedLease lease(LabRequest request) {
        return new LeaseDesk(request.warnings())
                .take(
                        testbed(request),
                        request.experiment().name(),
                        Optional.of(request.directory()),
                        request.longestWait());
    }

    @Override
    public Labs labs(LabRequest request, Path directory, TestbedLease lease) {
        return PhysicalLabs.journaled(testbed(request), directory, lease)
                .inventoried(directory)
                .sending(
                        request.experiment().cells().stream()
                                .mapToInt(cell -> cell.setup().hosts().mtuBytes())
                                .max()
                                .orElseThrow());
    }

    private static Testbed testbed(LabRequest request) {
        return request.testbed().orElseThrow();
    }
}
