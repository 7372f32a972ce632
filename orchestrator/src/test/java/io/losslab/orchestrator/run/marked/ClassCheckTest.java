package io.losslab.orchestrator.run.marked;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.losslab.api.frame.ClassMap;
import io.losslab.configs.experiment.Experiment;
import io.losslab.configs.experiment.file.ExperimentLoader;
import io.losslab.configs.library.Library;
import io.losslab.configs.testbed.file.TestbedYaml;
import io.losslab.configs.yaml.Problems;
import io.losslab.devices.failure.CommandFailure;
import io.losslab.labs.backend.LocalLab;
import io.losslab.labs.backend.ServedLab;
import io.losslab.orchestrator.run.Commands;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ClassCheckTest {
    private static final ClassMap.Entry RDMA = new ClassMap.Entry(26, 3, 3, 3);

    @TempDir private Path folder;

    @Test
    void everyClassLeavesEveryLastSwitchByItsQueueAndNothingStays() throws Exception {
        try (ServedLab lab = LocalLab.of("bifrost/case-a")) {
            Path file = folder.resolve("lab.yaml");
            Files.writeString(file, TestbedYaml.text(lab.testbed()) + "classes: {3: {dscp: 26}}\n");
            Commands commands = new Commands();
            assertEquals(
                    0,
                    commands.execute(
                            "testbed", "check", file.toString(), "bifrost/case-a", "--classes"),
                    commands::err);
            // Hosts A and B are at M, C at N: 8 classes at each of their ports.
            for (String line :
                    List.of(
                            "16 of 16 marked packet groups left by the queue of their class",
                            "8 of 8 marked packet groups left by the queue of their class",
                            "bifrost-case-a: 5 devices, 5 cables, no problems")) {
                assertTrue(commands.out().contains(line), commands.out());
            }
            try (Stream<Path> left = Files.list(Path.of("results"))) {
                assertEquals(
                        List.of(),
                        left.filter(path -> path.toString().contains("testbed-check")).toList());
            }
        }
    }

    /** Else their watchdogs end them where a switch takes minutes. */
    @Test
    void agentsHearOfTheCheckWhileDevicesAreSetUpAndWhileItSends() throws Exception {
        Thread checking = Thread.currentThread();
        Set<String> heard = ConcurrentHashMap.newKeySet();
        Thread watch =
                new Thread(
                        () -> {
                            while (!Thread.interrupted()) {
                                Map<Thread, StackTraceElement[]> all = Thread.getAllStackTraces();
                                if (all.keySet().stream()
                                        .anyMatch(each -> each.getName().equals("heartbeat"))) {
                                    for (StackTraceElement call : all.get(checking)) {
                                        heard.add(call.getMethodName());
                                    }
                                }
                            }
                        });
        try (ServedLab lab = LocalLab.of("bifrost/case-a")) {
            Path file = folder.resolve("lab.yaml");
            Files.writeString(
                    file, TestbedYaml.text(lab.testbed()).replaceAll("(?m)^clock:.*\n", ""));
            watch.start();
            Commands commands = new Commands();
            commands.execute("testbed", "check", file.toString(), "bifrost/case-a", "--classes");
        } finally {
            watch.interrupt();
            watch.join();
        }
        assertTrue(
                heard.containsAll(Set.of("provision", "startTraffic", "runUntil")),
                heard::toString);
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
        try (ServedLab lab = LocalLab.of("bifrost/case-a")) {
            CommandFailure refused =
                    assertThrows(CommandFailure.class, () -> new ClassCheck(only, lab.testbed()));
            assertEquals(
                    "no cell of bifrost/case-a runs with PFC alone or without flow control",
                    refused.getMessage());
        }
    }

    private static Experiment load(String name, String... settings) {
        return new ExperimentLoader(new Library())
                .load(name, List.of(settings), new Problems())
                .orElseThrow();
    }
}
