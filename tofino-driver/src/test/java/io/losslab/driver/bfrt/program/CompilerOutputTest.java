package io.losslab.driver.bfrt.program;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.losslab.proto.bfrt.ForwardingPipelineConfig;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CompilerOutputTest {
    @TempDir private Path folder;

    @Test
    void aConfigurationSaysWhatIsWhere() throws IOException {
        Path output = CompiledFolder.write(folder, "portfc");
        assertTrue(CompilerOutput.isIn(output));
        assertFalse(CompilerOutput.isIn(folder));
        CompiledProgram program = CompilerOutput.read(output);
        assertEquals("portfc", program.name());
        ForwardingPipelineConfig.Profile pipe = program.config().getProfiles(0);
        assertEquals("pipe", pipe.getProfileName());
        assertEquals(List.of(0, 1, 2, 3), pipe.getPipeScopeList());
        assertEquals("binary of portfc", pipe.getBinary().toStringUtf8());
        assertTrue(program.tables().contains("pipe.ingress.routes"));
    }

    /** Paths may be those of another machine; without a configuration the manifest is read. */
    @Test
    void filesAreFoundWhereverTheProgramWasCompiled() throws IOException {
        Path output = CompiledFolder.write(folder, "portfc");
        CompiledProgram program = CompilerOutput.read(output);
        Path conf = output.resolve("portfc.conf");
        Files.writeString(
                conf,
                Files.readString(conf).replace("pipe/context.json", "/build/pipe/context.json"));
        assertEquals(program, CompilerOutput.read(output));
        Files.delete(conf);
        Files.writeString(
                output.resolve("manifest.json"),
                """
{"programs": [{"program_name": "portfc.p4", "pipes": [{"pipe_id": 0, "pipe_name": "pipe",
  "files": {"context": {"path": "pipe/context.json"}}}]}]}
""");
        CompiledProgram again = CompilerOutput.read(output);
        assertEquals(program.digest(), again.digest());
        assertTrue(again.isRunAs(program.config()));
    }

    @Test
    void whatIsMissingIsNamed() throws IOException {
        Path output = CompiledFolder.write(folder, "portfc");
        Files.delete(output.resolve("pipe/tofino2.bin"));
        assertProblem("%s has no pipe/tofino2.bin".formatted(output), output);
        Files.writeString(output.resolve("portfc.conf"), "{");
        assertTrue(problem(output).startsWith(output.resolve("portfc.conf") + " is not JSON: "));
        Files.writeString(output.resolve("portfc.conf"), "{}");
        assertProblem(
                "%s has 0 programs in 'p4_programs'; there must be one"
                        .formatted(output.resolve("portfc.conf")),
                output);
        Files.delete(output.resolve("portfc.conf"));
        assertProblem("%s has neither PROGRAM.conf nor manifest.json".formatted(output), output);
    }

    @Test
    void aProgramIsComparedByAllThatItIsMadeOf() throws IOException {
        Path output = CompiledFolder.write(folder, "portfc");
        CompiledProgram program = CompilerOutput.read(output);
        for (String file : List.of("bf-rt.json", "pipe/context.json", "pipe/tofino2.bin")) {
            String content = Files.readString(output.resolve(file));
            Files.writeString(output.resolve(file), content + " ");
            CompiledProgram other = CompilerOutput.read(output);
            assertNotEquals(program.digest(), other.digest(), file);
            assertFalse(program.isRunAs(other.config()), file);
            Files.writeString(output.resolve(file), content);
        }
        ForwardingPipelineConfig.Builder fewer = program.config().toBuilder();
        fewer.getProfilesBuilder(0).clearPipeScope().addAllPipeScope(List.of(0, 1));
        assertTrue(program.isRunAs(fewer.build()));
        assertFalse(new CompiledProgram(fewer.build()).isRunAs(program.config()));
    }

    /** The parts, each after its length in four bytes, the lowest first. */
    @Test
    void theBundleForP4RuntimeHasTheFivePartsOfTheSde() throws IOException {
        CompiledProgram program = CompilerOutput.read(CompiledFolder.write(folder, "ofc"));
        ByteBuffer bundle = program.bundle().asReadOnlyByteBuffer().order(ByteOrder.LITTLE_ENDIAN);
        List<String> parts = new ArrayList<>();
        while (bundle.hasRemaining()) {
            byte[] part = new byte[bundle.getInt()];
            bundle.get(part);
            parts.add(new String(part, StandardCharsets.UTF_8));
        }
        assertEquals(
                List.of("ofc", "binary of ofc", "{\"of\": \"ofc\"}", "pipe", program.tables()),
                parts);
    }

    private static String problem(Path output) {
        return assertThrows(IllegalArgumentException.class, () -> CompilerOutput.read(output))
                .getMessage();
    }

    private static void assertProblem(String problem, Path output) {
        assertEquals(problem, problem(output));
    }
}
