package io.losslab.labs.provision;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.losslab.api.rpc.ChannelSecurity;
import io.losslab.api.rpc.DeviceAddress;
import io.losslab.api.units.Nanos;
import io.losslab.configs.binding.Binding;
import io.losslab.configs.binding.BindingSearch;
import io.losslab.configs.experiment.file.ExperimentLoader;
import io.losslab.configs.library.Library;
import io.losslab.configs.plan.CellPlan;
import io.losslab.configs.plan.CellPlanner;
import io.losslab.configs.testbed.Device;
import io.losslab.configs.testbed.PortQueues;
import io.losslab.configs.testbed.Testbed;
import io.losslab.configs.testbed.file.TestbedLoader;
import io.losslab.configs.yaml.Problems;
import io.losslab.devices.DeviceCall;
import io.losslab.devices.failure.CommandFailure;
import io.losslab.devices.registry.DeviceKinds;
import io.losslab.devices.registry.FabricTestbed;
import io.losslab.devices.tofino2.program.TofinoKeys;
import io.losslab.driver.bfrt.BfRtDevice;
import io.losslab.driver.bfrt.table.BfRtSchema;
import io.losslab.driver.p4runtime.BundledProgram;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.IntUnaryOperator;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is planned for the program of each scheme, by names; no device is needed. */
class TofinoEntriesTest {
    private static final DeviceAddress NOWHERE = new DeviceAddress("127.0.0.1", 9);
    private static final String PORTFC = "src/test/resources/run/portfc-ndc-2-1.yaml";
    private static final String PORTFC_4 = "src/test/resources/run/portfc-ndc-4-1.yaml";
    private static final String PYRRHA = "src/test/resources/run/pyrrha-leaf-spine.yaml";
    private static final int OFC_CELL = 5;

    @TempDir private Path folder;

    @Test
    void thePlanOfAPortFcSwitchIsThatOfTheFile() throws IOException {
        assertEquals(
                Files.readString(Path.of("src/test/resources/tofino/portfc-ndc-2-1-s4.expected")),
                String.join("\n", lines(plan(PORTFC, 0), "portfc", "s4")) + "\n");
    }

    /** PortFC, Figure 6: flows by their paths, and the queues it prints. */
    @Test
    void packetsEnterTheQueuesOfThePapersExample() throws IOException {
        List<String> sw23 = lines(plan(PORTFC_4, 0), "portfc", "s23");
        List<String> sw19 = lines(plan(PORTFC_4, 0), "portfc", "s19");
        assertEquals("ingress.enter_ddq[qid=3, queue=3]", queue(sw23, 4, "10.3.3.1"));
        assertEquals("ingress.enter_ihfq[qid=0, queue=0]", queue(sw23, 4, "10.3.0.1"));
        assertEquals("ingress.enter_ihfq[qid=1, queue=1]", queue(sw23, 4, "10.3.1.1"));
        assertEquals("ingress.enter_ihfq[qid=2, queue=2]", queue(sw23, 4, "10.3.2.1"));
        assertEquals("ingress.enter_ddq[qid=3, queue=3]", queue(sw19, 1, "10.3.0.1"));
        assertEquals("ingress.enter_ihfq[qid=0, queue=0]", queue(sw19, 1, "10.0.0.1"));
    }

