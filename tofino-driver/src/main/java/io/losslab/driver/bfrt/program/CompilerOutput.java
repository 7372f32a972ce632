package io.losslab.driver.bfrt.program;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.google.protobuf.ByteString;
import io.losslab.proto.bfrt.ForwardingPipelineConfig;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The folder that the chip's compiler writes for a program: PROGRAM.conf or manifest.json, which
 * say what is where, bf-rt.json, and for each pipeline a context.json and a binary. Paths in these
 * files may be those of the machine that compiled it; a file of their name in the folder is taken
 * then.
 */
public final class CompilerOutput {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final String MANIFEST = "manifest.json";
    private static final String TABLES = "bf-rt.json";
    private static final String CONTEXT = "context.json";
    private static final List<String> BINARIES = List.of("tofino2.bin", "tofino.bin");

    private final Path folder;

    private CompilerOutput(Path folder) {
        this.folder = folder;
    }

    /** Whether a folder is one. */
    public static boolean isIn(Path folder) {
        return Files.isDirectory(folder)
                && (Files.exists(folder.resolve(MANIFEST))
                        || Files.exists(folder.resolve(TABLES))
                        || configuration(folder).isPresent());
    }

    /** Version of the compiler that wrote a folder; empty where it has no manifest that says it. */
    public static Optional<String> compilerVersion(Path folder) {
        Path manifest = folder.resolve(MANIFEST);
        if (!Files.exists(manifest)) {
            return Optional.empty();
        }
        try {
            return Optional.of(json(manifest).path("compiler_version").asText())
                    .map(text -> text.replace("()", "").strip())
                    .filter(text -> !text.isEmpty());
        } catch (IllegalArgumentException e) {
            return Optional.empty();
        }
    }

    /**
     * Reads a folder.
     *
     * @throws IllegalArgumentException that names the file that is missing or cannot be read
     */
    public static CompiledProgram read(Path folder) {
        return new CompilerOutput(folder).read();
    }

    private CompiledProgram read() {
        Optional<Path> configuration = configuration(folder);
        if (configuration.isPresent()) {
            return ofConfiguration(configuration.get());
        }
        Path manifest = folder.resolve(MANIFEST);
        if (Files.exists(manifest)) {
            return ofManifest(manifest);
        }
        throw new IllegalArgumentException(
                "%s has neither PROGRAM.conf nor %s".formatted(folder, MANIFEST));
    }

    private static Optional<Path> configuration(Path folder) {
        try (Stream<Path> files = Files.list(folder)) {
            return files.filter(file -> file.toString().endsWith(".conf")).sorted().findFirst();
        } catch (IOException e) {
            return Optional.empty();
        }
    }

    /** What the SDE's own switch daemon is started with. */
    private CompiledProgram ofConfiguration(Path file) {
        JsonNode program = only(json(file).at("/p4_devices/0/p4_programs"), file, "p4_programs");
        ForwardingPipelineConfig.Builder config =
                ForwardingPipelineConfig.newBuilder()
                        .setP4Name(text(program, "program-name", file))
                        .setBfruntimeInfo(
                                bytes(program.path("bfrt-config").asText(TABLES), "", List.of()));
        for (JsonNode pipeline : program.path("p4_pipelines")) {
            String name = text(pipeline, "p4_pipeline_name", file);
            ForwardingPipelineConfig.Profile.Builder profile =
                    profile(
                            name,
                            pipeline.path("context").asText(CONTEXT),
                            pipeline.path("config").asText(BINARIES.get(0)));
            pipeline.path("pipe_scope").forEach(pipe -> profile.addPipeScope(pipe.asInt()));
            config.addProfiles(profile);
        }
        return checked(config, file);
    }

    private CompiledProgram ofManifest(Path file) {
        JsonNode manifest = json(file);
        JsonNode program = only(manifest.path("programs"), file, "programs");
        String name = text(program, "program_name", file);
        ForwardingPipelineConfig.Builder config =
                ForwardingPipelineConfig.newBuilder()
                        .setP4Name(
                                name.endsWith(".p4") ? name.substring(0, name.length() - 3) : name)
                        .setBfruntimeInfo(bytes(TABLES, "", List.of()));
        for (JsonNode pipeline : program.path("pipes")) {
            config.addProfiles(
                    profile(
                            text(pipeline, "pipe_name", file),
                            pipeline.at("/files/context/path").asText(CONTEXT),
                            BINARIES.get(0)));
        }
        return checked(config, file);
    }

    private static CompiledProgram checked(ForwardingPipelineConfig.Builder config, Path file) {
        if (config.getProfilesCount() == 0) {
            throw new IllegalArgumentException("%s names no pipeline".formatted(file));
        }
        return new CompiledProgram(config.build());
    }

    private ForwardingPipelineConfig.Profile.Builder profile(
            String name, String context, String binary) {
        return ForwardingPipelineConfig.Profile.newBuilder()
                .setProfileName(name)
                .setContext(bytes(context, name, List.of()))
                .setBinary(bytes(binary, name, BINARIES));
    }

    /** A file at its path, in the pipeline's folder, or in the folder itself. */
    private ByteString bytes(String path, String pipeline, List<String> otherNames) {
        Path named = Path.of(path);
        Stream<Path> places =
                Stream.concat(
                        Stream.of(folder.resolve(named)),
                        Stream.concat(
                                        Stream.of(named.getFileName()),
                                        otherNames.stream().map(Path::of))
                                .flatMap(
                                        file ->
                                                Stream.of(
                                                        folder.resolve(pipeline).resolve(file),
                                                        folder.resolve(file))));
        Path found =
                places.filter(Files::isRegularFile)
                        .findFirst()
                        .orElseThrow(
                                () ->
                                        new IllegalArgumentException(
                                                "%s has no %s"
                                                        .formatted(
                                                                folder,
                                                                Path.of(pipeline)
                                                                        .resolve(
                                                                                named
                                                                                        .getFileName()))));
        try {
            return ByteString.copyFrom(Files.readAllBytes(found));
        } catch (IOException e) {
            throw new IllegalArgumentException("cannot read " + found, e);
        }
    }

    private static JsonNode json(Path file) {
        try {
            return JSON.readTree(Files.readString(file));
        } catch (JsonProcessingException e) {
            throw new IllegalArgumentException(
                    "%s is not JSON: %s".formatted(file, e.getOriginalMessage()), e);
        } catch (IOException e) {
            throw new IllegalArgumentException("cannot read " + file, e);
        }
    }

    private static JsonNode only(JsonNode list, Path file, String key) {
        if (list.size() != 1) {
            throw new IllegalArgumentException(
                    "%s has %d programs in '%s'; there must be one"
                            .formatted(file, list.size(), key));
        }
        return list.get(0);
    }

    private static String text(JsonNode node, String key, Path file) {
        String text = node.path(key).asText("");
        if (text.isEmpty()) {
            throw new IllegalArgumentException("%s lacks '%s'".formatted(file, key));
        }
        return text;
    }
}
