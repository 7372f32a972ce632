package io.losslab.configs.plan.text;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.losslab.api.topology.Node;
import io.losslab.api.topology.PortRef;
import io.losslab.configs.experiment.PortControl;
import io.losslab.configs.plan.CellPlan;
import io.losslab.configs.plan.HostPlan;
import io.losslab.configs.plan.RoutePrefix;
import io.losslab.configs.plan.SwitchPlan;
import io.losslab.proto.v1.EcmpConfig;
import io.losslab.proto.v1.HostConfig;
import io.losslab.proto.v1.PortFlowControl;
import io.losslab.proto.v1.TrafficFlow;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Predicate;

/** A plan as JSON, one object a device. */
public final class PlanJson {
    /** Flows of a schedule that are printed, of each group at each sender. */
    private static final int SCHEDULED_SHOWN = 4;

    /** What the NIC and the driver of a host with perftest choose. */
    private static final List<String> OF_AGENTS =
            List.of("ackEveryPackets", "retransmitTimeoutNanos", "pauseReactionNanos", "recovery");

    private final JsonNodeFactory json = JsonNodeFactory.instance;
    private final Predicate<Node> runsPerftest;

    /**
     * The plan of hosts some of which send by perftest.
     *
     * @param runsPerftest which
     */
    public PlanJson(Predicate<Node> runsPerftest) {
        this.runsPerftest = runsPerftest;
    }

    /** One cell of the document that {@code losslab plan --format json} prints. */
    public ObjectNode cell(CellPlan plan) {
        ObjectNode cell = json.objectNode();
        cell.put("cell", plan.cell().index());
        cell.put("sweep", plan.cell().sweep());
        ObjectMapper mapper = new ObjectMapper();
        for (Map.Entry<String, Object> param : plan.cell().params().entrySet()) {
            cell.withObject("/params").set(param.getKey(), mapper.valueToTree(param.getValue()));
        }
        cell.put("warmupNanos", plan.setup().warmup().nanos());
        cell.put("durationNanos", plan.setup().duration().nanos());
        cell.put("drainNanos", plan.setup().drain().nanos());
        cell.put("reservedBufferBytes", plan.setup().reservedBufferBytes());
        cell.put("dataQueues", plan.setup().dataQueues());
        Map<PortRef, List<PortControl>> controls = plan.setup().controlsByPort();
        ArrayNode switches = cell.putArray("switches");
        for (SwitchPlan device : plan.switches()) {
            ObjectNode object = switchObject(device, controls);
            putRoutes(object, RoutePrefix.of(plan.topology().hosts(), device.routes()));
            switches.add(object);
        }
        ArrayNode hosts = cell.putArray("hosts");
        for (HostPlan host : plan.hosts()) {
            ObjectNode device = hostObject(host, controls);
            if (runsPerftest.test(host.node())) {
                device.put("perftest", true).remove(OF_AGENTS);
                device.get("flows").forEach(flow -> ((ObjectNode) flow).remove("udpSourcePort"));
            }
            hosts.add(device);
        }
        return cell;
    }

    private ObjectNode switchObject(SwitchPlan plan, Map<PortRef, List<PortControl>> controls) {
        ObjectNode device = json.objectNode();
        device.put("name", plan.node().name());
        device.put("deviceId", plan.node().deviceId());
        device.put("bufferBytes", plan.config().getBufferBytes());
        device.put("lossyAlpha", plan.config().getLossyAlpha());
        putEcmp(device, plan.config().getEcmp());
        ArrayNode ports = device.putArray("ports");
        for (PortFlowControl port : plan.config().getPortsList()) {
            ports.add(portObject(port.getPort(), at(controls, plan.node(), port)));
        }
        plan.config()
                .getEcnMap()
                .forEach(
                        (port, ecn) ->
                                device.withArray("/ecn")
                                        .addObject()
                                        .put("port", port)
                                        .put("kminBytes", ecn.getKminBytes())
                                        .put("kmaxBytes", ecn.getKmaxBytes())
                                        .put("pmax", ecn.getPmax())
                                        .put("point", ecn.getAtEnqueue() ? "enqueue" : "dequeue")
                                        .put("seed", Integer.toUnsignedLong(ecn.getSeed())));
        return device;
    }

    private static void putEcmp(ObjectNode device, EcmpConfig ecmp) {
        ObjectNode object =
                device.withObject("/ecmp")
                        .put("hash", ecmp.getHash().name())
                        .put("choice", ecmp.getChoice().name())
                        .put("seed", Integer.toUnsignedLong(ecmp.getSeed()));
        if (ecmp.getChoice() == EcmpConfig.Choice.DRILL) {
            object.put("samples", ecmp.getSamples()).put("memory", ecmp.getMemory());
        }
    }

