package io.losslab.devices.tofino2;

import io.losslab.configs.testbed.Device;
import io.losslab.devices.failure.CommandFailure;
import io.losslab.devices.tofino2.program.TofinoKeys;
import io.losslab.driver.bfrt.program.CompiledProgram;
import io.losslab.driver.bfrt.program.CompilerOutput;
import io.losslab.driver.bfrt.table.BfRtSchema;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;

/** Opens the files that a testbed file names for a Tofino2. */
final class TofinoTables {
    private TofinoTables() {}

    /**
     * The compiler's output for a program.
     *
     * @throws CommandFailure that names device, key and what to build where there is none
     */
    static CompiledProgram program(Device device, String name) {
        Path place = TofinoKeys.of(device).programs().get(name);
        String build =
                "compile t2na/%s.p4 with the Tofino2 back end and set for %s 'program: FOLDER'"
                        .formatted(name, device.name());
        if (place == null) {
            throw CommandFailure.usage(
                    "%s needs the compiled P4 program %s, which is not in the testbed file"
                            .formatted(device.name(), name),
                    build);
        }
        Path folder =
                folder(place, name)
                        .orElseThrow(
                                () ->
                                        CommandFailure.usage(
                                                "%s, program %s: %s has no compiler output"
                                                        .formatted(device.name(), name, place),
                                                build));
        try {
            CompiledProgram compiled = CompilerOutput.read(folder);
            if (!compiled.name().equals(name)) {
                throw new IllegalArgumentException(
                        "%s has the program %s".formatted(folder, compiled.name()));
            }
            return compiled;
        } catch (IllegalArgumentException e) {
            throw CommandFailure.usage(
                    "%s, program %s: %s".formatted(device.name(), name, e.getMessage()), build, e);
        }
    }

    private static Optional<Path> folder(Path place, String name) {
        return Stream.of(place, place.resolve(name + ".tofino2"), place.resolve(name))
                .filter(CompilerOutput::isIn)
                .findFirst();
    }

    /**
     * Versions of the compilers of the device's programs, by program, where their output says it.
     */
    static Map<String, String> compilers(Device device) {
        Map<String, String> versions = new TreeMap<>();
        TofinoKeys.of(device)
                .programs()
                .forEach(
                        (name, place) ->
                                folder(place, name)
                                        .flatMap(CompilerOutput::compilerVersion)
                                        .ifPresent(version -> versions.put(name, version)));
        return versions;
    }

    /**
     * The device's fixed tables.
     *
     * @throws CommandFailure where no file has them
     */
    static BfRtSchema fixedTables(Device device) {
        if (TofinoKeys.of(device).bfrtTables().isEmpty()) {
            throw CommandFailure.usage(
                    "%s: 'bfrtTables', needed to configure the traffic manager, is missing in the testbed file"
                            .formatted(device.name()),
                    "set 'bfrtTables: [FILE]' of %s to the SDE's bf-rt JSON of traffic manager and ports"
                            .formatted(device.name()));
        }
        List<String> documents = new ArrayList<>();
        for (Path path : TofinoKeys.of(device).bfrtTables()) {
            try {
                for (Path file : files(path)) {
                    documents.add(Files.readString(file));
                }
            } catch (IOException e) {
                throw CommandFailure.usage(
                        "%s, bfrtTables: cannot read %s".formatted(device.name(), path),
                        "copy the bf-rt JSON of traffic manager and ports from the SDE",
                        e);
            }
        }
        try {
            return BfRtSchema.parse(documents);
        } catch (IllegalArgumentException e) {
            throw CommandFailure.usage(
                    "%s, bfrtTables: %s".formatted(device.name(), e.getMessage()),
                    "set it to the bf-rt JSON of traffic manager and ports",
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
