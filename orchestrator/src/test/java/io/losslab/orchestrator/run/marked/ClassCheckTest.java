package io.losslab.orchestrator.run.marked;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.losslab.api.frame.ClassMap;
import io.losslab.configs.experiment.Experiment;
import io.losslab.configs.experiment.file.ExperimentLoader;
import io.losslab.configs.library.Library;
import io.losslab.configs.testbed.Testbed;
import io.losslab.configs.testbed.file.TestbedLoader;
import io.losslab.configs.testbed.file.TestbedYaml;
import io.losslab.configs.yaml.Problems;
import io.losslab.orchestrator.backend.PhysicalLabs;
import io.losslab.orchestrator.backend.ServedLab;
import io.losslab.orchestrator.device.DeviceReport;
import io.losslab.orchestrator.device.registry.DeviceKinds;
import io.losslab.orchestrator.lease.TestbedLease;
import io.losslab.orchestrator.provision.Ledger;
import io.losslab.orchestrator.session.CommandFailure;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ClassCheckTest {
    private static final ClassMap.Entry RDMA = new ClassMap.Entry(26, 3, 3, 3);

    @TempDir private Path folder;

    @Test
    void everyClassLeavesEveryLastSwitchByItsQueueAndTheDevicesAreRestored() throws Exception {
        Experiment experiment = load("bifrost/case-a");
        try (ServedLab lab =
                ServedLab.start(
                        experiment.cells().get(0).setup().network().topology(),
                        8,
                        "127.0.0.1",
                        0,
                        Optional.empty())) {
            Path file = folder.resolve("lab.yaml");
            Files.writeString(file, TestbedYaml.text(lab.testbed()) + "classes: {3: {dscp: 26}}\n");
            Testbed testbed =
                    new TestbedLoader(new Library(), DeviceKinds.catalog())
                            .load(file.toString(), new Problems())
                            .orElseThrow();
            List<DeviceReport> plain = new ArrayList<>();
            testbed.devices()
                    .forEach(
                            device ->
                                    plain.add(
                                            new DeviceReport(
                                                    device, List.of(), List.of(), List.of(),
                                                    false)));
            Ledger ledger = Ledger.inMemory();
            List<DeviceReport> reports =
                    new ClassCheck(experiment)
                            .complete(
                                    plain, new PhysicalLabs(testbed, ledger, TestbedLease.none()));
            List<String> lines = new ArrayList<>();
            for (DeviceReport report : reports) {
                assertEquals(List.of(), report.problems());
                report.findings()
                        .forEach(
                                found -> lines.add(report.device().name() + ": " + found.detail()));
            }
            // Hosts A and B are at M, C at N: 8 classes at each of their ports.
            assertEquals(
                    List.of(
                            "M: 16 of 16 marked packet groups left by the queue of their class",
                            "N: 8 of 8 marked packet groups left by the queue of their class"),
                    lines);
        }
    }

    @Test
    void aClassThatLeavesByAnotherQueueOrNoneIsNamed() {
        assertEquals(
                Optional.of(
                        "packets of traffic class 3 (DSCP 26) left by queue 1; expected queue 3"),
                ClassCheck.mistake(3, RDMA, Map.of(0, 5L, 1, 64L, 3, 63L)));
        assertEquals(
                Optional.of("packets of traffic class 3 (DSCP 26) did not leave; expected queue 3"),
                ClassCheck.mistake(3, RDMA, Map.of(0, 5L, 1, 0L, 3, 63L)));
        assertEquals(Optional.empty(), ClassCheck.mistake(3, RDMA, Map.of(0, 500L, 3, 64L)));
    }

    @Test
    void anExperimentWhoseQueuesAreNotThoseOfClassesIsRefused() {
        Experiment only = load("bifrost/case-a", "scheme=bifrost");
        assertEquals(
                "no cell of bifrost/case-a runs with PFC alone or without flow control",
                assertThrows(CommandFailure.class, () -> new ClassCheck(only)).getMessage());
    }

    private static Experiment load(String name, String... settings) {
        return new ExperimentLoader(new Library())
                .load(name, List.of(settings), new Problems())
                .orElseThrow();
    }
}
