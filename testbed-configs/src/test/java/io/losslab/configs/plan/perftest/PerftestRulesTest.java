package io.losslab.configs.plan.perftest;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.losslab.configs.experiment.file.ExperimentLoader;
import io.losslab.configs.library.Library;
import io.losslab.configs.plan.CellPlan;
import io.losslab.configs.plan.CellPlanner;
import io.losslab.configs.yaml.Problems;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PerftestRulesTest {
    @TempDir private Path folder;

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "bandwidth, size: 1MB, txDepth: 15001|traffic.0.txDepth|--tx-depth takes 1 to"
                        + " 15000: 15001|txDepth: 15000",
                "bandwidth, size: 2GiB|traffic.0.size|--size takes 1 to 2147483647:"
                        + " 2147483648|size: 2147483647B",
                "bandwidth, size: 1MB, flows: 16385|traffic.0.flows|--qp takes 1 to 16384:"
                        + " 16385|flows: 16384",
                "bandwidth, size: 1MB, iterations: 4|traffic.0.iterations|--iters takes 5 to"
                        + " 100000000: 4|iterations: 5",
                "bandwidth, size: 1MB, stop: 1500ms|traffic.0.stop|it lasts 1.5s, but perftest runs"
                        + " for whole seconds|stop: 2s",
                "latency, size: 8B, gap: 500ns|traffic.0.gap|perftest's gap is whole microseconds:"
                        + " 500ns|gap: 1us",
                "latency, size: 8B, gap: 1s|traffic.0.gap|perftest's gap is at most 400ms: 1s|gap:"
                        + " 400ms",
                "latency, size: 8B, iterations: 20000000|traffic.0.iterations|20000000 samples of a"
                        + " session are more than are read back|iterations: 2000000",
                "bandwidth, size: 1MB, via: [S]|traffic.0.via|perftest cannot choose the"
                        + " path|remove 'via', or use hosts with an agent",
                "bandwidth, size: 1MB, path: [h1, S, h2]|traffic.0.path|perftest cannot choose the"
                        + " path|remove 'path', or use hosts with an agent",
                "allToAll, size: 1MB|traffic.0.kind|perftest cannot post messages at given times,"
                        + " as 'allToAll' traffic does|use kind bandwidth or latency, or hosts with an"
                        + " agent",
            })
    void whatPerftestRefusesIsRefusedByName(
            String traffic, String field, String message, String suggestion) throws IOException {
        List<PerftestFinding> refused =
                findings("", traffic).stream().filter(PerftestFinding::refused).toList();
        assertEquals(1, refused.size(), refused::toString);
        assertEquals(field, refused.get(0).field());
        assertTrue(refused.get(0).message().contains(message), refused.get(0).message());
        assertEquals(suggestion, refused.get(0).suggestion());
    }

    @Test
    void trafficThatWaitsForMessagesIsRefused() throws IOException {
        PerftestFinding finding = refusal(findings("", "ring, size: 1MB"));
        assertEquals("traffic.0.kind", finding.field());
        assertEquals(
                "traffic 't': perftest cannot post a message when others have arrived, as 'ring'"
                        + " traffic does",
                finding.message());
    }

    @Test
    void anMtuThatRdmaHasNotIsRefused() throws IOException {
        PerftestFinding finding = last(findings("hosts: {mtu: 9000}", "bandwidth, size: 1MB"));
        assertEquals("hosts.mtu", finding.field());
        assertEquals("mtu: 4096", finding.suggestion());
    }

    @Test
    void aWarmupThatCannotBeLeftOutIsRefused() throws IOException {
        assertEquals(
                "traffic 't': it starts 500ms before the warm-up's end, but perftest leaves out"
                        + " whole seconds",
                refusal(findings("warmup: 500ms", "bandwidth, size: 1MB")).message());
        assertEquals(
                "traffic 't': perftest leaves out the warm-up's 5s at the end, too, so that nothing"
                        + " of 10s remains",
                refusal(findings("warmup: 5s", "bandwidth, size: 1MB")).message());
        assertTrue(
                refusal(findings("warmup: 5s", "bandwidth, size: 1MB, iterations: 100"))
                        .message()
                        .contains("also those before the warm-up's end"));
        assertTrue(
                findings("warmup: 500ms", "latency, size: 8B, iterations: 100").stream()
                        .noneMatch(PerftestFinding::refused),
                "samples tell what was in the warm-up");
        assertTrue(
                findings("warmup: 5s", "bandwidth, size: 1MB, start: 5s").stream()
                        .noneMatch(PerftestFinding::refused));
    }

    @Test
    void whatPerftestCannotDoIsNamed() throws IOException {
        assertEquals(
                List.of(
                        "traffic.0.ecmp: traffic 't': 'spread' has no effect: the NIC's driver"
                                + " chooses UDP source ports",
                        "traffic.0.start: traffic 't': perftest leaves out 1s at the end, too, as"
                                + " long as the warm-up",
                        "traffic.0.kind: traffic 't': perftest reports the mean throughput of a"
                                + " session, not the completion time of each message"),
                findings("warmup: 1s", "bandwidth, size: 1MB, ecmp: spread").stream()
                        .map(finding -> finding.field() + ": " + finding.message())
                        .toList());
        assertTrue(
                last(findings("", "latency, size: 8B"))
                        .message()
                        .contains("with 'iterations' it reports each message's"));
    }

    @Test
    void oneEndWithoutPerftestIsRefused() throws IOException {
        List<PerftestFinding> findings =
                PerftestRules.of(
                        plan("", "bandwidth, size: 1MB"), node -> node.name().equals("h1"));
        assertEquals("traffic.0.to", findings.get(0).field());
        assertEquals(
                "traffic 't': it goes from h1 to h2, but h2 has no 'perftest' in the testbed",
                findings.get(0).message());
    }

    @Test
    void hostsWithAgentsAreNotConcerned() throws IOException {
        CellPlan plan = plan("hosts: {mtu: 9000}", "allToAll, size: 1MB");
        assertEquals(List.of(), PerftestRules.of(plan, node -> false));
    }

    private List<PerftestFinding> findings(String setting, String traffic) throws IOException {
        return PerftestRules.of(plan(setting, traffic), node -> true);
    }

    private static PerftestFinding refusal(List<PerftestFinding> findings) {
        return last(findings.stream().filter(PerftestFinding::refused).toList());
    }

    private static PerftestFinding last(List<PerftestFinding> findings) {
        return findings.get(findings.size() - 1);
    }

    private CellPlan plan(String setting, String traffic) throws IOException {
        String hosts = traffic.startsWith("ring") ? "from: [h1, h2]" : "from: [h1], to: [h2]";
        Path file =
                Files.writeString(
                        folder.resolve("experiment.yaml"),
                        """
                        experiment: rules
                        topology: star-4
                        duration: 10s
                        %s
                        schemes: {none: []}
                        traffic:
                          - {name: t, %s, kind: %s}
                        """
                                .formatted(setting, hosts, traffic));
        Problems problems = new Problems();
        return new ExperimentLoader(new Library())
                .load(file.toString(), List.of(), problems)
                .map(experiment -> new CellPlanner().plan(experiment.cells().get(0)))
                .orElseThrow(() -> new AssertionError(problems.list()));
    }
}
