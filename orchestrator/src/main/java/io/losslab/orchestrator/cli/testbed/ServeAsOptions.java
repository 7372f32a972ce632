package io.losslab.orchestrator.cli.testbed;

import io.losslab.devices.failure.CommandFailure;
import io.losslab.labs.backend.served.ServedKind;
import io.losslab.labs.backend.served.commodity.ServedCommodity;
import io.losslab.labs.backend.served.sonic.ServedSonic;
import io.losslab.labs.backend.served.tofino2.ServedTofino2;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Optional;
import picocli.CommandLine.Option;

/** What the switches of {@code losslab serve} stand for, if not for themselves. */
final class ServeAsOptions {
    /** Devices, by their kinds in testbed files. */
    enum As {
        TOFINO2,
        COMMODITY,
        SONIC
    }

    private static final String DEFAULT_PROFILE = "losslab";

    @Option(
            names = "--as",
            paramLabel = "KIND",
            description = {
                "Serve the switches as devices of this kind, with",
                "the services of the real device: tofino2 (BF",
                "Runtime; program pfc_forward; needs --sde),",
                "commodity (gNMI; see --profile), or sonic (SSH and",
                "Redis of this machine)."
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
            description = {
                "tofino2: output of the P4 compiler, for the testbed",
                "file (default: build)."
            })
    private Path program;

    @Option(
            names = "--profile",
            paramLabel = "NAME",
            description = {
                "commodity: the network operating system, losslab,",
                "eos, srlinux, or cumulus (default: losslab)."
            })
    private String profile;

    @Option(
            names = "--password-file",
            paramLabel = "FILE",
            description = {
                "commodity: file whose first line is the password of",
                "user losslab at switches that ask for one (eos,",
                "srlinux, cumulus); made if it does not exist",
                "(default: the testbed file's name with .password)."
            })
    private Path passwordFile;

    /**
     * The kind that is asked for.
     *
     * @param testbedFile that is to be written
     * @throws CommandFailure where what it needs is missing, or an option is of another kind
     */
    Optional<ServedKind> kind(Optional<Path> testbedFile) {
        requireOf(As.TOFINO2, "--sde", sde);
        requireOf(As.TOFINO2, "--program", program);
        requireOf(As.COMMODITY, "--profile", profile);
        requireOf(As.COMMODITY, "--password-file", passwordFile);
        if (as == null) {
            return Optional.empty();
        }
        return Optional.of(
                switch (as) {
                    case TOFINO2 -> tofino2();
                    case COMMODITY -> commodity(testbedFile);
                    case SONIC -> new ServedSonic();
                });
    }

    private void requireOf(As kind, String option, Object value) {
        if (value != null && as != kind) {
            throw CommandFailure.usage(
                    "%s needs --as %s".formatted(option, kind.name().toLowerCase(Locale.ROOT)), "");
        }
    }

    private ServedKind commodity(Optional<Path> testbedFile) {
        return ServedCommodity.of(
                profile == null ? DEFAULT_PROFILE : profile,
                Optional.ofNullable(passwordFile),
                testbedFile.map(ServeAsOptions::passwordsOf));
    }

    private static Path passwordsOf(Path testbedFile) {
        String name = testbedFile.getFileName().toString();
        return testbedFile.resolveSibling(name.replaceFirst("[.]ya?ml$", "") + ".password");
    }

    private ServedKind tofino2() {
        if (sde == null) {
            throw CommandFailure.usage(
                    "--as tofino2 needs --sde DIR, the SDE's folder with bf_rt_*_tf2.json",
                    "copy the bf-rt JSON of the fixed tables from the SDE");
        }
        return new ServedTofino2(sde, program == null ? Path.of("build") : program);
    }
}