    @Test
    void ofcParksInQueuesOfTheLoopBackPortAndHoldsThemBeforeTheyAreServed() throws IOException {
        List<String> lines = lines(plan("ofc/o2", OFC_CELL), "ofc", "Sa");
        assertEquals(
                List.of(
                        "INSERT ingress.parking meta.row=2 meta.backup=0 -> ingress.park[port=64, qid=4]",
                        "INSERT ingress.parking meta.row=2 meta.backup=1 -> ingress.park[port=64, qid=5]"),
                those(lines, line -> line.contains("ingress.parking meta.row=2")));
        // pipe 0, group 8, queues 4 and 5 of the loop-back port; group 3, queue 48 of port 3.
        long backup0 = 1L << 31 | 8L << 25 | 4L << 15;
        long backup1 = 1L << 31 | 8L << 25 | 5L << 15;
        long normal = 1L << 31 | 3L << 25 | 48L << 15;
        String table = "INSERT ingress.flow_controls meta.row=2 meta.turn=%d meta.backup=%d";
        String rest =
                " hdr.ofc.opcode=%d hdr.ofc.all_flows=%d -> ingress.set_flow_control[word=%d]";
        assertEquals(
                List.of(
                        (table + rest).formatted(0, 0, 1, 1, normal | 1),
                        (table + rest).formatted(0, 0, 2, 1, normal),
                        (table + rest).formatted(1, 0, 2, 0, normal | 1),
                        (table + rest).formatted(4, 0, 2, 0, normal),
                        (table + rest).formatted(0, 0, 1, 0, backup0 | 1),
                        (table + rest).formatted(2, 0, 2, 0, backup0),
                        (table + rest).formatted(3, 0, 2, 0, backup0 | 1),
                        (table + rest).formatted(0, 1, 1, 0, backup1 | 1),
                        (table + rest).formatted(2, 1, 2, 0, backup1),
                        (table + rest).formatted(3, 1, 2, 0, backup1 | 1)),
                those(lines, line -> line.contains("flow_controls meta.row=2")));
        // 68 KB and 45 KB in cells of 176 B.
        assertEquals(
                List.of(
                        "INSERT ingress.levels meta.profile=0 depth=386..1048575 priority 1 -> ingress.above[]",
                        "INSERT ingress.levels meta.profile=0 depth=0..255 priority 1 -> ingress.below[]"),
                those(lines, line -> line.contains("ingress.levels")));
        assertEquals(
                List.of(
                        "INSERT ingress.origins hdr.request.row=2 -> ingress.set_root[device=11, port=3, priority=3, control_queue=2]"),
                those(lines, line -> line.contains("ingress.origins hdr.request.row=2")));
        assertEquals(
                List.of(
                        "pipe 65535 table $PORT, $DEV_PORT=64: {$SPEED=BF_SPEED_100G, $FEC=BF_FEC_TYP_REED_SOLOMON, $PORT_ENABLE=true, $LOOPBACK_MODE=BF_LPBK_MAC_NEAR}"),
                those(lines, line -> line.contains("LOOPBACK")));
    }

    /** From S2's rack by core 1 to R1: core 1's port is near, tor 3's is far. */
    @Test
    void pyrrhaKnowsTheNextTwoPortsOfEachWay() throws IOException {
        List<String> lines = lines(plan(PYRRHA, 0), "pyrrha", "tor1");
        String near = slot(lines, "ingress.near_paths tm_md.ucast_egress_port=3", "0xa");
        String far = slot(lines, "ingress.far_paths tm_md.ucast_egress_port=3", "0xa");
        assertTrue(!near.equals(far), near + far);
        CellPlan plan = plan(PYRRHA, 0);
        long core1 = plan.topology().node("core1").orElseThrow().deviceId();
        long tor3 = plan.topology().node("tor3").orElseThrow().deviceId();
        // core 1 has tor 1, 2, 3 on its ports; tor 3 has R1, VR on its own.
        assertEquals("[root_switch=%d, root_port=3, hops=2]".formatted(core1), root(lines, near));
        assertEquals("[root_switch=%d, root_port=1, hops=3]".formatted(tor3), root(lines, far));
        assertEquals(
                List.of(
                        "INSERT ingress.frame_roots ingress_md.ingress_port=3 meta.root_switch=%d meta.root_port=1 -> ingress.set_frame_far[slot=%s, row=2, own_slot=3]"
                                .formatted(tor3, far)),
                those(
                        lines,
                        line ->
                                line.contains("frame_roots ingress_md.ingress_port=3")
                                        && line.contains("slot=" + far + ",")));
        // Six isolation queues from queue 1 on; port 3 has queues from 48 of group 3.
        assertEquals(
                List.of(
                        "INSERT ingress.rings meta.row=2 -> ingress.set_ring[last_place=5, mac=24, first_queue=48]"),
                those(lines, line -> line.contains("ingress.rings meta.row=2")));
        // K_pause and K_resume times 15 KB: from 170 cells on, and below 85.2 of them.
        assertEquals(
                List.of(
                        "INSERT ingress.levels meta.profile=0 depth=170..1048575 priority 1 -> ingress.above[]",
                        "INSERT ingress.levels meta.profile=0 depth=0..85 priority 1 -> ingress.below[]"),
                those(lines, line -> line.contains("ingress.levels")));
        assertEquals(
                List.of("INSERT multicast group 3: ports [1, 2, 4]"),
                those(lines, line -> line.contains("multicast group 3")));
        assertEquals(
                those(lines, line -> line.contains("ingress.sweeps")).size(),
                Integer.parseInt(
                                those(
                                                lines,
                                                line ->
                                                        line.contains("trigger_timer")
                                                                || line.contains("timer_nanosec"))
                                        .get(0)
                                        .replaceAll(".*packets_per_batch_cfg=([0-9]+).*", "$1"))
                        + 1);
    }

