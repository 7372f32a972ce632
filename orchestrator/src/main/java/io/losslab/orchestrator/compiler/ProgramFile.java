package io.losslab.orchestrator.compiler;

import io.losslab.devices.failure.CommandFailure;
import io.losslab.driver.p4runtime.BundledProgram;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * A program to compile.
 *
 * @param name names the compiler's output
 * @param bundled empty for a file of the user's
 * @param file the user's source; of a bundled program, its source relative to all programs
 */
record ProgramFile(String name, Optional<BundledProgram> bundled, Path file) {
    private static final String SUFFIX = ".p4";

    /** The program that a user names: a bundled one, or a source file. */
    static ProgramFile of(String word, CompileTarget target) {
        if (!word.endsWith(SUFFIX)) {
            BundledProgram program =
                    BundledProgram.find(target.architecture(), word)
                            .orElseThrow(() -> unknown(word, target));
            return new ProgramFile(word, Optional.of(program), Path.of(program.source()));
        }
        Path file = Path.of(word);
        if (!Files.isRegularFile(file)) {
            throw CommandFailure.usage(
                    "there is no file " + word, "name a P4 source file or a bundled program");
        }
        String last = file.getFileName().toString();
        String name = last.substring(0, last.length() - SUFFIX.length());
        return new ProgramFile(name, Optional.empty(), file);
    }

    /** Puts the source where a compiler can read it: a bundled one is written into a folder. */
    Path place(Path folder) throws IOException {
        return bundled.isPresent() ? bundled.get().writeSource(folder) : file;
    }

    private static CommandFailure unknown(String word, CompileTarget target) {
        List<String> known =
                Arrays.stream(BundledProgram.values())
                        .filter(each -> each.architecture().equals(target.architecture()))
                        .map(BundledProgram::programName)
                        .toList();
        return CommandFailure.usage(
                "there is no bundled program '%s' for %s".formatted(word, target),
                "there are %s; a file of your own ends with %s"
                        .formatted(String.join(", ", known), SUFFIX));
    }
}
