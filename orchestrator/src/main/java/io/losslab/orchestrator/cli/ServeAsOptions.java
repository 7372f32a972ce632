package io.losslab.orchestrator.cli;

import io.losslab.devices.failure.CommandFailure;
import io.losslab.orchestrator.backend.served.ServedKind;
import io.losslab.orchestrator.backend.served.tofino2.ServedTofino2;
import java.nio.file.Path;
import java.util.Optional;
import picocli.CommandLine.Option;

/** What the switches of {@code losslab serve} stand for, if not for themselves. */
final class ServeAsOptions {
    /** Devices, by their kinds in testbed files. */
    enum As {
        TOFINO2
    }

    @Option(
            names = "--as",
            paramLabel = "KIND",
            description = {
                "Serve the switches as devices of this kind, with",
                "the services of the real device: tofino2 (BF",
                "Runtime; program pfc_forward; needs --sde)."
            })
    private As as;

    @Option(
            names = "--sde",
            paramLabel = "DIR",
            description = {
                "The SDE's folder with bf_rt_*_tf2.json, the fixed",
                "tables of a Tofino2."
            })
    private Path sde;

    @Option(
            names = "--program",
            paramLabel = "DIR",
            defaultValue = "build",
            description = {"Output of the P4 compiler, for the testbed file", "(default: build)."})
    private Path program;

    /**
     * The kind that is asked for.
     *
     * @throws CommandFailure where what it needs is missing
     */
    Optional<ServedKind> kind() {
        if (as == null) {
            if (sde != null) {
                throw CommandFailure.usage("--sde needs --as tofino2", "");
            }
            return Optional.empty();
        }
        if (sde == null) {
            throw CommandFailure.usage(
                    "--as tofino2 needs --sde DIR, the SDE's folder with bf_rt_*_tf2.json",
                    "copy the bf-rt JSON of the fixed tables from the SDE");
        }
        return Optional.of(new ServedTofino2(sde, program));
    }
}
