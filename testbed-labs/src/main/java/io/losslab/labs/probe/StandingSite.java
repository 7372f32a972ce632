package io.losslab.labs.probe;

import io.losslab.api.topology.Topology;
import io.losslab.api.topology.TopologyBuilder;
import io.losslab.api.units.DataSize;
import io.losslab.api.units.Nanos;
import io.losslab.configs.testbed.Cable;
import io.losslab.configs.testbed.CableEnd;
import io.losslab.configs.testbed.Device;
import io.losslab.configs.testbed.DevicePort;
import io.losslab.configs.testbed.NodePlace;
import io.losslab.configs.testbed.Testbed;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The part of a testbed that a probe needs, as a topology whose nodes are named as the devices: a
 * switch, and the hosts that take part by one cable each.
 *
 * @param testbed the devices and cables that take part, each node in its place
 */
public record StandingSite(Topology topology, Testbed testbed) {
    /**
     * Finds it.
     *
     * @throws io.losslab.devices.failure.CommandFailure where there is no such place
     */
    public static StandingSite of(Testbed testbed, Probe probe) {
        Topology all = topology(testbed, cables(testbed));
        ProbeSite site =
                ProbeSite.find(all, probe.device(), probe.from(), probe.to(), probe.also());
        Set<String> hosts = new HashSet<>();
        hosts.add(site.from().host().name());
        hosts.add(site.to().host().name());
        site.also().ifPresent(end -> hosts.add(end.host().name()));
        List<Cable> cables = new ArrayList<>();
        for (Cable cable : cables(testbed)) {
            String one = cable.from().device().name();
            String other = cable.to().device().name();
            String device = site.device().name();
            boolean partakes =
                    one.equals(device) && hosts.remove(other)
                            || other.equals(device) && hosts.remove(one);
            if (partakes) {
                cables.add(cable);
            }
        }
        Topology part = topology(testbed, cables);
        return new StandingSite(part, part(testbed, part, cables));
    }

    /** Those that lead from a switch to a host. */
    private static List<Cable> cables(Testbed testbed) {
        return testbed.cables().stream()
                .filter(
                        cable ->
                                cable.from().device().kind().isSwitch()
                                        != cable.to().device().kind().isSwitch())
                .toList();
    }

    private static Topology topology(Testbed testbed, List<Cable> cables) {
        TopologyBuilder builder = new TopologyBuilder(testbed.name());
        Set<String> ends = new HashSet<>();
        for (Cable cable : cables) {
            ends.add(cable.from().device().name());
            ends.add(cable.to().device().name());
        }
        for (Device device : testbed.devices()) {
            if (!ends.contains(device.name())) {
                continue;
            }
            if (device.kind().isSwitch()) {
                builder.switchNode(device.name(), new DataSize(0));
            } else {
                builder.host(device.name());
                device.ipv4().ifPresent(ipv4 -> builder.address(device.name(), ipv4));
            }
        }
        for (Cable cable : cables) {
            builder.link(
                    cable.from().device().name(),
                    cable.to().device().name(),
                    cable.speed(),
                    cable.delay().orElse(new Nanos(0)),
                    "probe");
        }
        return builder.build();
    }

    private static Testbed part(Testbed testbed, Topology topology, List<Cable> cables) {
        Map<Device, List<DevicePort>> ports = new LinkedHashMap<>();
        for (Cable cable : cables) {
            for (CableEnd end : List.of(cable.from(), cable.to())) {
                ports.computeIfAbsent(end.device(), device -> new ArrayList<>()).add(end.port());
            }
        }
        List<NodePlace> places = new ArrayList<>();
        ports.forEach((device, used) -> places.add(new NodePlace(device.name(), device, used)));
        List<Device> devices =
                testbed.devices().stream()
                        .filter(device -> topology.node(device.name()).isPresent())
                        .toList();
        return new Testbed(
                testbed.name(),
                testbed.file(),
                testbed.title(),
                devices,
                cables,
                places,
                testbed.classes(),
                testbed.clock(),
                testbed.lease());
    }
}
