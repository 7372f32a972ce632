package io.losslab.configs.plan;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.losslab.configs.experiment.Cell;
import io.losslab.configs.experiment.Experiment;
import io.losslab.configs.experiment.Setup;
import io.losslab.configs.experiment.file.ExperimentLoader;
import io.losslab.configs.experiment.file.TestSchemes;
import io.losslab.configs.library.Library;
import io.losslab.configs.traffic.TrafficPattern;
import io.losslab.configs.yaml.Problem;
import io.losslab.configs.yaml.Problems;
import io.losslab.proto.v1.EcnConfig;
import io.losslab.proto.v1.HostConfig;
import io.losslab.proto.v1.PortFlowControl;
import io.losslab.roce.recovery.GoBackN;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class NamedSchemesTest {
    private static final String FILE =
            """
            experiment: named
            topology: bifrost-case-a
            duration: 1ms
            parameters: {limit: 3, size: 64KB}
            hosts: {mtu: 1024, recovery: {goBackN: {}}}
            ecn: [{links: longHaul, kmin: 1KB, kmax: 2KB, pmax: 10%}]
            scales:
              full: {duration: 5ms, size: 1MB, "parameters.limit": 4}
            schemes:
              pfc: [{links: longHaul, pfc: {xoff: 6MB}}]
              drip:
                - {links: [edge, longHaul], drip: {limit: "${limit}", share: 20%}, pfc: {xoff: 6MB}}
                - {links: edge, nic: {}, drip: {period: 5us, mode: fast}}
              lossy:
                label: No control
                rules: []
                topology: bifrost-case-b
                hosts: {recovery: {irn: {cap: 17, rtoLow: 200us}}}
                ecn: [{links: longHaul, at: M, kmin: 100KB, kmax: 400KB, pmax: 0.2}]
            traffic:
              - {name: b, kind: bandwidth, from: A, to: C, size: "${size}"}
            """;

    @TempDir private Path folder;

    @Test
    void namedSchemesStandBesideOthersWithValuesInBaseUnits() throws IOException {
        CellPlan plan = plan("drip");
        PortFlowControl longHaul = plan.switches().get(0).config().getPorts(2);
        assertEquals(List.of("pfc", "drip"), names(longHaul));
        assertEquals(
                Map.of(
                        "window", "75000", "period", "800000", "share", "0.2", "mode", "slow",
                        "limit", "3"),
                longHaul.getSchemes(1).getSettingsMap());
    }

    @Test
    void theLastRuleReplacesAllThatAPortHad() throws IOException {
        PortFlowControl edge = plan("drip").switches().get(0).config().getPorts(0);
        assertEquals(List.of("drip", "nic"), names(edge));
        assertEquals("5000", edge.getSchemes(0).getSettingsMap().get("period"));
        assertEquals("fast", edge.getSchemes(0).getSettingsMap().get("mode"));
    }

    @Test
    void hostsRunTheSchemesThatWorkThereToo() throws IOException {
        HostConfig host = plan("drip").hosts().get(0).config();
        assertEquals(1, host.getPortsCount());
        assertEquals(List.of("nic"), names(host.getPorts(0)));
        assertEquals(0, plan("pfc").hosts().get(0).config().getPortsCount());
    }

    /**
     * 80 km of fibre are 400 us one way; a packet that is sent again is there a round trip later.
     */
    @Test
    void receiversWaitTwoRoundTripsBeforeTheyAskAgainOr500Microseconds() throws IOException {
        CellPlan plan = plan("pfc");
        long roundTrip = plan.hosts().get(0).traffic().getFlows(0).getBaseRttNs();
        assertTrue(roundTrip > 800_000, roundTrip + " ns");
        for (HostPlan host : plan.hosts()) {
            assertEquals(
                    Long.toString(2 * roundTrip),
                    host.config().getRecovery().getSettingsOrThrow("renackInterval"));
        }
        assertEquals(500_000, GoBackN.renackNanos(roundTrip / 4));
    }

    @Test
    void queuesFollowFromTheSchemeThatNeedsMost() throws IOException {
        assertEquals(8 + 4, plan("drip").setup().dataQueues());
        assertEquals(8, plan("pfc").setup().dataQueues());
    }

    @Test
    void noDropIsPromisedOnlyWhereEveryPortHasASchemeThatDoes() throws IOException {
        Experiment experiment = load();
        assertTrue(cell(experiment, "pfc").setup().lossless());
        assertTrue(cell(experiment, "drip").setup().lossless(), "pfc and nic stand beside it");
        assertFalse(cell(experiment, "lossy").setup().lossless());
    }

    @Test
    void aSchemeReplacesTopologyHostsAndEcn() throws IOException {
        Experiment experiment = load();
        assertEquals(Map.of("lossy", "No control"), experiment.labels());
        Setup common = cell(experiment, "pfc").setup();
        Setup lossy = cell(experiment, "lossy").setup();
        assertEquals("bifrost-case-a", common.network().topology().name());
        assertEquals("bifrost-case-b", lossy.network().topology().name());
        assertEquals(1024, lossy.hosts().mtuBytes(), "what it leaves out stays");

        CellPlan plan = plan("lossy");
        HostConfig host = plan.hosts().get(0).config();
        assertEquals("irn", host.getRecovery().getName());
        assertEquals(
                Map.of(
                        "cap",
                        "17",
                        "rtoLow",
                        "200000",
                        "rtoHigh",
                        "320000",
                        "lowPackets",
                        "3",
                        "reordering",
                        "0"),
                host.getRecovery().getSettingsMap());
        assertEquals(0, host.getPauseResponder().getPriorities());
        Map<Integer, EcnConfig> ecn = plan.switches().get(0).config().getEcnMap();
        assertEquals(
                List.of(100_000L, 400_000L),
                ecn.values().stream()
                        .limit(1)
                        .flatMap(e -> List.of(e.getKminBytes(), e.getKmaxBytes()).stream())
                        .toList());
        assertEquals(Map.of(), plan.switches().get(1).config().getEcnMap());
        assertEquals(0.1, plan("pfc").switches().get(1).config().getEcnOrThrow(1).getPmax());
    }

    @Test
    void aScaleComesBeforeOtherSettings() throws IOException {
        Experiment full = load("size=2MB", "scale=full", "scheme=drip");
        Setup setup = cell(full, "drip").setup();
        assertEquals("full", full.scale());
        assertEquals(5_000_000, setup.duration().nanos());
        TrafficPattern pattern = setup.traffic().get(0).pattern();
        assertEquals(2_000_000, ((TrafficPattern.Bandwidth) pattern).size().bytes());
        assertEquals("4", full.cells().get(0).parameters().get("limit"));
        assertEquals("", load().scale());
    }

    @Test
    void aFileWithoutScalesHasTheFullOneAlready() throws IOException {
        String file = FILE.replaceAll("(?m)^scales:(\\R +.*)*", "");
        assertFalse(file.contains("scales"));
        assertEquals(List.of(), problems(file, "scale=full"));
        assertEquals(
                "full, the scale of the file itself; it defines no others",
                problems(file, "scale=ful").get(0).expected());
    }

    @Test
    void anUnknownScaleIsAnError() throws IOException {
        List<Problem> problems = problems(FILE, "scale=ful");
        assertEquals("unknown scale 'ful'", problems.get(0).message());
        assertEquals("one of full", problems.get(0).expected());
        assertEquals("did you mean 'full'?", problems.get(0).suggestion());
    }

    @Test
    void validateChecksEveryScaleAndBlamesItsLine() throws IOException {
        Path file = file(FILE.replace("size: 1MB", "sise: 1MB"));
        Problems problems = new Problems();
        loader().validate(file.toString(), List.of(), problems);
        Problem problem = problems.list().get(0);
        assertEquals("the experiment has no parameter or key 'sise'", problem.message());
        assertEquals(8, problem.at().line());
        assertEquals(25, problem.at().column());
    }

    @Test
    void mistakesInNamedSettingsAreBlamedOnTheirPlace() throws IOException {
        List<Problem> problems =
                problems(
                        FILE.replace("share: 20%", "shore: 20%")
                                .replace("mode: fast", "mode: fats"));
        assertEquals(
                List.of("unknown key 'shore' in drip", "'fats' is not a valid value of 'mode'"),
                problems.stream().map(Problem::message).toList());
        assertEquals("did you mean 'share'?", problems.get(0).suggestion());
    }

    @Test
    void aBitMaskThatMayBeMeantAsOnePriorityIsWarnedOf() throws IOException {
        String warning =
                "priorities: 3 is a bit mask and enables priorities [0, 1]; write [3] for priority 3";
        assertEquals(
                List.of(warning),
                messages(FILE.replace("pfc: {xoff: 6MB}", "pfc: {priorities: 3, xoff: 6MB}"))
                        .stream()
                        .filter(message -> message.startsWith("priorities"))
                        .distinct()
                        .toList());
        for (String clear : List.of("8", "[3]", "[0, 1]")) {
            String file = FILE.replace("pfc: {xoff", "pfc: {priorities: %s, xoff".formatted(clear));
            assertTrue(messages(file).stream().noneMatch(text -> text.startsWith("priorities")));
        }
    }

    @Test
    void whatHostsContradictIsReportedAtTheKey() throws IOException {
        String calm = "hosts: {mtu: 1024, congestionControl: {calm: {least: %s}}";
        Problems problems = new Problems();
        String text = FILE.replace("hosts: {mtu: 1024", calm.formatted("1Mbps"));
        loader().load(file(text).toString(), List.of(), problems);
        Problem problem = problems.list().get(0);
        assertEquals("a calm flow may nearly stop", problem.message());
        assertFalse(problem.isError());
        assertEquals(5, problem.at().line());
        assertEquals(54, problem.at().column());
        assertEquals(
                List.of(), messages(FILE.replace("hosts: {mtu: 1024", calm.formatted("1Gbps"))));
    }

    @Test
    void aSchemesOwnProblemsAreReportedAtTheKey() throws IOException {
        List<Problem> problems = problems(FILE, "limit=0");
        assertEquals(
                "limit 0 lets nothing through on edge links"
                        + " (used as 'schemes.drip.0.drip.limit' at "
                        + folder.resolve("named.yaml")
                        + ":12:47)",
                problems.get(0).message());
        assertEquals("--set limit=0", problems.get(0).at().file());
    }

    private List<String> messages(String text) throws IOException {
        Problems problems = new Problems();
        loader().load(file(text).toString(), List.of(), problems);
        return problems.list().stream().map(Problem::message).toList();
    }

    private static List<String> names(PortFlowControl port) {
        return port.getSchemesList().stream().map(named -> named.getName()).toList();
    }

    private CellPlan plan(String scheme) throws IOException {
        return new CellPlanner().plan(cell(load(), scheme));
    }

    private static Cell cell(Experiment experiment, String scheme) {
        return experiment.cells().stream()
                .filter(cell -> cell.scheme().equals(scheme))
                .findFirst()
                .orElseThrow();
    }

    private Experiment load(String... settings) throws IOException {
        Problems problems = new Problems();
        Optional<Experiment> experiment =
                loader().load(file(FILE).toString(), List.of(settings), problems);
        return experiment.orElseThrow(() -> new AssertionError(problems.list().toString()));
    }

    private List<Problem> problems(String text, String... settings) throws IOException {
        Problems problems = new Problems();
        loader().load(file(text).toString(), List.of(settings), problems);
        return problems.list().stream().filter(Problem::isError).toList();
    }

    private Path file(String text) throws IOException {
        return Files.writeString(folder.resolve("named.yaml"), text);
    }

    private static ExperimentLoader loader() {
        return new ExperimentLoader(new Library(), TestSchemes.catalog());
    }
}
