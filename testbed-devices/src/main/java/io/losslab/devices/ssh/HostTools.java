package io.losslab.devices.ssh;

import io.losslab.devices.failure.CommandFailure;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What a host has of what an agent needs there.
 *
 * @param kernel name and release
 * @param dpdk version, or name of its library where no pkg-config tells the version; empty: none
 * @param java version; empty: none
 */
public record HostTools(String kernel, String dpdk, String java) {
    /**
     * A line for each; an empty one where there is nothing. The start script of the agent finds
     * Java so.
     */
    private static final String QUESTIONS =
            """
            uname -sr
            dpdk=$(pkg-config --modversion libdpdk 2>/dev/null)
            if [ -z "$dpdk" ]; then
              dpdk=$(PATH=$PATH:/sbin:/usr/sbin ldconfig -p | sed -n 's/.*\\(librte_eal\\.so\\.[0-9]*\\).*/\\1/p' | head -n 1)
            fi
            echo "$dpdk"
            java=java
            if [ -x "${JAVA_HOME:-}/bin/java" ]; then
              java=$JAVA_HOME/bin/java
            fi
            "$java" -version 2>&1 | sed -n 's/.* version "\\(.*\\)".*/\\1/p' | head -n 1
            """;

    private static final int LEAST_JAVA = 17;
    private static final Pattern MAJOR = Pattern.compile("(?:1\\.)?(\\d+).*");

    /**
     * Logs in and asks.
     *
     * @throws CommandFailure where the host is not reached, refuses, or cannot be asked
     */
    public static HostTools of(HostConnection host) {
        String[] lines = host.require("query its versions", QUESTIONS).split("\n", -1);
        return new HostTools(lines[0], line(lines, 1), line(lines, 2));
    }

    /** Everything that an agent lacks, and how to get it; empty where it can run. */
    public List<String> missing() {
        List<String> missing = new ArrayList<>();
        if (dpdk.isEmpty()) {
            missing.add("DPDK is missing; install dpdk, libdpdk-dev, gcc, and pkg-config there");
        }
        if (java.isEmpty()) {
            missing.add("Java is missing; install openjdk-17-jre-headless there");
        } else if (major() < LEAST_JAVA) {
            missing.add("has Java %s; install %d or newer there".formatted(java, LEAST_JAVA));
        }
        return missing;
    }

    /** For users, such as {@code Linux 6.1.0, DPDK 22.11.1, Java 17.0.9}. */
    @Override
    public String toString() {
        return "%s, %s, %s"
                .formatted(
                        kernel,
                        dpdk.isEmpty() ? "no DPDK" : "DPDK " + dpdk,
                        java.isEmpty() ? "no Java" : "Java " + java);
    }

    /** The 8 of {@code 1.8.0_402}, the 17 of {@code 17.0.9}; 0 where it is no version. */
    private int major() {
        Matcher version = MAJOR.matcher(java);
        return version.matches() ? Integer.parseInt(version.group(1)) : 0;
    }

    private static String line(String[] lines, int index) {
        return index < lines.length ? lines[index].strip() : "";
    }
}