    @Test
    void whatATofinoCannotDoIsNamed() throws IOException {
        assertEquals(
                "tor1 port 1: hierarchical isolation queues are not supported on a Tofino2",
                refusal("pyrrha/y10", "scheme=pyrrhaHierarchical", keys("pyrrha")));
        assertEquals(
                "s4: 'sweep', the interval at which the packet generator inspects queues, is"
                        + " missing in the testbed file",
                refusal(PORTFC, "", without(keys("portfc"), true)));
        assertEquals(
                "Sc: a sweep needs 2304 packets, at most 65536, which take 18.432us; its"
                        + " interval is 18us",
                refusal("ofc/o2", "scheme=ofc", every(keys("ofc"), new Nanos(18_000))));
        assertEquals(
                "Sa runs ofc for 1 switches, but has 0 loopPorts in the testbed file",
                refusal("ofc/o2", "scheme=ofc", without(keys("ofc"), false)));
        assertEquals(
                "S port 1: the P4 program of ofc distinguishes flows by source and destination,"
                        + " not by 5-tuple",
                refusal("src/test/resources/run/ofc-tuples.yaml", "", keys("ofc")));
        assertEquals(
                "s4: ECN marking on s4 is not supported by the P4 program portfc",
                refusal("portfc/j19", "scheme=portfc", keys("portfc")));
        assertEquals(
                "s64 port 1: the P4 program of portfc supports switches with at most 4 ports, but"
                        + " s64 has 8",
                refusal("src/test/resources/run/portfc-ndc-8-1.yaml", "", keys("portfc")));
        assertEquals(
                "the P4 program of pyrrha derives the next two ports from the destination alone,"
                        + " but agg0-0 has 4 ports to h16",
                refusal("src/test/resources/run/pyrrha-fat-tree.yaml", "", keys("pyrrha")));
        assertEquals(
                "S: pfc cannot be combined with pyrrha, whose P4 program does not map packets to"
                        + " priorities",
                refusal("src/test/resources/run/pyrrha-and-pfc.yaml", "", keys("pyrrha")));
    }

    /** The paper's testbed: s4 and s5 are halves of one device, whose ports 10 and 11 are s5's. */
    @Test
    void twoSwitchesOfNdcInOneChipHaveRoutesAndNeighboursOfTheirOwn() throws IOException {
        List<String> lines = lines(plan(PORTFC, 0), "portfc", "tor1", "ndc21-two-tofino2");
        assertEquals(
                List.of(
                        "INSERT ingress.port_to_switch ingress_md.ingress_port=8 -> ingress.enter_switch[logical_switch=1]",
                        "INSERT ingress.port_to_switch ingress_md.ingress_port=9 -> ingress.enter_switch[logical_switch=1]",
                        "INSERT ingress.port_to_switch ingress_md.ingress_port=10 -> ingress.enter_switch[logical_switch=2]",
                        "INSERT ingress.port_to_switch ingress_md.ingress_port=11 -> ingress.enter_switch[logical_switch=2]"),
                those(lines, line -> line.contains("port_to_switch")));
        assertEquals(
                List.of(
                        "INSERT ingress.routes hdr.ipv4.dst_addr=0xa000101/32 meta.logical_switch=1 -> [ingress.forward[port=9]]",
                        "INSERT ingress.routes hdr.ipv4.dst_addr=0xa000101/32 meta.logical_switch=2 -> [ingress.forward[port=11]]"),
                those(lines, line -> line.contains("routes hdr.ipv4.dst_addr=0xa000101")));
        assertEquals(
                List.of(
                        "INSERT multicast group 1: ports [9]",
                        "INSERT multicast group 2: ports [8]",
                        "INSERT multicast group 3: ports [11]",
                        "INSERT multicast group 4: ports [10]"),
                those(lines, line -> line.contains("multicast group")));
        assertEquals(
                List.of(
                        "INSERT ingress.ports tm_md.ucast_egress_port=10 -> ingress.watch[row=2, profile=0, port_index=0, group=3, control_queue=2, device=1]"),
                those(lines, line -> line.contains("ingress.ports tm_md.ucast_egress_port=10")));
    }

