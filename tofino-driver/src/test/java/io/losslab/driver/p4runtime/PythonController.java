package io.losslab.driver.p4runtime;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * A controller in Python, with stubs that the tools of the distribution compile from our .proto
 * files. Where those tools are missing the test is skipped, but not on CI.
 */
final class PythonController {
    /** The distribution's own, whatever else comes first on the path. */
    private static final String PYTHON = "/usr/bin/python3";

    private static final String PROTOC = "/usr/bin/protoc";
    private static final Path PROTOS = Path.of("../testbed-api/src/main/proto");
    private static final List<String> OURS =
            List.of(
                    "p4/config/v1/p4types.proto",
                    "p4/config/v1/p4info.proto",
                    "p4/v1/p4data.proto",
                    "p4/v1/p4runtime.proto",
                    "losslab/v1/virtual_clock.proto");
    private static final List<String> OTHERS =
            List.of("google/rpc/status.proto", "google/rpc/code.proto");

    /** Under its own name it would hide the package grpc. */
    private static final List<String> REFLECTION = List.of("v1", "v1alpha");

    private final Path folder;
    private final Path stubs;

    private PythonController(Path folder, Path stubs) {
        this.folder = folder;
        this.stubs = stubs;
    }

    /** Compiles the stubs into a folder of the test's. */
    static PythonController compiled(Path folder) throws IOException, InterruptedException {
        DistributionTools.require(List.of(PROTOC, "--version"), "protobuf-compiler");
        DistributionTools.require(
                List.of(PYTHON, "-c", "import grpc, grpc_tools"),
                "python3-grpcio and python3-grpc-tools");
        Path includes = Files.createDirectories(folder.resolve("includes"));
        Path stubs = Files.createDirectories(folder.resolve("stubs"));
        PythonController controller = new PythonController(folder, stubs);
        copy("google/protobuf/any.proto", includes.resolve("google/protobuf/any.proto"));
        List<String> protos = new ArrayList<>(OURS);
        for (String proto : OTHERS) {
            copy(proto, includes.resolve(proto));
            protos.add(proto);
        }
        for (String version : REFLECTION) {
            String proto = "reflection_%s/reflection.proto".formatted(version);
            copy("grpc/reflection/%s/reflection.proto".formatted(version), includes.resolve(proto));
            protos.add(proto);
        }
        controller.compile(List.of(PROTOC), "--python_out=", includes, protos);
        controller.compile(
                List.of(PYTHON, "-m", "grpc_tools.protoc"), "--grpc_python_out=", includes, protos);
        return controller;
    }

    /** Runs a script of {@code src/test/resources/p4runtime}; the lines it printed. */
    List<String> run(String script, String... arguments) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>();
        command.add(PYTHON);
        command.add(Path.of("src/test/resources/p4runtime", script).toAbsolutePath().toString());
        command.addAll(List.of(arguments));
        return DistributionTools.run(folder, stubs, command);
    }

    /** Where the P4Info of a bundled program is. */
    static String p4Info(String program) {
        return Path.of("src/main/resources/losslab/p4", program + ".p4info.txt")
                .toAbsolutePath()
                .toString();
    }

    private void compile(List<String> tool, String output, Path includes, List<String> protos)
            throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(tool);
        command.add("-I" + PROTOS.toAbsolutePath());
        command.add("-I" + includes);
        command.add(output + stubs);
        command.addAll(protos);
        DistributionTools.run(folder, stubs, command);
    }

    private static void copy(String resource, Path to) throws IOException {
        Files.createDirectories(to.getParent());
        try (InputStream from =
                PythonController.class.getClassLoader().getResourceAsStream(resource)) {
            Files.copy(from, to);
        }
    }
}
