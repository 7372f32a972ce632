package io.losslab.services.bfrt;

import io.losslab.proto.bfrt.ForwardingPipelineConfig;
import java.util.Optional;

/**
 * What the tables of a server are about. It is called while the server answers a request, which
 * waits; no two calls at once.
 */
public interface SdeHardware extends SdeMeter {
    /**
     * Why a program cannot run on it; the chip has none then.
     *
     * @param empty tables that there would be
     */
    default Optional<String> refusal(ForwardingPipelineConfig program, SdeEntries empty) {
        return Optional.empty();
    }

    /** Entries are no longer what they were. */
    default void changed(SdeEntries entries) {}
}
