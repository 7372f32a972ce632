package io.losslab.orchestrator.compiler;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** What a program is compiled for, and by which compiler. */
public enum CompileTarget {
    /** A Tofino2: the driver of the SDE's compiler, or of p4c's with its Tofino back end. */
    TOFINO2("t2na") {
        @Override
        List<String> compilers() {
            return List.of("bf-p4c", "p4c");
        }

        @Override
        List<String> arguments(ProgramFile program, Path folder) {
            List<String> words = new ArrayList<>(driverArguments(program, folder));
            // The public assembler finds no length for the clots that the public compiler makes.
            if (program.bundled().isPresent()) {
                words.add("-Xp4c=--no-clot");
            }
            return words;
        }

        private List<String> driverArguments(ProgramFile program, Path folder) {
            return List.of(
                    "--target",
                    toString(),
                    "--arch",
                    architecture(),
                    "--std",
                    "p4-16",
                    "-o",
                    folder.toString(),
                    "--bf-rt-schema",
                    folder.resolve("bf-rt.json").toString(),
                    "--p4runtime-files",
                    p4Info(program, folder),
                    "--p4runtime-force-std-externs");
        }

        @Override
        Outcome outcome(ProgramFile program, Path folder) throws IOException {
            return ChipUse.read(folder.resolve("pipe/context.json"));
        }

        @Override
        String source() {
            return "it comes with Intel's SDE and is built from github.com/p4lang/p4c"
                    + " with -DENABLE_TOFINO=ON";
        }
    },
    /** BMv2's simple switch, and losslab's software switch. */
    V1MODEL("v1model") {
        @Override
        List<String> compilers() {
            return List.of("p4c-bm2-ss");
        }

        @Override
        List<String> arguments(ProgramFile program, Path folder) {
            return List.of(
                    "--std",
                    "p4-16",
                    "-o",
                    json(program, folder).toString(),
                    "--p4runtime-files",
                    p4Info(program, folder));
        }

        @Override
        Outcome outcome(ProgramFile program, Path folder) throws IOException {
            return SwitchObjects.read(json(program, folder));
        }

        @Override
        String source() {
            return "it is built from github.com/p4lang/p4c, whose README names packages that"
                    + " have it";
        }

        private Path json(ProgramFile program, Path folder) {
            return folder.resolve(program.name() + ".json");
        }
    };

    private final String architecture;

    CompileTarget(String architecture) {
        this.architecture = architecture;
    }

    /** The architecture that its programs are written for, as bundled programs name it. */
    public String architecture() {
        return architecture;
    }

    /** The word of the command line. */
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** Names of the compilers that can do it, the first one preferred. */
    abstract List<String> compilers();

    /** What the compiler is called with, but for the source. */
    abstract List<String> arguments(ProgramFile program, Path folder);

    /** What the compiler decided, from the files that it wrote. */
    abstract Outcome outcome(ProgramFile program, Path folder) throws IOException;

    /** Where a user gets the compiler. */
    abstract String source();

    private static String p4Info(ProgramFile program, Path folder) {
        return folder.resolve(program.name() + ".p4info.txt").toString();
    }
}
