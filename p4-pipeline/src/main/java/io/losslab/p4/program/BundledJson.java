package io.losslab.p4.program;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.NoSuchElementException;

/**
 * The v1model programs that come with losslab, as {@code p4c-bm2-ss} compiles them: resources below
 * {@code losslab/p4/v1model}. The module {@code tofino-driver} has their sources.
 */
public final class BundledJson {
    private static final String FOLDER = "/losslab/p4/v1model/";

    private BundledJson() {}

    /**
     * A program in BMv2's JSON.
     *
     * @param programName such as {@code pfc_forward}
     * @throws NoSuchElementException where there is none of this name
     */
    public static byte[] read(String programName) {
        String resource = FOLDER + programName + ".json";
        try (InputStream bytes = BundledJson.class.getResourceAsStream(resource)) {
            if (bytes == null) {
                throw new NoSuchElementException("there is no compiled program " + resource);
            }
            return bytes.readAllBytes();
        } catch (IOException e) {
            throw new UncheckedIOException("the compiled program cannot be read: " + resource, e);
        }
    }
}
