package io.losslab.labs.provision;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.losslab.api.rpc.ChannelSecurity;
import io.losslab.api.rpc.DeviceAddress;
import io.losslab.api.topology.Topology;
import io.losslab.configs.binding.Binding;
import io.losslab.configs.binding.BindingSearch;
import io.losslab.configs.experiment.file.ExperimentLoader;
import io.losslab.configs.library.Library;
import io.losslab.configs.testbed.Testbed;
import io.losslab.configs.yaml.Problems;
import io.losslab.devices.DesiredState;
import io.losslab.devices.failure.CommandFailure;
import io.losslab.devices.registry.FabricTestbed;
import io.losslab.driver.p4runtime.ForwardProgram;
import io.losslab.proto.p4.v1.TableEntry;
import io.losslab.proto.v1.SwitchConfig;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** Several switches on one device. */
class SharedDeviceTest {
    private static final String RUNS = "src/test/resources/run/";

    @Test
    void theDeviceIsToldWhichPortIsInWhichSwitchAndEachSwitchsRoutes() throws IOException {
        List<DesiredState> wanted = wanted("chain.yaml", "one-switch.yaml", List.of());
        DesiredState forwarding =
                wanted.stream()
                        .filter(it -> it.part().name().equals("forwarding"))
                        .findFirst()
                        .orElseThrow();
        ForwardProgram program = ForwardProgram.load();
        List<TableEntry> entries =
                forwarding.state().stream().skip(1).map(TableEntry.class::cast).toList();
        int ports = 14;
        List<TableEntry> expected = new ArrayList<>();
        // Sa has two hosts and a cable, Sb two cables, Sc a cable and eight hosts.
        int[] switchOfPort = {1, 1, 1, 2, 2, 3, 3, 3, 3, 3, 3, 3, 3, 3};
        for (int port = 1; port <= ports; port++) {
            expected.add(program.assign(port, switchOfPort[port - 1]));
        }
        assertEquals(expected, entries.subList(0, ports));
        // Hosts 0 and 1 are at Sa, 2 to 9 at Sc: a prefix for 0 and 1, 2 and 3, 4 to 7, 8 and 9,
        // but
        // for a switch's own hosts, which have ports of their own.
        assertEquals(
                new TreeMap<>(Map.of(1, 2L + 3, 2, 1L + 3, 3, 1L + 8)),
                entries.subList(ports, entries.size()).stream()
                        .map(route -> route.getMatch(1).getExact().getValue().byteAt(0))
                        .collect(
                                Collectors.groupingBy(
                                        Byte::intValue, TreeMap::new, Collectors.counting())));
    }

    @Test
    void theSwitchesShareTheMemoryThatTheyHaveTogether() throws IOException {
        SwitchConfig config =
                wanted("chain.yaml", "one-switch.yaml", List.of()).stream()
                        .filter(it -> it.part().name().equals("flowControl"))
                        .map(it -> it.state().get(0))
                        .map(SwitchConfig.class::cast)
                        .findFirst()
                        .orElseThrow();
        assertEquals(36_000_000, config.getBufferBytes());
        assertEquals(14, config.getPortsCount());
    }

    @Test
    void aSchemeThatTakesAllPortsForOneSwitchIsRefused() {
        CommandFailure refused =
                assertThrows(
                        CommandFailure.class,
                        () ->
                                wanted(
                                        "ndc-pfc.yaml",
                                        "two-switches.yaml",
                                        List.of(
                                                "schemes.pfc=[{links: [layer0, layer1], portfc: {n:"
                                                        + " 2}}]")));
        assertEquals(
                "tor1 is mapped to several switches, including s4, but portfc treats all ports of"
                        + " a device as one switch",
                refused.getMessage());
        assertEquals(2, refused.exitCode());
    }

    private static List<DesiredState> wanted(
            String experiment, String devices, List<String> changes) throws IOException {
        Topology carved =
                new ExperimentLoader(new Library())
                        .networkOf(RUNS + devices, new Problems())
                        .orElseThrow()
                        .topology();
        Testbed named =
                FabricTestbed.of(
                        carved, new DeviceAddress("127.0.0.1", 1), ChannelSecurity.plaintext());
        Testbed testbed =
                new Testbed(
                        named.name(),
                        named.file(),
                        named.title(),
                        named.devices(),
                        named.cables(),
                        List.of(),
                        named.classes(),
                        named.clock());
        try (ServedCell served = new ServedCell(RUNS + experiment, 0, changes)) {
            Binding binding = BindingSearch.find(served.plan.topology(), testbed);
            return new CellSettings(served.plan, binding).desired();
        }
    }
}
