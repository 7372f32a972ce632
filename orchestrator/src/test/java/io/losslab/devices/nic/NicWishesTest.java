package io.losslab.devices.nic;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.losslab.configs.binding.Binding;
import io.losslab.configs.library.Library;
import io.losslab.configs.plan.CellPlan;
import io.losslab.configs.testbed.Testbed;
import io.losslab.configs.testbed.file.TestbedLoader;
import io.losslab.configs.yaml.Problems;
import io.losslab.devices.Assignment;
import io.losslab.devices.DesiredState;
import io.losslab.devices.failure.CommandFailure;
import io.losslab.devices.nic.setting.NicState;
import io.losslab.devices.registry.DeviceKinds;
import io.losslab.labs.backend.TestPlans;
import io.losslab.labs.backend.physical.PhysicalLabs;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What experiments ask of NICs. */
class NicWishesTest {
    private static final String PERFTEST = "perftest: {device: mlx5_0, gidIndex: 3}";

    @TempDir private Path folder;

    @Test
    void anExperimentWithPfcAndDcqcnAsksForBoth() throws IOException {
        assertEquals(
                Map.of(
                        "mtu", "atLeast 4192",
                        "lldp", "agent off (if available)",
                        "linkPause", "rx off (if available), tx off (if available)",
                        "trust", "classes 24:3 32:4, trust dscp",
                        "pfc", "priorities 0,0,0,1,1,0,0,0",
                        "dcqcn",
                                "np.enable 0,0,0,1,0,0,0,0 (if available), rp.enable"
                                        + " 0,0,0,1,0,0,0,0 (if available),"
                                        + " np.min_time_between_cnps 50, rp.ai_rate 40,"
                                        + " rp.clamp_tgt_rate 1, rp.dce_tcp_g 1020, rp.dce_tcp_rtt"
                                        + " 55, rp.hai_rate 200, rp.min_rate 100,"
                                        + " rp.rate_reduce_monitor_period 4, rp.threshold 5,"
                                        + " rp.time_reset 55",
                        "cmaRoceTos", "tos 98 (if available)"),
                wishes("{congestionControl: {dcqcn: {rateAi: 40Mbps}}}", "", "", PERFTEST));
    }

    @Test
    void aHostThatSendsInSeveralClassesSharesItsLinkAfterAcksAndCnps() throws IOException {
        String second =
                "  - {name: more, kind: bandwidth, from: [h1], to: [h2], size: 1KiB, class: 5}\n";

        assertEquals(
                "algorithms strict,strict,strict,ets,strict,ets,strict,strict,"
                        + " classOfPriority 0,1,2,3,4,5,6,7, shares 0,0,0,50,0,50,0,0",
                wishes("{}", "", second, PERFTEST).get("ets"));
        assertEquals(
                "algorithms strict,strict,strict,strict,strict,strict,strict,strict,"
                        + " classOfPriority 0,1,2,3,4,5,6,7, shares 0,0,0,0,0,0,0,0",
                wishes("{}", ", strictPriority: {}", second, PERFTEST).get("ets"));
    }

    @Test
    void theClassMapOfTheTestbedSaysWhichPriorityAClassHas() throws IOException {
        Map<String, String> wishes =
                wishes(
                        "{}",
                        "",
                        "",
                        PERFTEST,
                        "classes: {3: {dscp: 26, pcp: 5}, 5: {dscp: 24, pcp: 3}}\n");

        assertEquals("classes 26:5 32:4, trust dscp", wishes.get("trust"));
        assertEquals("priorities 0,0,0,0,1,1,0,0", wishes.get("pfc"));
        assertEquals("tos 106 (if available)", wishes.get("cmaRoceTos"));
    }

    @Test
    void theTestbedFileKeepsSettingsAndSizesBuffers() throws IOException {
        Map<String, String> wishes =
                wishes(
                        "{}",
                        "",
                        "",
                        PERFTEST
                                + ", nic: {keep: [dcqcn, trust, mtu, lldp, linkPause, cmaRoceTos],"
                                + " buffers: [20000, 160000, 0, 0, 0, 0, 0, 0]}");

        assertEquals(
                Map.of("pfc", "buffers 20000,160000,0,0,0,0,0,0, priorities 0,0,0,1,1,0,0,0"),
                wishes);
    }

