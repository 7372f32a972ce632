package io.losslab.driver.bfrt.program;

import com.google.protobuf.ByteString;
import io.losslab.api.digest.Sha256;
import io.losslab.proto.bfrt.ForwardingPipelineConfig;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.Set;

/**
 * A compiled program as BF Runtime takes it and hands it out: its name, its bf-rt.json, and
 * context.json and binary of each of its pipelines.
 */
public record CompiledProgram(ForwardingPipelineConfig config) {
    private static final int SHOWN_DIGITS = 16;

    public String name() {
        return config.getP4Name();
    }

    /** The JSON of its tables. */
    public String tables() {
        return config.getBfruntimeInfo().toStringUtf8();
    }

    /** The first 16 hexadecimal digits of a SHA-256 of all that it is made of, but the pipes. */
    public String digest() {
        return HexFormat.of()
                .formatHex(Sha256.of(anywhere(config).toByteArray()))
                .substring(0, SHOWN_DIGITS);
    }

    /**
     * Whether a device runs it. The device tells the pipes that a program runs in, of which there
     * may be fewer than the program names; one that names none runs in all.
     */
    public boolean isRunAs(ForwardingPipelineConfig running) {
        if (!anywhere(config).equals(anywhere(running))) {
            return false;
        }
        for (int i = 0; i < config.getProfilesCount(); i++) {
            Set<Integer> asked = new HashSet<>(config.getProfiles(i).getPipeScopeList());
            if (!asked.isEmpty() && !asked.containsAll(running.getProfiles(i).getPipeScopeList())) {
                return false;
            }
        }
        return true;
    }

    /**
     * The device config with which the SDE's P4Runtime server loads it: name, binary, context.json,
     * name of the pipeline, bf-rt.json, each after its length. Source: {@code pi_imp.c} of the open
     * SDE, {@code _pi_update_device_start}.
     *
     * @throws IllegalArgumentException where it has several pipelines, which that format has not
     */
    public ByteString bundle() {
        if (config.getProfilesCount() != 1) {
            throw new IllegalArgumentException(
                    "program %s has %d pipelines; P4Runtime takes programs of one"
                            .formatted(name(), config.getProfilesCount()));
        }
        ForwardingPipelineConfig.Profile pipeline = config.getProfiles(0);
        ByteArrayOutputStream bundle = new ByteArrayOutputStream();
        append(bundle, config.getP4NameBytes());
        append(bundle, pipeline.getBinary());
        append(bundle, pipeline.getContext());
        append(bundle, pipeline.getProfileNameBytes());
        append(bundle, config.getBfruntimeInfo());
        return ByteString.copyFrom(bundle.toByteArray());
    }

    private static void append(ByteArrayOutputStream bundle, ByteString part) {
        byte[] length =
                ByteBuffer.allocate(Integer.BYTES)
                        .order(ByteOrder.LITTLE_ENDIAN)
                        .putInt(part.size())
                        .array();
        bundle.writeBytes(length);
        bundle.writeBytes(part.toByteArray());
    }

    private static ForwardingPipelineConfig anywhere(ForwardingPipelineConfig config) {
        ForwardingPipelineConfig.Builder anywhere = config.toBuilder();
        anywhere.getProfilesBuilderList()
                .forEach(ForwardingPipelineConfig.Profile.Builder::clearPipeScope);
        return anywhere.build();
    }

    @Override
    public String toString() {
        return "program %s (%s)".formatted(name(), digest());
    }
}
