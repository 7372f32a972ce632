package io.losslab.labs.backend.registry;

import io.losslab.labs.backend.Backend;
import io.losslab.labs.backend.CellThreads;
import io.losslab.labs.backend.LabBackend;
import io.losslab.labs.backend.VirtualLabs;
import io.losslab.labs.backend.live.LiveBackend;
import io.losslab.labs.backend.physical.PhysicalBackend;

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
