package io.losslab.orchestrator.backend.physical;

import io.losslab.configs.testbed.Testbed;
import io.losslab.orchestrator.backend.LabBackend;
import io.losslab.orchestrator.backend.LabRequest;
import io.losslab.orchestrator.backend.Labs;
import io.losslab.orchestrator.lease.LeaseDesk;
import io.losslab.orchestrator.lease.TestbedLease;
import java.nio.file.Path;
import java.util.Optional;

/** The devices of a testbed file, for one run at a time. */
public final class PhysicalBackend implements LabBackend {
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
