package io.losslab.configs.plan.text;

import io.losslab.analysis.report.AlignedText;
import io.losslab.api.topology.Link;
import io.losslab.api.topology.Node;
import io.losslab.api.topology.PortRef;
import io.losslab.api.units.DataSize;
import io.losslab.api.units.Nanos;
import io.losslab.configs.experiment.EcnMarking;
import io.losslab.configs.experiment.HostSettings;
import io.losslab.configs.experiment.PortControl;
import io.losslab.configs.plan.CellPlan;
import io.losslab.configs.plan.DeadlockRisk;
import io.losslab.configs.plan.HostPlan;
import io.losslab.configs.plan.RoutePrefix;
import io.losslab.configs.plan.SwitchPlan;
import io.losslab.configs.plan.flow.PlannedFlow;
import io.losslab.configs.scheme.NamedChoice;
import io.losslab.configs.traffic.TrafficGroup;
import io.losslab.flowcontrol.setting.Setting;
import io.losslab.flowcontrol.setting.Settings;
import io.losslab.proto.v1.EcmpConfig;
import io.losslab.proto.v1.HostConfig;
import io.losslab.proto.v1.NamedScheme;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/** A plan as users read it: a block for every device. */
public final class PlanText {
    private static final List<String> FLOW_COLUMNS =
            List.of("group", "kind", "to", "flows", "message", "ideal", "UDP source ports");

    /** Devices of a kind that are printed. */
    private static final int MOST_DEVICES = 24;

    private final Predicate<Node> runsPerftest;

    /** The plan of hosts whose agents send. */
    public PlanText() {
        this(node -> false);
    }

    /**
     * The plan of hosts some of which send by perftest.
     *
     * @param runsPerftest which
     */
    public PlanText(Predicate<Node> runsPerftest) {
        this.runsPerftest = runsPerftest;
    }

    /** Text of a cell's plan. */
    public String of(CellPlan plan) {
        StringBuilder text = new StringBuilder();
        text.append("cell %d of sweep %s: ".formatted(plan.cell().index(), plan.cell().sweep()))
                .append(
                        plan.cell().params().entrySet().stream()
                                .map(param -> param.getKey() + "=" + param.getValue())
                                .collect(Collectors.joining(" ")))
                .append('\n');
        text.append(
                "  traffic for %s, warm-up %s (not measured), drain at most %s%n"
                        .formatted(
                                new Nanos(plan.setup().duration().nanos()),
                                new Nanos(plan.setup().warmup().nanos()),
                                new Nanos(plan.setup().drain().nanos())));
        DeadlockRisk.of(plan).ifPresent(risk -> text.append("  ").append(risk).append('\n'));
        plan.switches().stream()
                .limit(MOST_DEVICES)
                .forEach(device -> switchBlock(text, plan, device));
        more(text, plan.switches().size(), "switches");
        Map<Node, Map<String, List<PlannedFlow>>> flows = flows(plan);
        plan.hosts().stream()
                .limit(MOST_DEVICES)
                .forEach(
                        device ->
                                hostBlock(
                                        text,
                                        plan,
                                        device,
                                        flows.getOrDefault(device.node(), Map.of())));
        more(text, plan.hosts().size(), "hosts");
        plan.sampling()
                .watches()
                .forEach(
                        watch ->
                                text.append(
                                        "sampled every %s: ports %s of device %d%n"
                                                .formatted(
                                                        new Nanos(watch.getIntervalNs()),
                                                        numbers(watch.getSelect().getPortsList()),
                                                        watch.getSelect().getDeviceId())));
        if (plan.setup().recording().pauses()) {
            text.append("pause time is attributed to its root-cause ports\n");
        }
        return text.toString();
    }

    private static void more(StringBuilder text, int devices, String what) {
        if (devices > MOST_DEVICES) {
            text.append(
                    "%nand %d more %s; use --format json to list all%n"
                            .formatted(devices - MOST_DEVICES, what));
        }
    }

