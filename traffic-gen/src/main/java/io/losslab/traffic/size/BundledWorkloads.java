package io.losslab.traffic.size;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;

/** The distributions that come with losslab. Thread safe. */
public final class BundledWorkloads {
    private static final String FOLDER = "losslab/workloads/";
    private static final String SUFFIX = ".cdf";
    private static final List<String> NAMES =
            List.of(
                    "AliStorage",
                    "EDU1",
                    "EDU2",
                    "FB_Hadoop",
                    "FB_Hadoop_W4",
                    "Memcached",
                    "WebSearch",
                    "WebSearch_W5",
                    "WebServer");

    private BundledWorkloads() {}

    /** All names, sorted. */
    public static List<String> names() {
        return NAMES;
    }

    /** The distribution of a name. */
    public static Optional<SizeDistribution> find(String name) {
        if (!NAMES.contains(name)) {
            return Optional.empty();
        }
        String file = FOLDER + name + SUFFIX;
        try (InputStream stream =
                BundledWorkloads.class.getClassLoader().getResourceAsStream(file)) {
            if (stream == null) {
                throw new IllegalStateException("the class path lacks " + file);
            }
            String text = new String(stream.readAllBytes(), StandardCharsets.UTF_8);
            return Optional.of(WorkloadReader.read(name, file, text));
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read the bundled file " + file, e);
        } catch (WorkloadFormatException e) {
            throw new IllegalStateException("bundled file is broken: " + e.getMessage(), e);
        }
    }
}
