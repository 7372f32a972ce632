package io.losslab.orchestrator.cli;

import io.losslab.devices.failure.ExitCode;
import io.losslab.orchestrator.cli.option.FormatOption;
import io.losslab.orchestrator.compiler.BuildReport;
import io.losslab.orchestrator.compiler.Compilation;
import io.losslab.orchestrator.compiler.CompileTarget;
import io.losslab.orchestrator.compiler.CompilerSearch;
import io.losslab.orchestrator.session.Console;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code losslab p4 build}: compiles a program by the user's compiler. */
@Command(
        name = "build",
        mixinStandardHelpOptions = true,
        description = {
            "Compile a P4 program with the compiler installed on this machine,"
                    + " and print what it decided: stages, tables, memory, or the errors.",
            "The compiler is found in $$SDE_INSTALL/bin and on the path."
        },
        footer = {
            "",
            "Example: losslab p4 build portfc",
            "writes build/portfc.tofino2, which 'program:' in a testbed file can name.",
            "",
            "Exit codes: 0 compiled; 1 the compiler refused the program; 2 usage error."
        })
final class P4BuildCommand implements Callable<Integer> {
    private final Console console;
    private final CompilerSearch search;

    @Parameters(
            index = "0",
            paramLabel = "PROGRAM",
            description = {
                "A bundled program (pfc_forward, portfc, ofc, or pyrrha),",
                "or a .p4 file."
            })
    private String program;

    @Parameters(
            index = "1..*",
            paramLabel = "ARGUMENT",
            description = "After --: further arguments for the compiler, such as -I or -D.")
    private List<String> further = List.of();

    @Option(
            names = "--target",
            paramLabel = "tofino2|v1model",
            description = "What to compile for (default: tofino2).")
    private CompileTarget target = CompileTarget.TOFINO2;

    @Option(
            names = "--out",
            paramLabel = "DIR",
            description = "Folder of the output (default: build/PROGRAM.TARGET).")
    private Path out;

    @Option(
            names = "--compiler",
            paramLabel = "FILE",
            description = {"The compiler: bf-p4c or p4c for tofino2,", "p4c-bm2-ss for v1model."})
    private Path compiler;

    @Mixin private FormatOption format;

    P4BuildCommand(Console console, CompilerSearch search) {
        this.console = console;
        this.search = search;
    }

    @Override
    public Integer call() throws IOException {
        Compilation compilation = Compilation.of(program, target, search, compiler, further);
        BuildReport report = compilation.into(out == null ? compilation.usualFolder() : out);
        console.out().print(format.isJson() ? FormatOption.pretty(report) : report.text());
        return ExitCode.OK;
    }
}
