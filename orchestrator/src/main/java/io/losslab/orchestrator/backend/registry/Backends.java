package io.losslab.orchestrator.backend.registry;

import io.losslab.orchestrator.backend.Backend;
import io.losslab.orchestrator.backend.CellThreads;
import io.losslab.orchestrator.backend.LabBackend;
import io.losslab.orchestrator.backend.VirtualLabs;
import io.losslab.orchestrator.backend.live.LiveBackend;
import io.losslab.orchestrator.backend.physical.PhysicalBackend;

/** The backends that there are. */
public final class Backends {
    private Backends() {}

    public static LabBackend of(Backend backend) {
        return switch (backend) {
            case VIRTUAL -> (request, directory, lease) -> new VirtualLabs(CellThreads.of(request));
            case LIVE -> new LiveBackend();
            case PHYSICAL -> new PhysicalBackend();
        };
    }
}
