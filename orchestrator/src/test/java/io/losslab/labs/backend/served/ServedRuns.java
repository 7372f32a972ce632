package io.losslab.labs.backend.served;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.losslab.configs.testbed.Device;
import io.losslab.configs.testbed.Service;
import io.losslab.configs.testbed.file.TestbedYaml;
import io.losslab.driver.DeviceChannel;
import io.losslab.labs.backend.ServedLab;
import io.losslab.orchestrator.run.Commands;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

/** A served lab, its testbed file, and runs of the experiment for which it is served. */
final class ServedRuns implements AutoCloseable {
    private static final String FLOWS = "select * from $flows order by all";

    private final String experiment;
    private final Path folder;
    private final ServedLab lab;
    private final Path testbed;
    private final Commands losslab = new Commands();

    ServedRuns(String experiment, ServedKind kind, Path folder) throws IOException {
        this.experiment = experiment;
        this.folder = folder;
        lab = ServedExperiment.start(experiment, kind);
        testbed = Files.writeString(folder.resolve("lab.yaml"), TestbedYaml.text(lab.testbed()));
    }

    Path testbed() {
        return testbed;
    }

    /** The last run's or other command's output and errors. */
    Commands losslab() {
        return losslab;
    }

    Device device(String name) {
        return lab.testbed().device(name).orElseThrow();
    }

    DeviceChannel channel(String name, Service service) {
        Device device = device(name);
        return DeviceChannel.open(
                name, device.address(service), device.security(), Device.DEFAULT_DEADLINE);
    }

    /** Where the results of the served lab are. */
    Path served() {
        return folder.resolve("served");
    }

    private Path virtual() {
        return folder.resolve("virtual");
    }

    /** Runs on the served lab; the exit code. */
    int run(String... more) {
        List<String> words =
                new ArrayList<>(List.of("--backend", "physical", "--testbed", testbed.toString()));
        words.addAll(List.of(more));
        return run(served(), words);
    }

    private int run(Path results, List<String> more) {
        List<String> words = new ArrayList<>(List.of("run", experiment, "--no-report"));
        words.addAll(List.of("--out", results.toString()));
        words.addAll(more);
        return losslab.execute(words.toArray(String[]::new));
    }

    /** Runs on both backends: flows are the same, and lines of the summaries with a pattern. */
    void assertRunsAsVirtual(String pattern, String... more) throws IOException, SQLException {
        assertEquals(0, run(virtual(), List.of(more)), losslab::err);
        assertEquals(0, run(more), losslab::err);
        List<String> flows = Commands.rows(virtual(), FLOWS);
        assertTrue(flows.size() > 100, flows::toString);
        assertEquals(flows, Commands.rows(served(), FLOWS));
        assertEquals(lines(virtual(), pattern), lines(served(), pattern));
    }

    /** Switches have sent pauses. */
    void assertPaused() throws IOException {
        String pauses = lines(virtual(), "switchPauseFrames");
        assertTrue(pauses.matches(".*switchPauseFrames\\W+[1-9].*"), pauses);
    }

    private static String lines(Path results, String pattern) throws IOException {
        return Files.readAllLines(results.resolve("summary.json")).stream()
                .filter(line -> line.matches(".*(" + pattern + ").*"))
                .toList()
                .toString();
    }

    @Override
    public void close() {
        lab.close();
    }
}
