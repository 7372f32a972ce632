package io.losslab.configs.plan;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.losslab.configs.experiment.Cell;
import io.losslab.configs.experiment.file.ExperimentLoader;
import io.losslab.configs.library.Library;
import io.losslab.configs.yaml.ProblemPrinter;
import io.losslab.configs.yaml.Problems;
import io.losslab.proto.v1.EcmpConfig;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** How switches choose among equal-cost ports, and which of them lead over links that are down. */
class PathChoiceTest {
    @TempDir Path folder;

    @Test
    void switchesHashFlowsUnlessTheFileSaysOtherwise() throws IOException {
        for (SwitchPlan plan : plan("", "one").switches()) {
            assertEquals(EcmpConfig.Choice.FLOW, plan.config().getEcmp().getChoice());
        }
    }

    @Test
    void aSchemeCanReplaceTheExperimentsChoice() throws IOException {
        String ecmp = "ecmp: {choice: drill, samples: 3, memory: 0}";
        EcmpConfig drill = plan(ecmp, "one").switches().get(0).config().getEcmp();
        assertEquals(EcmpConfig.Choice.DRILL, drill.getChoice());
        assertEquals(3, drill.getSamples());
        assertEquals(0, drill.getMemory());
        EcmpConfig spray = plan(ecmp, "two").switches().get(0).config().getEcmp();
        assertEquals(EcmpConfig.Choice.SPRAY, spray.getChoice());
    }

    @Test
    void theDrawsFollowTheCellsSeed() throws IOException {
        String drill = "ecmp: {choice: drill}";
        List<Integer> seeds =
                cells(drill + "\nseeds: 1..3").stream()
                        .map(cell -> new CellPlanner().plan(cell).switches().get(0))
                        .map(plan -> plan.config().getEcmp().getSeed())
                        .distinct()
                        .toList();
        assertEquals(3, seeds.size());
    }

    /** Leaves have ports 1 to 3, to h0 (h1, h2), spine0 and spine1. */
    @Test
    void routesAvoidLinksThatAreDown() throws IOException {
        CellPlan plan = plan("failedLinks: [[leaf0, spine1]]", "one");
        assertEquals(List.of(2), ports(plan, "leaf0", "h1"));
        assertEquals(List.of(2), ports(plan, "leaf1", "h0"), "spine1 has no link to leaf0");
        assertEquals(List.of(2, 3), ports(plan, "leaf1", "h2"));
        assertEquals(List.of(2, 3), ports(plan("", "one"), "leaf0", "h1"));
        CellPlan turned = plan("failedLinks: [[spine1, leaf0]]", "one");
        assertEquals(List.of(2), ports(turned, "leaf0", "h1"));
    }

    @Test
    void aHostThatNoPathReachesIsReported() throws IOException {
        assertTrue(
                problems("failedLinks: [[leaf0, spine0], [leaf0, spine1]]")
                        .contains("there is no path"),
                problems("failedLinks: [[leaf0, spine0], [leaf0, spine1]]"));
        assertTrue(
                problems("failedLinks: [[leaf0, leaf1]]")
                        .contains("there is no link [leaf0, leaf1]"));
    }

    private static List<Integer> ports(CellPlan plan, String at, String to) {
        return plan.switches().stream()
                .filter(each -> each.node().name().equals(at))
                .flatMap(each -> each.routes().stream())
                .filter(route -> route.host().name().equals(to))
                .findFirst()
                .orElseThrow()
                .ports();
    }

    private CellPlan plan(String keys, String scheme) throws IOException {
        return cells(keys).stream()
                .filter(cell -> cell.scheme().equals(scheme))
                .map(cell -> new CellPlanner().plan(cell))
                .findFirst()
                .orElseThrow();
    }

    private List<Cell> cells(String keys) throws IOException {
        return new ExperimentLoader(new Library())
                .load(file(keys), List.of(), new Problems())
                .orElseThrow()
                .cells();
    }

    private String problems(String keys) throws IOException {
        Problems problems = new Problems();
        new ExperimentLoader(new Library()).validate(file(keys), List.of(), problems);
        return ProblemPrinter.print(problems);
    }

    private String file(String keys) throws IOException {
        Path file = folder.resolve("choice.yaml");
        Files.writeString(
                file,
                """
                experiment: test/choice
                topology:
                  generator:
                    leafSpine:
                      leaves: 3
                      spines: 2
                      hostsPerLeaf: 1
                      hostRate: 100Gbps
                      fabricRate: 100Gbps
                      delay: 600ns
                      buffer: 20MB
                duration: 1ms
                schemes:
                  one: [{links: host, pfc: {threshold: dynamic, alpha: 4}}]
                  two:
                    rules: [{links: host, pfc: {threshold: dynamic, alpha: 4}}]
                    ecmp: {choice: spray}
                traffic:
                  - {name: all, kind: permutation, from: all, to: all, size: 1KB}
                %s
                """
                        .formatted(keys));
        return file.toString();
    }
}