    @Test
    void theInterfaceOfAnAgentDoesNotActOnPauses() throws IOException {
        assertEquals(
                Map.of(
                        "mtu", "atLeast 4192",
                        "lldp", "agent off (if available)",
                        "linkPause", "rx off (if available), tx off (if available)",
                        "pfc", "priorities 0,0,0,0,0,0,0,0 (if available)"),
                wishes("{}", "", "", "agent: {interfaces: [eth1]}, nic: {}"));
        assertEquals(Map.of(), wishes("{}", "", "", "agent: {interfaces: [eth1]}"));
    }

    @Test
    void whatNicsDoNotHaveIsRefusedByName() {
        assertRefused(
                "h1: a NIC does not support congestion control timely",
                "{congestionControl: {timely: {}}}",
                "");
        assertRefused(
                "h1: a NIC does not support alphaInterval 1.5 us of dcqcn",
                "{congestionControl: {dcqcn: {alphaInterval: 1500ns}}}",
                "");
        assertRefused("h1: a NIC does not support bfc", "{}", ", bfc: {}");
    }

    private void assertRefused(String message, String hosts, String schemes) {
        CommandFailure failure =
                assertThrows(CommandFailure.class, () -> wishes(hosts, schemes, "", PERFTEST));
        assertEquals(message, failure.getMessage());
    }

    private Map<String, String> wishes(String hosts, String schemes, String traffic, String host)
            throws IOException {
        return wishes(hosts, schemes, traffic, host, "");
    }

    /** The settings of the first host's NIC, as text. */
    private Map<String, String> wishes(
            String hosts, String schemes, String traffic, String host, String testbed)
            throws IOException {
        Path experiment = folder.resolve("experiment.yaml");
        Files.writeString(
                experiment,
                """
                experiment: nics
                topology: star-4
                duration: 100ms
                hosts: %s
                schemes:
                  one:
                    - {links: [edge], pfc: {priorities: [3, 4], xoff: 100KB, headroom: auto}%s}
                traffic:
                  - {name: bulk, kind: bandwidth, from: [h1], to: [h4], size: 64KiB, txDepth: 128}
                %s
                """
                        .formatted(hosts, schemes, traffic));
        CellPlan plan = TestPlans.first(experiment.toString());
        Binding binding = PhysicalLabs.bind(plan.topology(), testbed(host, testbed));
        Optional<DesiredState> state =
                NicWishes.of(Assignment.ofHost(plan, binding, plan.hosts().get(0)));
        Map<String, String> wishes = new TreeMap<>();
        state.ifPresent(
                wanted ->
                        wanted.state().stream()
                                .map(NicState::of)
                                .forEach(each -> wishes.put(each.setting(), each.text())));
        return wishes;
    }

    private Testbed testbed(String host, String more) throws IOException {
        Files.writeString(folder.resolve("known_hosts"), "");
        StringBuilder text = new StringBuilder("testbed: lab\n").append(more).append("devices:\n");
        text.append(
                """
                  s1:
                    kind: softwareSwitch
                    p4runtime: 127.0.0.1
                    switchControl: 127.0.0.1
                    ports: {1..4: 100Gbps}
                """);
        for (int i = 1; i <= 4; i++) {
            text.append(
                    "  h%d: {kind: host, %s, ssh: {address: 127.0.0.1, user: root, knownHosts: %s}, ports: {1: 100Gbps}}\n"
                            .formatted(i, host, "known_hosts"));
        }
        text.append("cables:\n");
        for (int i = 1; i <= 4; i++) {
            text.append("  - {from: h%d/1, to: s1/%d}\n".formatted(i, i));
        }
        Path file = Files.writeString(folder.resolve("lab.yaml"), text.toString());
        Problems problems = new Problems();
        Optional<Testbed> testbed =
                new TestbedLoader(new Library(), DeviceKinds.catalog())
                        .load(file.toString(), problems);
        assertTrue(testbed.isPresent(), () -> problems.list().toString());
        return testbed.get();
    }
}
