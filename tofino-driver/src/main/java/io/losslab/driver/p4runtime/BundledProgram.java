package io.losslab.driver.p4runtime;

import com.google.protobuf.TextFormat;
import io.losslab.proto.p4.config.v1.P4Info;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;

/**
 * A P4 program that comes with losslab: its source is {@code src/main/p4}, its P4Info a resource of
 * the same path.
 */
public enum BundledProgram {
    V1MODEL_PFC_FORWARD("v1model", "pfc_forward"),
    V1MODEL_PORTFC("v1model", "portfc"),
    V1MODEL_OFC("v1model", "ofc"),
    V1MODEL_PYRRHA("v1model", "pyrrha"),
    T2NA_PFC_FORWARD("t2na", "pfc_forward"),
    T2NA_PORTFC("t2na", "portfc"),
    T2NA_OFC("t2na", "ofc"),
    T2NA_PYRRHA("t2na", "pyrrha");

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

    /** Its source, relative to {@code src/main/p4}. */
    public String source() {
        return architecture + "/" + programName + ".p4";
    }

    /** What it offers a controller. */
    public P4Info p4Info() {
        return read("/losslab/p4/" + architecture + "/" + programName + ".p4info.txt");
    }

    /** The P4Info of a resource. */
    static P4Info read(String resource) {
        try (InputStream text = BundledProgram.class.getResourceAsStream(resource)) {
            P4Info.Builder info = P4Info.newBuilder();
            TextFormat.merge(new String(text.readAllBytes(), StandardCharsets.UTF_8), info);
            return info.build();
        } catch (IOException e) {
            throw new UncheckedIOException("the program's P4Info cannot be read: " + resource, e);
        }
    }
}