    private static void putRoutes(ObjectNode device, List<RoutePrefix> planned) {
        ArrayNode routes = device.putArray("routes");
        for (RoutePrefix route : planned) {
            ObjectNode object = routes.addObject();
            object.put("prefix", route.text());
            ArrayNode hosts = object.putArray("hosts");
            route.routes().forEach(each -> hosts.add(each.host().name()));
            ArrayNode members = object.putArray("ports");
            route.ports().forEach(members::add);
        }
    }

    private static List<PortControl> at(
            Map<PortRef, List<PortControl>> controls, Node node, PortFlowControl port) {
        return controls.getOrDefault(new PortRef(node, port.getPort()), List.of());
    }

    /** A port and its schemes. */
    private ObjectNode portObject(int port, List<PortControl> controls) {
        ObjectNode object = json.objectNode().put("port", port);
        if (controls.isEmpty()) {
            object.putNull("flowControl");
        }
        controls.forEach(
                control ->
                        object.set(control.type().name(), settings(control.settings().values())));
        return object;
    }

    /** Values as they travel, in base units. */
    private ObjectNode settings(Map<String, String> values) {
        ObjectNode settings = json.objectNode();
        new TreeMap<>(values).forEach(settings::put);
        return settings;
    }

    private ObjectNode hostObject(HostPlan plan, Map<PortRef, List<PortControl>> controls) {
        HostConfig config = plan.config();
        ObjectNode device = json.objectNode();
        device.put("name", plan.node().name());
        device.put("hostId", plan.node().deviceId());
        device.put("mtuBytes", config.getMtuBytes());
        device.put("ackEveryPackets", config.getAckEveryPackets());
        device.put("retransmitTimeoutNanos", config.getRetransmitTimeoutNs());
        device.put("pauseReactionNanos", config.getPauseReactionNs());
        device.put("pausedPriorities", config.getPauseResponder().getPriorities());
        if (config.hasRecovery()) {
            device.putObject("recovery")
                    .set(
                            config.getRecovery().getName(),
                            settings(config.getRecovery().getSettingsMap()));
        }
        if (config.hasCongestionControl()) {
            device.putObject("congestionControl")
                    .set(
                            config.getCongestionControl().getName(),
                            settings(config.getCongestionControl().getSettingsMap()));
        }
        for (PortFlowControl port : config.getPortsList()) {
            device.withArray("/ports")
                    .add(portObject(port.getPort(), at(controls, plan.node(), port)));
        }
        if (config.hasEcmp()) {
            device.put("relayBufferBytes", config.getRelayBufferBytes());
            putEcmp(device, config.getEcmp());
            putRoutes(device, RoutePrefix.ofHost(plan.routes()));
        }
        Map<String, List<TrafficFlow>> groups = new LinkedHashMap<>();
        for (TrafficFlow flow : plan.traffic().getFlowsList()) {
            groups.computeIfAbsent(flow.getGroup(), name -> new ArrayList<>()).add(flow);
        }
        ArrayNode counts = device.putArray("groups");
        ArrayNode flows = device.putArray("flows");
        groups.forEach(
                (name, members) -> {
                    counts.addObject()
                            .put("group", name)
                            .put("flows", members.size())
                            .put("messageBytes", messageBytes(members));
                    members.stream()
                            .limit(members.get(0).hasScheduled() ? SCHEDULED_SHOWN : members.size())
                            .forEach(flow -> flows.add(flow(flow)));
                });
        return device;
    }

    private ObjectNode flow(TrafficFlow flow) {
        ObjectNode object =
                json.objectNode()
                        .put("flow", flow.getFlowId())
                        .put("group", flow.getGroup())
                        .put("kind", flow.getPatternCase().name().toLowerCase(Locale.ROOT))
                        .put("toHostId", flow.getDstHostId())
                        .put("udpSourcePort", flow.getUdpSourcePort())
                        .put("trafficClass", flow.getTrafficClass())
                        .put("startNanos", flow.getStartNs())
                        .put("stopNanos", flow.getStopNs())
                        .put("messageBytes", messageBytes(List.of(flow)));
        if (flow.getAfterFlowIdsCount() > 0) {
            object.put("afterFlows", flow.getAfterFlowIdsCount());
        }
        if (flow.getSourceRouteCount() > 0) {
            flow.getSourceRouteList().forEach(object.putArray("sourceRoute")::add);
        }
        return object;
    }

    /** One message of each flow together. */
    private static long messageBytes(List<TrafficFlow> flows) {
        long bytes = 0;
        for (TrafficFlow flow : flows) {
            bytes +=
                    switch (flow.getPatternCase()) {
                        case LATENCY -> flow.getLatency().getMessageBytes();
                        case BANDWIDTH -> flow.getBandwidth().getMessageBytes();
                        default -> flow.getScheduled().getMessageBytes(0);
                    };
        }
        return bytes;
    }
}