    private static void switchBlock(StringBuilder text, CellPlan plan, SwitchPlan device) {
        Node node = device.node();
        text.append(
                "%nswitch %s (device %d): buffer %s, lossy alpha %s, pipeline %s, %s%s%n"
                        .formatted(
                                node.name(),
                                node.deviceId(),
                                plan.setup().buffer(node),
                                device.config().getLossyAlpha(),
                                node.pipeline(),
                                ecmp(device.config().getEcmp()),
                                plan.setup().switches().runPrograms() ? ", P4 program" : ""));
        Map<PortRef, List<PortControl>> controls = plan.setup().controlsByPort();
        List<List<String>> rows = new ArrayList<>();
        rows.add(List.of("port", "peer", "rate", "delay", "group", "flow control"));
        for (int port = 1; port <= node.ports(); port++) {
            Link link = plan.topology().linkAt(node, port);
            rows.add(
                    List.of(
                            String.valueOf(port),
                            link.peerOf(node).toString(),
                            link.rate().toString(),
                            link.delay().toString(),
                            link.group(),
                            controls(controls.get(new PortRef(node, port)))));
        }
        text.append(AlignedText.of(rows));
        for (EcnMarking marking : plan.setup().ecn()) {
            if (marking.port().node().equals(node)) {
                text.append(
                        "  port %d marks ECN at %s: kmin %s, kmax %s, pmax %s%n"
                                .formatted(
                                        marking.port().port(),
                                        marking.point().word(),
                                        new DataSize(marking.kminBytes()),
                                        new DataSize(marking.kmaxBytes()),
                                        marking.pmax()));
            }
        }
        text.append(
                AlignedText.of(
                        new RouteRows(RoutePrefix.of(plan.topology().hosts(), device.routes()))
                                .rows()));
    }

    private static String ecmp(EcmpConfig ecmp) {
        String by =
                switch (ecmp.getChoice()) {
                    case DRILL -> "DRILL(%d, %d)".formatted(ecmp.getSamples(), ecmp.getMemory());
                    case SPRAY -> "packet spraying";
                    default -> "ECMP " + ecmp.getHash().name().toLowerCase(Locale.ROOT);
                };
        return "%s seed %08x".formatted(by, ecmp.getSeed());
    }

    private static String controls(List<PortControl> controls) {
        return controls == null
                ? "none"
                : controls.stream().map(PlanText::control).collect(Collectors.joining("; "));
    }

    private static String control(PortControl control) {
        return "%s %s(reserves %s)"
                .formatted(
                        control.type().name(),
                        settings(control.settings(), control.type().settings()),
                        new DataSize(control.reservedBytes()));
    }

    private static String settings(Settings settings, List<Setting> keys) {
        return settings.printed(keys).entrySet().stream()
                .map(entry -> entry.getKey() + " " + entry.getValue() + " ")
                .collect(Collectors.joining());
    }

    /** Flows by sender and by what they are reported as. */
    private static Map<Node, Map<String, List<PlannedFlow>>> flows(CellPlan plan) {
        Map<Node, Map<String, List<PlannedFlow>>> flows = new LinkedHashMap<>();
        for (PlannedFlow flow : plan.flows()) {
            flows.computeIfAbsent(flow.from(), node -> new LinkedHashMap<>())
                    .computeIfAbsent(flow.reportedAs(), name -> new ArrayList<>())
                    .add(flow);
        }
        return flows;
    }

