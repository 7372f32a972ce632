package io.losslab.softswitch.scheme;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.losslab.api.topology.Node;
import io.losslab.api.topology.TopologyBuilder;
import io.losslab.api.traffic.FlowSpec;
import io.losslab.api.traffic.MessageSchedule;
import io.losslab.api.units.DataRate;
import io.losslab.api.units.DataSize;
import io.losslab.api.units.Nanos;
import io.losslab.flowcontrol.SchemeType;
import io.losslab.flowcontrol.pfc.Pfc;
import io.losslab.flowcontrol.pfc.PfcSettings;
import io.losslab.flowcontrol.registry.SchemeTypes;
import io.losslab.flowcontrol.setting.Setting;
import io.losslab.flowcontrol.setting.SettingDefaults;
import io.losslab.flowcontrol.setting.Settings;
import io.losslab.softswitch.fabric.Fabric;
import io.losslab.softswitch.fabric.ShortestPaths;
import io.losslab.softswitch.fabric.host.HostSettings;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SplittableRandom;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

/** SWING's relays between two switches under PFC: m0..m2 - M - RM - RN - N - n0..n2. */
class SwingFabricTest {
    private static final int PRIORITIES = 0b11_1000;
    private static final int SIDE = 3;
    private static final int TO_SWITCH = 1;
    private static final int FAR = 2;
    private static final Map<String, String> BOTH =
            Map.of("priorities", "56", "trigger", "both", "buffer", "20000000");

    private static final Map<String, String> FORWARD =
            Map.of("priorities", "56", "trigger", "forward", "buffer", "20000000");

    /** A resume of one priority must leave the others paused: N has headroom for no more. */
    @Property(tries = 8)
    void prioritiesArePausedAndResumedOneByOne(@ForAll long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        Fabric fabric = fabric(random);
        for (int flow = 1; flow <= 90; flow++) {
            fabric.addFlow(
                    FlowSpec.scheduled(
                            flow,
                            id(fabric, "m" + random.nextInt(SIDE)),
                            id(fabric, "n" + random.nextInt(2)),
                            49_152 + flow,
                            3 + random.nextInt(3),
                            MessageSchedule.of(
                                    new long[] {random.nextLong(200_000)},
                                    new long[] {random.nextLong(1, 1_000_000)})));
        }
        fabric.run(60_000_000);
        assertEquals(90, fabric.drainFlows().size());
        for (Node node : fabric.topology().switches()) {
            for (int port = 1; port <= node.ports(); port++) {
                assertEquals(
                        0, fabric.counters().port(node.id(), port).droppedFrames(), node.name());
            }
        }
    }

    private static Fabric fabric(SplittableRandom random) {
        DataRate edge = DataRate.parse("100Gbps");
        DataRate trunk = DataRate.parse("400Gbps");
        DataSize memory = DataSize.parse("64MB");
        TopologyBuilder builder =
                new TopologyBuilder("relayed").switchNode("M", memory).switchNode("N", memory);
        for (String site : List.of("m", "n")) {
            for (int i = 0; i < SIDE; i++) {
                String host = site + i;
                builder.host(host)
                        .link(host, site.toUpperCase(Locale.ROOT), edge, new Nanos(10), "edge");
            }
        }
        Nanos far = new Nanos(random.nextLong(15_000, 60_000));
        builder.switchNode("RM", memory)
                .switchNode("RN", memory)
                .link("RM", "M", trunk, new Nanos(1_000), "relay")
                .link("RN", "N", trunk, new Nanos(1_000), "relay")
                .link("RM", "RN", trunk, far, "longHaul");
        Fabric fabric = new Fabric(builder.build());
        ShortestPaths.install(fabric);
        for (Node host : fabric.topology().hosts()) {
            fabric.configureHost(host.id(), HostSettings.withMtu(1_024));
        }
        for (String name : List.of("M", "N")) {
            for (int port = 1; port <= SIDE + 1; port++) {
                pause(fabric, id(fabric, name), port);
            }
        }
        relay(fabric, id(fabric, "RM"));
        relay(fabric, id(fabric, "RN"));
        return fabric;
    }

    private static void pause(Fabric fabric, int node, int port) {
        PfcSettings settings =
                PfcSettings.ofStatic(
                        PRIORITIES,
                        60_000,
                        60_000,
                        PfcSettings.safeHeadroomBytes(fabric.link(node, port)));
        fabric.schemes().setIngress(node, port, (plane, at) -> new Pfc(plane, at, settings));
    }

    private static void relay(Fabric fabric, int node) {
        SchemeType type = SchemeTypes.find("swing").orElseThrow();
        Settings near = settings(type, fabric, node, TO_SWITCH, BOTH);
        Settings far = settings(type, fabric, node, FAR, FORWARD);
        fabric.schemes()
                .addEgress(
                        node,
                        List.of(TO_SWITCH, FAR),
                        plane -> type.egress(plane, Map.of(TO_SWITCH, near, FAR, far)));
    }

    private static Settings settings(
            SchemeType type, Fabric fabric, int node, int port, Map<String, String> given) {
        return type.resolve(
                SettingDefaults.complete(type.name(), type.settings(), new Settings(given))
                        .resolve(Setting.PRIORITIES, 1 << 3),
                fabric.link(node, port));
    }

    private static int id(Fabric fabric, String name) {
        return fabric.topology().node(name).orElseThrow().id();
    }
}
