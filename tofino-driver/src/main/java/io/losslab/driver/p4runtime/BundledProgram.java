package io.losslab.driver.p4runtime;

import com.google.protobuf.ByteString;
import com.google.protobuf.TextFormat;
import io.losslab.p4.program.BundledJson;
import io.losslab.proto.p4.config.v1.P4Info;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/**
 * A P4 program that comes with losslab: its source and its P4Info are resources below {@code
 * losslab/p4}.
 */
public enum BundledProgram {
    V1MODEL_PFC_FORWARD("v1model", "pfc_forward"),
    V1MODEL_PFC_STAR("v1model", "pfcStar"),
    V1MODEL_PORTFC("v1model", "portfc"),
    V1MODEL_OFC("v1model", "ofc"),
    V1MODEL_PYRRHA("v1model", "pyrrha"),
    T2NA_PFC_FORWARD("t2na", "pfc_forward"),
    T2NA_PORTFC("t2na", "portfc"),
    T2NA_OFC("t2na", "ofc"),
    T2NA_PYRRHA("t2na", "pyrrha");

    private static final String RESOURCES = "/losslab/p4/";
    private static final Pattern INCLUDE = Pattern.compile("(?m)^#include \"([^\"]+)\"");

    private final String architecture;
    private final String programName;

    BundledProgram(String architecture, String programName) {
        this.architecture = architecture;
        this.programName = programName;
    }

    /** The architecture it is written for, as in its P4Info: {@code v1model} or {@code t2na}. */
    public String architecture() {
        return architecture;
    }

    /** Its name, as in its P4Info; the same for both architectures. */
    public String programName() {
        return programName;
    }

    /** The program of a name for an architecture. */
    public static Optional<BundledProgram> find(String architecture, String programName) {
        return Arrays.stream(values())
                .filter(program -> program.architecture.equals(architecture))
                .filter(program -> program.programName.equals(programName))
                .findFirst();
    }

    /** Its source, relative to the folder of all programs. */
    public String source() {
        return architecture + "/" + programName + ".p4";
    }

    /**
     * Writes its source and the files that it includes to a folder, for a compiler.
     *
     * @return where its source is
     */
    public Path writeSource(Path folder) throws IOException {
        write(Path.of(source()), folder, new HashSet<>());
        return folder.resolve(source());
    }

    private static void write(Path file, Path folder, Set<Path> written) throws IOException {
        if (!written.add(file)) {
            return;
        }
        String text = text(RESOURCES + file);
        Path place = folder.resolve(file);
        Files.createDirectories(place.getParent());
        Files.writeString(place, text);
        for (MatchResult include : INCLUDE.matcher(text).results().toList()) {
            write(file.resolveSibling(include.group(1)).normalize(), folder, written);
        }
    }

    /** What it offers a controller. */
    public P4Info p4Info() {
        return read(RESOURCES + architecture + "/" + programName + ".p4info.txt");
    }

    /**
     * What a software switch or bmv2 is given to run it: BMv2's JSON.
     *
     * @throws IllegalStateException for a Tofino2, whose compiler losslab does not have
     */
    public ByteString deviceConfig() {
        if (!architecture.equals("v1model")) {
            throw new IllegalStateException(this + " is not compiled");
        }
        return ByteString.copyFrom(BundledJson.read(programName));
    }

    /** The P4Info of a resource. */
    static P4Info read(String resource) {
        try {
            P4Info.Builder info = P4Info.newBuilder();
            TextFormat.merge(text(resource), info);
            return info.build();
        } catch (IOException e) {
            throw new UncheckedIOException("the program's P4Info cannot be read: " + resource, e);
        }
    }

    private static String text(String resource) throws IOException {
        try (InputStream bytes = BundledProgram.class.getResourceAsStream(resource)) {
            return new String(bytes.readAllBytes(), StandardCharsets.UTF_8);
        }
    }
}