    /** The paper's testbed: three switches in one, each with a port in which its packets wait. */
    @Test
    void packetsOfThreeSwitchesInOneChipWaitApart() throws IOException {
        List<String> lines = lines(plan("ofc/o2", OFC_CELL), "ofc", "tofino", "ofc-one-tofino2");
        assertEquals(
                List.of(
                        "INSERT ingress.port_to_switch ingress_md.ingress_port=22 -> ingress.enter_switch[logical_switch=1]",
                        "INSERT ingress.port_to_switch ingress_md.ingress_port=23 -> ingress.enter_switch[logical_switch=2]",
                        "INSERT ingress.port_to_switch ingress_md.ingress_port=24 -> ingress.enter_switch[logical_switch=3]"),
                those(lines, line -> line.matches(".*port_to_switch.*=2[234] -> .*")));
        // Sa has three ports, Sb two, Sc nine, so rows 0 to 2, 3 and 4, 5 to 13.
        assertEquals(
                List.of(
                        "INSERT ingress.parking meta.row=4 meta.backup=1 -> ingress.park[port=23, qid=3]",
                        "INSERT ingress.parking meta.row=5 meta.backup=0 -> ingress.park[port=24, qid=0]"),
                those(
                        lines,
                        line ->
                                line.contains("parking meta.row=4 meta.backup=1")
                                        || line.contains("parking meta.row=5 meta.backup=0")));
        assertEquals(3, those(lines, line -> line.contains("BF_LPBK_MAC_NEAR")).size());
    }

    /** The switch with nine ports needs two queues for each, and one. */
    @Test
    void aPortIsGivenNoMoreQueuesThanItHas() throws IOException {
        assertEquals(
                "tofino port 24 needs 19 queues, but has 16", refusalOfLoops(new PortQueues(3, 0)));
        assertEquals(
                "tofino ports 22 and 24 have the same queues of group 2 in the testbed file",
                refusalOfLoops(new PortQueues(2, 96, 32)));
        assertEquals(
                "tor1 port 1 needs 102 queues, but has 16",
                refusal("pyrrha/y10", "scheme=pyrrha", keys("pyrrha")));
    }

    /** Of the bundled testbed, where the last port without a cable has other queues. */
    private String refusalOfLoops(PortQueues queues) throws IOException {
        CellPlan plan = plan("ofc/o2", OFC_CELL);
        Testbed testbed =
                complete("ofc-one-tofino2", "ofc").with(device -> withLastQueues(device, queues));
        Binding binding = BindingSearch.find(plan.topology(), testbed);
        CellSettings settings = new CellSettings(plan, binding);
        return assertThrows(CommandFailure.class, settings::desired).getMessage();
    }

    private static Device withLastQueues(Device device, PortQueues queues) {
        if (device.kind() != DeviceKinds.TOFINO2) {
            return device;
        }
        TofinoKeys keys = device.settings(TofinoKeys.class);
        String last = keys.loopPorts().get(keys.loopPorts().size() - 1);
        return device.as(
                        device.kind(),
                        device.addresses(),
                        port -> port.label().equals(last) ? port.withQueues(queues) : port)
                .having(keys);
    }

    /** What a port is told is kept in a register of its pipe. */
    @Test
    void portsOfTwoPipesAreRefusedWhereRegistersMustMeet() throws IOException {
        assertEquals(
                "Sa runs ofc on ports of the pipes [0, 1], but pipes do not share registers",
                refusalInTwoPipes(plan("ofc/o2", OFC_CELL), "ofc"));
        assertEquals(
                "s4 runs portfc on ports of the pipes [0, 1], but pipes do not share registers",
                refusalInTwoPipes(plan(PORTFC, 0), "portfc"));
    }

    private String refusalInTwoPipes(CellPlan plan, String program) throws IOException {
        CellSettings settings = settings(plan, keys(program), port -> port == 1 ? 129 : port);
        return assertThrows(CommandFailure.class, settings::desired).getMessage();
    }

    private TofinoKeys keys(String program) throws IOException {
        return ChipLab.keys(folder, program);
    }

    private static TofinoKeys without(TofinoKeys keys, boolean sweep) {
        return new TofinoKeys(
                keys.programs(),
                keys.bfrtTables(),
                sweep ? Optional.<Nanos>empty() : keys.sweep(),
                sweep ? keys.loopPorts() : List.of());
    }

    private static TofinoKeys every(TofinoKeys keys, Nanos sweep) {
        return new TofinoKeys(
                keys.programs(), keys.bfrtTables(), Optional.of(sweep), keys.loopPorts());
    }

    private static String refusal(String experiment, String cell, TofinoKeys keys) {
        CellPlan plan = plan(experiment, cell);
        return assertThrows(CommandFailure.class, () -> settings(plan, keys).desired())
                .getMessage();
    }

