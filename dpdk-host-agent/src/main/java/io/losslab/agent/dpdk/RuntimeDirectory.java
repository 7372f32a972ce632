package io.losslab.agent.dpdk;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/**
 * The directory that DPDK makes for files which it shares with other processes (Programmer's Guide,
 * "Environment Abstraction Layer"). With {@code --no-shconf} and {@code --no-telemetry} there are
 * none, and a process that is killed is to leave nothing.
 */
public final class RuntimeDirectory {
    private RuntimeDirectory() {}

    /** Deletes that of a process that has started, if it is empty. */
    public static void delete(String filePrefix) {
        Map<String, String> environment = System.getenv();
        String ofUser = environment.getOrDefault("XDG_RUNTIME_DIR", "/tmp");
        String ofService = environment.getOrDefault("RUNTIME_DIRECTORY", ofUser);
        for (String parent : List.of("/var/run", ofUser, ofService)) {
            try {
                Files.deleteIfExists(Path.of(parent, "dpdk", filePrefix));
            } catch (IOException ignored) {
                // It is in use, or another user's.
            }
        }
    }
}
