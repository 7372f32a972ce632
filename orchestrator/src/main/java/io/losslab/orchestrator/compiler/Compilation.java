package io.losslab.orchestrator.compiler;

import io.losslab.api.process.SystemProgram;
import io.losslab.devices.failure.CommandFailure;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * One call of a compiler.
 *
 * @param further arguments of the user's
 */
public record Compilation(
        ProgramFile program, CompileTarget target, Path compiler, List<String> further) {
    /**
     * What the compiler printed, in the folder of its output; also marks the folder as ours. Not a
     * {@code .log}, as bf-p4c deletes those before it begins.
     */
    private static final String LOG = "compiler.output";

    private static final String SOURCES = "source";
    private static final Duration LONGEST = Duration.ofHours(3);

    public Compilation {
        further = List.copyOf(further);
    }

    /** A call for what a user names, by the compiler that is found or, if named, that one. */
    public static Compilation of(
            String program,
            CompileTarget target,
            CompilerSearch search,
            Path named,
            List<String> further) {
        ProgramFile file = ProgramFile.of(program, target);
        Path compiler = named == null ? search.find(target) : CompilerSearch.named(named);
        return new Compilation(file, target, compiler, further);
    }

    /** Where the output goes unless the user says otherwise. */
    public Path usualFolder() {
        return Path.of("build", program.name() + "." + target);
    }

    /**
     * Compiles into a folder, which is new, empty, or has the output of an earlier call.
     *
     * @throws CommandFailure with the compiler's errors
     */
    public BuildReport into(Path folder) throws IOException {
        refuseOthers(folder);
        Files.createDirectories(folder);
        Files.writeString(folder.resolve(LOG), "");
        Path source = program.place(folder.resolve(SOURCES));
        List<String> words = new ArrayList<>(List.of(compiler.toString()));
        words.addAll(target.arguments(program, folder));
        words.addAll(further);
        words.add(source.toString());
        long start = System.nanoTime();
        String printed = run(words, folder);
        Duration taken = Duration.ofNanos(System.nanoTime() - start);
        return new BuildReport(
                program.name(),
                target.toString(),
                compiler.toString(),
                folder.toString(),
                taken.toMillis() / 1e3,
                CompilerLog.of(printed).warnings(),
                target.outcome(program, folder));
    }

    private String run(List<String> words, Path folder) throws IOException {
        try (SystemProgram running = SystemProgram.start(words)) {
            if (!running.hasEndedWithin(LONGEST)) {
                throw CommandFailure.failed(
                        "%s did not end within %d h".formatted(compiler, LONGEST.toHours()), "");
            }
            String printed = running.output();
            Path log = folder.resolve(LOG);
            Files.writeString(log, String.join(" ", words) + "\n" + printed);
            if (running.exitStatus() != 0) {
                throw CommandFailure.failed(
                        "%s does not compile for %s:\n%s"
                                .formatted(
                                        program.name(),
                                        target,
                                        String.join("\n", CompilerLog.reasons(printed))),
                        "the compiler's whole output is in " + log);
            }
            return printed;
        }
    }

    /** Compilers delete what they take for earlier output of theirs. */
    private static void refuseOthers(Path folder) throws IOException {
        if (!Files.exists(folder) || Files.exists(folder.resolve(LOG))) {
            return;
        }
        try (Stream<Path> files =
                Files.isDirectory(folder) ? Files.list(folder) : Stream.of(folder)) {
            if (files.findAny().isPresent()) {
                throw CommandFailure.usage(
                        "%s exists and is not the output of an earlier 'losslab p4 build'"
                                .formatted(folder),
                        "name a new folder with --out, or remove it");
            }
        }
    }
}
