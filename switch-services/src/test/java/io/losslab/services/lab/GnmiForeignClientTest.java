package io.losslab.services.lab;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.google.protobuf.DescriptorProtos.FileDescriptorSet;
import com.google.protobuf.Descriptors.FileDescriptor;
import io.losslab.proto.gnmi.GnmiProto;
import io.losslab.proto.v1.RunUntilRequest;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** gNMI with the gRPC of another language: Debian's python3-grpcio. */
class GnmiForeignClientTest {
    private static final String PYTHON = "/usr/bin/python3";
    private static final long PATIENCE_SECONDS = 180;

    @TempDir Path directory;

    @Test
    void aPythonClientReadsSetsAndSamples() throws IOException, InterruptedException {
        requireGrpc();
        try (TwoSites sites = new TwoSites()) {
            assertEquals(
                    """
                    version 0.10.0
                    set [3]
                    get "5000000"
                    without target  "M"
                    union [4, 4] "4000000"
                    refused INVALID_ARGUMENT
                    refused INVALID_ARGUMENT
                    refused NOT_FOUND
                    first 0
                    sync True
                    sample 5000 M 0
                    sample 10000 M 0
                    """,
                    output(
                            PYTHON,
                            script().toString(),
                            String.valueOf(sites.lab.port()),
                            descriptors().toString(),
                            "M"));
        }
    }

    /** Skips the test where the package is missing; fails it on CI. */
    private static void requireGrpc() throws InterruptedException {
        boolean there = hasGrpc();
        if ("true".equals(System.getenv("CI"))) {
            assertTrue(there, "CI needs Debian's python3-grpcio");
        }
        assumeTrue(there, "needs Debian's python3-grpcio");
    }

    private static boolean hasGrpc() throws InterruptedException {
        try {
            Process probe = new ProcessBuilder(PYTHON, "-c", "import grpc").start();
            return probe.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS) && probe.exitValue() == 0;
        } catch (IOException e) {
            return false;
        }
    }

    private Path script() throws IOException {
        Path script = directory.resolve("gnmi_client.py");
        try (InputStream in = getClass().getResourceAsStream("gnmi_client.py")) {
            Files.copy(in, script);
        }
        return script;
    }

    private Path descriptors() throws IOException {
        Set<FileDescriptor> files = new LinkedHashSet<>();
        add(files, GnmiProto.getDescriptor());
        add(files, RunUntilRequest.getDescriptor().getFile());
        FileDescriptorSet.Builder set = FileDescriptorSet.newBuilder();
        files.forEach(file -> set.addFile(file.toProto()));
        return Files.write(directory.resolve("descriptors"), set.build().toByteArray());
    }

    /** What a file imports comes before it. */
    private static void add(Set<FileDescriptor> files, FileDescriptor file) {
        file.getDependencies().forEach(imported -> add(files, imported));
        files.add(file);
    }

    private String output(String... command) throws IOException, InterruptedException {
        Path out = directory.resolve("out");
        Process process =
                new ProcessBuilder(command)
                        .redirectErrorStream(true)
                        .redirectOutput(out.toFile())
                        .start();
        try {
            assertTrue(
                    process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS),
                    () -> "the client hangs after " + text(out));
        } finally {
            process.destroyForcibly();
        }
        return text(out);
    }

    private static String text(Path file) {
        try {
            return Files.readString(file, StandardCharsets.UTF_8);
        } catch (IOException e) {
            return "nothing: " + e.getMessage();
        }
    }
}
