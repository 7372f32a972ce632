package io.losslab.orchestrator.backend.registry;

import io.losslab.orchestrator.backend.LabBackend;
import io.losslab.orchestrator.backend.Labs;
import io.losslab.orchestrator.backend.PhysicalLabs;
import io.losslab.orchestrator.backend.VirtualLabs;
import io.losslab.orchestrator.backend.live.LiveBackend;
import io.losslab.orchestrator.session.Backend;
import io.losslab.orchestrator.session.RunRequest;
import java.nio.file.Path;

/** The backends that there are. */
public final class Backends {
    private Backends() {}

    public static LabBackend of(Backend backend) {
        return switch (backend) {
            case VIRTUAL -> (request, directory) -> new VirtualLabs();
            case LIVE -> new LiveBackend();
            case PHYSICAL ->
                    (request, directory) ->
                            PhysicalLabs.journaled(request.testbed().orElseThrow(), directory);
        };
    }

    /** The labs that a request asks for. */
    public static Labs labs(RunRequest request, Path directory) {
        return of(request.backend()).labs(request, directory);
    }
}
