package io.losslab.driver.p4runtime.program;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.losslab.driver.bfrt.program.CompiledProgram;
import io.losslab.driver.bfrt.program.CompilerOutput;
import io.losslab.driver.p4runtime.BundledProgram;
import io.losslab.proto.bfrt.ForwardingPipelineConfig;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Compiles the t2na programs where {@code bf-p4c} is in {@code $SDE_INSTALL/bin} or on the path:
 * compiler and assembler take each, and the folder that they leave is one that is pushed to a chip.
 */
class Tofino2CompilationTest {
    private static final String COMPILER = "bf-p4c";

    /** Of a Tofino2. */
    private static final int STAGES = 20;

    @TempDir private Path directory;

    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.MATCH_ALL, names = "T2NA_.*")
    void aProgramFitsAndItsFolderCanBePushed(BundledProgram program) throws Exception {
        Optional<Path> compiler = compiler();
        assumeTrue(
                compiler.isPresent(), COMPILER + " is neither in $SDE_INSTALL/bin nor on the path");
        Path folder = Files.createDirectory(directory.resolve("output"));

        compile(compiler.get(), program, folder);

        CompiledProgram compiled = CompilerOutput.read(folder);
        assertEquals(program.programName(), compiled.name());
        assertEquals(1, compiled.config().getProfilesCount());
        ForwardingPipelineConfig.Profile pipe = compiled.config().getProfiles(0);
        assertEquals("pipe", pipe.getProfileName());
        assertFalse(pipe.getBinary().isEmpty());
        assertEquals(
                P4InfoObjects.withoutExternIds(P4InfoObjects.of(program.p4Info())),
                P4InfoObjects.withoutExternIds(
                        BfRtObjects.of(new ObjectMapper().readTree(compiled.tables()))));
        JsonNode context = new ObjectMapper().readTree(pipe.getContext().toStringUtf8());
        List<Integer> stages =
                context.path("tables").findValues("stage_number").stream()
                        .map(JsonNode::asInt)
                        .toList();
        assertTrue(stages.contains(0), "stages: " + stages);
        assertTrue(stages.stream().allMatch(stage -> stage < STAGES), "stages: " + stages);
    }

    /** With the arguments of {@code losslab p4 build}. */
    private void compile(Path compiler, BundledProgram program, Path folder)
            throws IOException, InterruptedException {
        Path source = program.writeSource(directory.resolve("source"));
        Path log = directory.resolve("log");
        Process process =
                new ProcessBuilder(
                                compiler.toString(),
                                "--target",
                                "tofino2",
                                "--arch",
                                "t2na",
                                "--std",
                                "p4-16",
                                "-o",
                                folder.toString(),
                                "--bf-rt-schema",
                                folder.resolve("bf-rt.json").toString(),
                                "-Xp4c=--no-clot",
                                source.toString())
                        .redirectErrorStream(true)
                        .redirectOutput(log.toFile())
                        .start();
        assertEquals(0, process.waitFor(), Files.readString(log));
    }

    private static Optional<Path> compiler() {
        Stream<String> sde =
                Stream.ofNullable(System.getenv("SDE_INSTALL")).map(install -> install + "/bin");
        Stream<String> path = Arrays.stream(System.getenv("PATH").split(File.pathSeparator));
        return Stream.concat(sde, path)
                .map(folder -> Path.of(folder, COMPILER))
                .filter(Files::isExecutable)
                .findFirst();
    }
}