    private void hostBlock(
            StringBuilder text,
            CellPlan plan,
            HostPlan device,
            Map<String, List<PlannedFlow>> groups) {
        if (runsPerftest.test(device.node())) {
            text.append(
                    "%nhost %s (device %d): perftest, MTU %d; its NIC and driver choose ACKs, recovery, and UDP source ports%n"
                            .formatted(
                                    device.node().name(),
                                    device.node().deviceId(),
                                    device.config().getMtuBytes()));
            flowRows(text, groups, false);
            return;
        }
        text.append(
                "%nhost %s (device %d): MTU %d, one ACK per %d packets, pause priorities %s%n"
                        .formatted(
                                device.node().name(),
                                device.node().deviceId(),
                                device.config().getMtuBytes(),
                                device.config().getAckEveryPackets(),
                                bits(device.config().getPauseResponder().getPriorities())));
        HostSettings settings = plan.setup().hosts();
        settings.recovery()
                .map(choice -> resolved(choice, device.config().getRecovery()))
                .ifPresent(choice -> append(text, "recovery", choice));
        settings.congestionControl()
                .ifPresent(choice -> append(text, "congestion control", choice));
        Map<PortRef, List<PortControl>> controls = plan.setup().controlsByPort();
        for (int port = 1; port <= device.node().ports(); port++) {
            List<PortControl> atPort = controls.get(new PortRef(device.node(), port));
            if (atPort != null) {
                text.append("  port %d: %s%n".formatted(port, controls(atPort)));
            }
        }
        if (device.config().hasEcmp()) {
            text.append("  ").append(relay(device.config())).append('\n');
            text.append(AlignedText.of(new RouteRows(RoutePrefix.ofHost(device.routes())).rows()));
        }
        flowRows(text, groups, true);
    }

    /** Flows of a host; UDP source ports where they are as planned. */
    private static void flowRows(
            StringBuilder text, Map<String, List<PlannedFlow>> groups, boolean udpPorts) {
        if (groups.isEmpty()) {
            return;
        }
        int columns = udpPorts ? FLOW_COLUMNS.size() : FLOW_COLUMNS.size() - 1;
        List<List<String>> rows = new ArrayList<>();
        rows.add(FLOW_COLUMNS.subList(0, columns));
        groups.forEach((name, flows) -> rows.add(flowRow(name, flows).subList(0, columns)));
        text.append(AlignedText.of(rows));
    }

    private static String relay(HostConfig config) {
        String relays =
                config.getRelayBufferBytes() > 0
                        ? "relays with " + new DataSize(config.getRelayBufferBytes())
                        : "does not relay";
        return relays + ", " + ecmp(config.getEcmp());
    }

    private static NamedChoice resolved(NamedChoice choice, NamedScheme planned) {
        return new NamedChoice(choice.chosen(), new Settings(planned.getSettingsMap()));
    }

    private static void append(StringBuilder text, String what, NamedChoice choice) {
        text.append(
                "  %s: %s %s%n"
                        .formatted(
                                what,
                                choice.name(),
                                settings(choice.settings(), choice.chosen().settings()))
                        .replaceAll(" +(?=\\R)", ""));
    }

    private static List<String> flowRow(String name, List<PlannedFlow> flows) {
        TrafficGroup group = flows.get(0).group();
        String ports =
                flows.stream()
                        .limit(4)
                        .map(flow -> String.valueOf(flow.udpSourcePort()))
                        .collect(Collectors.joining(", ", "", flows.size() > 4 ? ", ..." : ""));
        return List.of(
                name,
                group.kind().word(),
                receivers(flows),
                String.valueOf(flows.size()),
                group.pattern().describeSizes(),
                ideal(flows),
                ports);
    }

    private static String receivers(List<PlannedFlow> flows) {
        long count = flows.stream().map(PlannedFlow::to).distinct().count();
        return count == 1 ? flows.get(0).to().name() : count + " hosts";
    }

    /** Of the first message of the first flow. */
    private static String ideal(List<PlannedFlow> flows) {
        PlannedFlow flow = flows.get(0);
        long own = flow.programmed().isEmpty() ? flow.bytes() : flow.programmed().get(0);
        long bytes = flow.group().pattern().messageSize().map(DataSize::bytes).orElse(own);
        return new Nanos(flow.ideal().nanos(bytes)).toString();
    }

    static String numbers(List<Integer> values) {
        return values.stream().map(String::valueOf).collect(Collectors.joining(", "));
    }

    private static String bits(int mask) {
        List<Integer> set = new ArrayList<>();
        for (int bit = 0; bit < 8; bit++) {
            if ((mask >> bit & 1) != 0) {
                set.add(bit);
            }
        }
        return set.isEmpty() ? "none" : numbers(set);
    }
}
