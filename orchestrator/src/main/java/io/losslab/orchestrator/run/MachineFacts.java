package io.losslab.orchestrator.run;

import io.losslab.analysis.run.RunManifest;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;

/** Reads what machine this is. */
final class MachineFacts {
    private MachineFacts() {}

    static RunManifest.Machine ofThis() {
        var os =
                (com.sun.management.OperatingSystemMXBean)
                        ManagementFactory.getOperatingSystemMXBean();
        return new RunManifest.Machine(
                cpuModel(),
                Runtime.getRuntime().availableProcessors(),
                os.getTotalMemorySize(),
                System.getProperty("os.name") + " " + System.getProperty("os.version"),
                System.getProperty("java.vendor")
                        + " "
                        + System.getProperty("java.runtime.version"));
    }

    private static String cpuModel() {
        Path cpuInfo = Path.of("/proc/cpuinfo");
        if (Files.isReadable(cpuInfo)) {
            try (Stream<String> lines = Files.lines(cpuInfo)) {
                return lines.filter(line -> line.startsWith("model name"))
                        .map(line -> line.substring(line.indexOf(':') + 1).trim())
                        .findFirst()
                        .orElse(System.getProperty("os.arch"));
            } catch (IOException e) {
                return System.getProperty("os.arch");
            }
        }
        return System.getProperty("os.arch");
    }
}
