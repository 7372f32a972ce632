package io.losslab.configs.plan;

import io.losslab.api.topology.BufferDependency.Channel;
import io.losslab.api.topology.PortRef;
import io.losslab.configs.experiment.PortControl;
import io.losslab.configs.experiment.Setup;
import io.losslab.configs.plan.flow.PlannedFlow;
import io.losslab.configs.traffic.TrafficGroup;
import io.losslab.configs.traffic.TrafficReader;
import io.losslab.flowcontrol.Promise;
import io.losslab.flowcontrol.setting.Setting;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Traffic of priorities that nothing pauses at a port on its way, although the flow control there
 * promises that no packet is dropped.
 */
public final class UncontrolledTraffic {
    private UncontrolledTraffic() {}

    /**
     * Looks for such traffic.
     *
     * @return by traffic group, a sentence that names the first port; empty where no drops are not
     *     promised
     */
    public static Map<TrafficGroup, String> of(CellPlan plan) {
        Map<TrafficGroup, String> found = new LinkedHashMap<>();
        Setup setup = plan.setup();
        if (!setup.lossless()) {
            return found;
        }
        Map<PortRef, List<PortControl>> controls = setup.controlsByPort();
        for (TrafficGroup group : setup.traffic()) {
            int classes = TrafficReader.classes(List.of(group));
            if (setup.controls().stream().anyMatch(c -> (classes & ~c.controlled()) != 0)) {
                List<PlannedFlow> flows =
                        plan.flows().stream().filter(flow -> flow.group().equals(group)).toList();
                DeadlockRisk.dependency(plan, flows).channels().stream()
                        .flatMap(channel -> at(plan, controls, channel).stream())
                        .findFirst()
                        .ifPresent(text -> found.put(group, text));
            }
        }
        return found;
    }

    /**
     * What is wrong with a priority where a link ends; a host that does not relay has no buffer.
     */
    private static Optional<String> at(
            CellPlan plan, Map<PortRef, List<PortControl>> controls, Channel channel) {
        PortRef sender = channel.port();
        PortRef port = plan.topology().linkAt(sender.node(), sender.port()).peerOf(sender.node());
        List<PortControl> promising =
                controls.getOrDefault(port, List.of()).stream()
                        .filter(control -> control.promises(Promise.NO_DROPS))
                        .toList();
        boolean paused =
                promising.stream().anyMatch(c -> (c.controlled() >> channel.priority() & 1) != 0);
        if (!port.node().forwards() || promising.isEmpty() || paused) {
            return Optional.empty();
        }
        PortControl control = promising.get(0);
        return Optional.of(
                "frames of priority %d can be dropped: %s at %s controls %s"
                        .formatted(
                                channel.priority(),
                                control.type().name(),
                                port,
                                Setting.Kind.PRIORITIES.print("" + control.controlled())));
    }
}
