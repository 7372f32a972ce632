package io.losslab.agent.service;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.BufferedWriter;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** A {@link TestWire} that runs. */
final class WireProcess implements AutoCloseable {
    private final Process process;
    private final BufferedWriter commands;

    private WireProcess(Process process) {
        this.process = process;
        commands = process.outputWriter(StandardCharsets.UTF_8);
    }

    /**
     * Starts a wire and waits until it carries.
     *
     * @param dropEvery one of each so many data frames is lost; 0 for none
     * @param markEvery one of each so many data frames is marked for congestion; 0 for none
     */
    static WireProcess start(String first, String second, int dropEvery, int markEvery)
            throws IOException {
        return start(first, second, dropEvery, markEvery, 0);
    }

    /** As {@link #start}, and one of each so many data frames is damaged. */
    static WireProcess start(
            String first, String second, int dropEvery, int markEvery, int damageEvery)
            throws IOException {
        String java = ProcessHandle.current().info().command().orElse("java");
        List<String> line =
                List.of(
                        java,
                        "-Xmx100m",
                        "-XX:+UseSerialGC",
                        "-XX:TieredStopAtLevel=1",
                        "-cp",
                        System.getProperty("java.class.path"),
                        TestWire.class.getName(),
                        first,
                        second,
                        Integer.toString(dropEvery),
                        Integer.toString(markEvery),
                        Integer.toString(damageEvery));
        Process process =
                new ProcessBuilder(line)
                        .redirectError(ProcessBuilder.Redirect.to(new File("/dev/null")))
                        .start();
        assertEquals("ready", process.inputReader(StandardCharsets.UTF_8).readLine());
        return new WireProcess(process);
    }

    /** Sends a PFC frame by the first interface. */
    void pause(int priority, int quanta) throws IOException {
        commands.write(priority + " " + quanta + "\n");
        commands.flush();
    }

    @Override
    public void close() {
        process.destroyForcibly();
    }
}
