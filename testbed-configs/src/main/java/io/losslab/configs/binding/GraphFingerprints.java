package io.losslab.configs.binding;

import io.losslab.api.topology.Link;
import io.losslab.api.topology.Topology;
import io.losslab.configs.testbed.Cable;
import io.losslab.configs.testbed.Device;
import io.losslab.configs.testbed.Testbed;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * What nodes and devices have around them, a few hops far, as one number each: equal for a node and
 * the device that stands in the same place of the same graph. Tells the search where to look first.
 */
final class GraphFingerprints {
    private static final int ROUNDS = 5;

    private final long[] byNode;
    private final Map<String, Long> byDevice = new HashMap<>();

    GraphFingerprints(Topology topology, Testbed testbed) {
        int[][] links = new int[topology.links().size()][];
        long[] speeds = new long[links.length];
        for (Link link : topology.links()) {
            links[link.id()] = new int[] {link.a().node().id(), link.b().node().id()};
            speeds[link.id()] = link.rate().bitsPerSecond();
        }
        boolean[] hosts = new boolean[topology.nodes().size()];
        topology.hosts().forEach(host -> hosts[host.id()] = true);
        byNode = colours(hosts, links, speeds);
        addDevices(testbed);
    }

    boolean alike(int node, Device device) {
        return byNode[node] == byDevice.get(device.name());
    }

    private void addDevices(Testbed testbed) {
        List<Device> devices = testbed.devices();
        Map<String, Integer> ids = new HashMap<>();
        boolean[] hosts = new boolean[devices.size()];
        for (int i = 0; i < hosts.length; i++) {
            ids.put(devices.get(i).name(), i);
            hosts[i] = !devices.get(i).kind().isSwitch();
        }
        int[][] cables = new int[testbed.cables().size()][];
        long[] speeds = new long[cables.length];
        for (Cable cable : testbed.cables()) {
            cables[cable.id()] =
                    new int[] {
                        ids.get(cable.from().device().name()), ids.get(cable.to().device().name())
                    };
            speeds[cable.id()] = cable.speed().bitsPerSecond();
        }
        long[] colours = colours(hosts, cables, speeds);
        devices.forEach(device -> byDevice.put(device.name(), colours[ids.get(device.name())]));
    }

    /** Colour refinement: each round takes in the neighbours' colours, in no order. */
    private static long[] colours(boolean[] hosts, int[][] edges, long[] speeds) {
        long[] colours = new long[hosts.length];
        for (int i = 0; i < colours.length; i++) {
            colours[i] = hosts[i] ? 1 : 2;
        }
        for (int round = 0; round < ROUNDS; round++) {
            long[] next = Arrays.copyOf(colours, colours.length);
            for (int edge = 0; edge < edges.length; edge++) {
                int a = edges[edge][0];
                int b = edges[edge][1];
                next[a] += mixed(colours[b] + speeds[edge]);
                next[b] += mixed(colours[a] + speeds[edge]);
            }
            for (int i = 0; i < next.length; i++) {
                colours[i] = mixed(next[i]);
            }
        }
        return colours;
    }

    /** The finaliser of SplitMix64. */
    private static long mixed(long value) {
        long z = value + 0x9E3779B97F4A7C15L;
        z = (z ^ z >>> 30) * 0xBF58476D1CE4E5B9L;
        z = (z ^ z >>> 27) * 0x94D049BB133111EBL;
        return z ^ z >>> 31;
    }
}
