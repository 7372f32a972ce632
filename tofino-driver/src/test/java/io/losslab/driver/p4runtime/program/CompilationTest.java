package io.losslab.driver.p4runtime.program;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.google.protobuf.TextFormat;
import io.losslab.driver.p4runtime.BundledProgram;
import io.losslab.proto.p4.config.v1.P4Info;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Compiles the v1model programs where {@code p4c-bm2-ss} is on the path. */
class CompilationTest {
    private static final String COMPILER = "p4c-bm2-ss";
    private static final String JSON = "program.json";
    private static final Path BUNDLED =
            Path.of("../p4-pipeline/src/main/resources/losslab/p4/v1model");

    @TempDir private Path directory;

    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.MATCH_ALL, names = "V1MODEL_.*")
    void theCompilerWritesOurP4Info(BundledProgram program) throws Exception {
        assumeTrue(compilerIsInstalled(), COMPILER + " is not on the path");
        Path p4Info = directory.resolve("p4info.txtpb");

        compile(program, p4Info);

        assertEquals(sorted(program.p4Info()), sorted(read(p4Info)));
    }

    /**
     * But for the places in the sources, which it notes, and its version. With {@code
     * -Dlosslab.golden=update} ours is written anew.
     */
    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.MATCH_ALL, names = "V1MODEL_.*")
    void theCompilerWritesOurJson(BundledProgram program) throws Exception {
        assumeTrue(compilerIsInstalled(), COMPILER + " is not on the path");

        compile(program, directory.resolve("p4info.txtpb"));

        String written = plain(Files.readAllBytes(directory.resolve(JSON)));
        if ("update".equals(System.getProperty("losslab.golden"))) {
            Files.writeString(BUNDLED.resolve(program.programName() + ".json"), written);
        }
        assertEquals(written, Files.readString(BUNDLED.resolve(program.programName() + ".json")));
    }

    private static String plain(byte[] json) throws IOException {
        ObjectMapper mapper = new ObjectMapper();
        ObjectNode program = (ObjectNode) mapper.readTree(json);
        program.remove("program");
        program.withObject("/__meta__").remove("compiler");
        program.findParents("source_info").forEach(it -> ((ObjectNode) it).remove("source_info"));
        return mapper.writerWithDefaultPrettyPrinter().writeValueAsString(program) + "\n";
    }

    private void compile(BundledProgram program, Path p4Info)
            throws IOException, InterruptedException {
        Path log = directory.resolve("log");
        Process compiler =
                new ProcessBuilder(
                                COMPILER,
                                "--p4runtime-files",
                                p4Info.toString(),
                                "-o",
                                directory.resolve(JSON).toString(),
                                Path.of("src/main/resources/losslab/p4", program.source())
                                        .toString())
                        .redirectErrorStream(true)
                        .redirectOutput(log.toFile())
                        .start();
        assertEquals(0, compiler.waitFor(), Files.readString(log));
    }

    private static P4Info read(Path file) throws IOException {
        P4Info.Builder info = P4Info.newBuilder();
        TextFormat.merge(Files.readString(file), info);
        return info.build();
    }

    /** Every message as text, whatever their order. */
    private static Set<String> sorted(P4Info info) {
        Set<String> messages = new TreeSet<>();
        info.getTablesList().forEach(it -> messages.add(it.toString()));
        info.getActionsList().forEach(it -> messages.add(it.toString()));
        info.getActionProfilesList().forEach(it -> messages.add(it.toString()));
        info.getCountersList().forEach(it -> messages.add(it.toString()));
        info.getRegistersList().forEach(it -> messages.add(it.toString()));
        messages.add(info.getPkgInfo().toString());
        return messages;
    }

    private static boolean compilerIsInstalled() {
        return Arrays.stream(System.getenv("PATH").split(File.pathSeparator))
                .anyMatch(it -> Files.isExecutable(Path.of(it, COMPILER)));
    }
}