    private static CellPlan plan(String experiment, int cell) {
        return new CellPlanner().plan(load(experiment).cells().get(cell));
    }

    /** The first cell whose parameters have this text. */
    private static CellPlan plan(String experiment, String parameter) {
        return new CellPlanner()
                .plan(
                        load(experiment).cells().stream()
                                .filter(each -> each.params().toString().contains(parameter))
                                .findFirst()
                                .orElseThrow());
    }

    private static io.losslab.configs.experiment.Experiment load(String experiment) {
        Problems problems = new Problems();
        return new ExperimentLoader(new Library())
                .load(experiment, List.of(), problems)
                .orElseThrow(() -> new AssertionError(problems.list().toString()));
    }

    private static CellSettings settings(CellPlan plan, TofinoKeys keys) {
        return settings(plan, keys, port -> port);
    }

    private static CellSettings settings(CellPlan plan, TofinoKeys keys, IntUnaryOperator numbers) {
        Map<String, DeviceAddress> bfrt = new LinkedHashMap<>();
        plan.switches().forEach(each -> bfrt.put(each.node().name(), NOWHERE));
        return new CellSettings(
                plan,
                Binding.ofFabric(
                        plan.topology(),
                        Tofinos.in(
                                FabricTestbed.of(
                                        plan.topology(), NOWHERE, ChannelSecurity.plaintext()),
                                bfrt,
                                keys,
                                numbers)));
    }

    private List<String> lines(CellPlan plan, String program, String device) throws IOException {
        return lines(settings(plan, keys(program)), program, device);
    }

    private static List<String> lines(CellSettings settings, String program, String device) {
        List<DeviceCall> calls =
                settings.calls().stream()
                        .filter(call -> call.device().name().equals(device))
                        .<DeviceCall>map(call -> call)
                        .toList();
        BundledProgram bundled =
                BundledProgram.valueOf("T2NA_" + program.toUpperCase(java.util.Locale.ROOT));
        BfRtSchema schema = BfRtSchema.parse(List.of(new BfRtDevice().fixedTables()));
        return new PlanLines(bundled.p4Info(), schema).of(calls);
    }

    private List<String> lines(CellPlan plan, String program, String device, String testbed)
            throws IOException {
        CellSettings settings =
                new CellSettings(
                        plan, BindingSearch.find(plan.topology(), complete(testbed, program)));
        return lines(settings, program, device);
    }

    private Testbed complete(String testbed, String program) throws IOException {
        Testbed bundled =
                new TestbedLoader(new Library(), DeviceKinds.catalog())
                        .load(testbed, new Problems())
                        .orElseThrow();
        return Tofinos.complete(bundled, keys(program));
    }

    private static List<String> those(List<String> lines, Predicate<String> which) {
        return lines.stream().filter(which).toList();
    }

    /** What a data packet to an address does at an egress port: the match of highest priority. */
    private static String queue(List<String> lines, int egress, String address) {
        long ipv4 = 0;
        for (String octet : address.split("\\.", -1)) {
            ipv4 = ipv4 << 8 | Integer.parseInt(octet);
        }
        String best = "none";
        int highest = 0;
        for (String line :
                those(
                        lines,
                        each ->
                                each.contains(
                                        "queues tm_md.ucast_egress_port="
                                                + egress
                                                + " hdr.ipv4"))) {
            String[] match =
                    line.replaceAll(".*dst_addr=0x([0-9a-f]+)&0x([0-9a-f]+) .*", "$1 $2")
                            .split(" ", -1);
            int priority = Integer.parseInt(line.replaceAll(".*priority ([0-9]+).*", "$1"));
            long mask = Long.parseLong(match[1], 16);
            if ((ipv4 & mask) == Long.parseLong(match[0], 16) && priority > highest) {
                highest = priority;
                best = line.replaceAll(".* -> ", "");
            }
        }
        return best;
    }

    /** Slot of the only line of a table for R1, the fifth host. */
    private static String slot(List<String> lines, String table, String address) {
        String line =
                those(
                                lines,
                                each ->
                                        each.contains(table)
                                                && each.contains(
                                                        "dst_addr=" + address + "000401/32"))
                        .get(0);
        return line.replaceAll(".*slot=([0-9]+)\\]", "$1");
    }

    private static String root(List<String> lines, String slot) {
        return those(lines, each -> each.contains("ingress.roots hdr.request.slot=" + slot + " "))
                .get(0)
                .replaceAll(".*set_root", "");
    }
}
