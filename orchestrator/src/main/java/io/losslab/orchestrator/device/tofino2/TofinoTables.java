package io.losslab.orchestrator.device.tofino2;

import com.google.protobuf.ByteString;
import io.losslab.configs.testbed.Device;
import io.losslab.driver.bfrt.table.BfRtSchema;
import io.losslab.orchestrator.device.tofino2.program.TofinoKeys;
import io.losslab.orchestrator.session.CommandFailure;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;

/** Opens the files that a testbed file names for a Tofino2. */
final class TofinoTables {
    private TofinoTables() {}

    /**
     * The compiler's output for a program.
     *
     * @throws CommandFailure that names device, key and what to build where there is none
     */
    static ByteString program(Device device, String name) {
        Path file = TofinoKeys.of(device).programs().get(name);
        if (file == null) {
            throw CommandFailure.usage(
                    "%s is to run the program %s, and the testbed file names no compiled one"
                            .formatted(device.name(), name),
                    "compile t2na/%s.p4 with the Tofino2 back end and give %s 'program: {%s: FILE}'"
                            .formatted(name, device.name(), name));
        }
        try {
            return ByteString.copyFrom(Files.readAllBytes(file));
        } catch (IOException e) {
            throw new CommandFailure(
                    "%s, program %s: %s cannot be read".formatted(device.name(), name, file),
                    "compile t2na/%s.p4 with the Tofino2 back end and put its output there"
                            .formatted(name),
                    2,
                    e);
        }
    }

    /**
     * The device's fixed tables.
     *
     * @throws CommandFailure where no file has them
     */
    static BfRtSchema fixedTables(Device device) {
        if (TofinoKeys.of(device).bfrtTables().isEmpty()) {
            throw CommandFailure.usage(
                    "%s is to have its traffic manager set, and the testbed file names no bf-rt JSON"
                            .formatted(device.name()),
                    "give %s 'bfrtTables: [FILE]': the SDE has them for traffic manager and ports"
                            .formatted(device.name()));
        }
        List<String> documents = new ArrayList<>();
        for (Path path : TofinoKeys.of(device).bfrtTables()) {
            try {
                for (Path file : files(path)) {
                    documents.add(Files.readString(file));
                }
            } catch (IOException e) {
                throw new CommandFailure(
                        "%s, bfrtTables: %s cannot be read".formatted(device.name(), path),
                        "copy the bf-rt JSON of traffic manager and ports from the SDE",
                        2,
                        e);
            }
        }
        try {
            return BfRtSchema.parse(documents);
        } catch (IllegalArgumentException e) {
            throw new CommandFailure(
                    "%s, bfrtTables: %s".formatted(device.name(), e.getMessage()),
                    "name the bf-rt JSON of traffic manager and ports",
                    2,
                    e);
        }
    }

    private static Iterable<Path> files(Path path) throws IOException {
        if (!Files.isDirectory(path)) {
            return List.of(path);
        }
        TreeSet<Path> files = new TreeSet<>();
        try (DirectoryStream<Path> found = Files.newDirectoryStream(path, "*.json")) {
            found.forEach(files::add);
        }
        return files;
    }
}
