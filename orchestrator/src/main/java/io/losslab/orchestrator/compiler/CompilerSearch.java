package io.losslab.orchestrator.compiler;

import io.losslab.devices.failure.CommandFailure;
import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Where a user's compiler is: the SDE's folder of programs first, then the folders of the path. */
public record CompilerSearch(List<Path> folders) {
    public CompilerSearch {
        folders = List.copyOf(folders);
    }

    /** As the environment has it: {@code SDE_INSTALL}, which the SDE's scripts set, and PATH. */
    public static CompilerSearch in(Map<String, String> environment) {
        List<Path> folders = new ArrayList<>();
        String sde = environment.getOrDefault("SDE_INSTALL", "");
        if (!sde.isEmpty()) {
            folders.add(Path.of(sde, "bin"));
        }
        for (String folder : environment.getOrDefault("PATH", "").split(File.pathSeparator, -1)) {
            if (!folder.isEmpty()) {
                folders.add(Path.of(folder));
            }
        }
        return new CompilerSearch(folders);
    }

    /** The first compiler for a target. */
    Path find(CompileTarget target) {
        for (String name : target.compilers()) {
            for (Path folder : folders) {
                Path program = folder.resolve(name);
                if (Files.isRegularFile(program) && Files.isExecutable(program)) {
                    return program;
                }
            }
        }
        throw CommandFailure.usage(
                "a program for %s needs the compiler %s, and it is neither in $SDE_INSTALL/bin nor on the path"
                        .formatted(target, String.join(" or ", target.compilers())),
                target.source() + "; name another place with --compiler FILE");
    }

    /** The compiler that a user names. */
    static Path named(Path compiler) {
        if (Files.isRegularFile(compiler) && Files.isExecutable(compiler)) {
            return compiler.toAbsolutePath();
        }
        throw CommandFailure.usage(
                "%s is not a program".formatted(compiler), "--compiler names an executable file");
    }
}
