package io.losslab.orchestrator.run;

import io.losslab.orchestrator.backend.Labs;
import io.losslab.orchestrator.backend.PhysicalLabs;
import io.losslab.orchestrator.backend.VirtualLabs;
import io.losslab.orchestrator.backend.agents.AgentArchiveFile;
import io.losslab.orchestrator.backend.live.LiveLabs;
import io.losslab.orchestrator.session.Backend;
import io.losslab.orchestrator.session.RunRequest;
import java.nio.file.Path;

/** The labs of the backend that a request asks for. */
public final class RequestedLabs {
    private RequestedLabs() {}

    /**
     * Makes them.
     *
     * @param directory of the results; what is to be undone is kept there
     * @throws io.losslab.orchestrator.session.CommandFailure where the request asks for what there
     *     is not
     */
    public static Labs of(RunRequest request, Path directory) {
        if (request.backend() == Backend.LIVE) {
            return new LiveLabs(
                    request.live().scale(),
                    request.experiment().longestMtuBytes(),
                    AgentArchiveFile.find());
        }
        return request.testbed()
                .<Labs>map(testbed -> PhysicalLabs.journaled(testbed, directory))
                .orElseGet(VirtualLabs::new);
    }
}
