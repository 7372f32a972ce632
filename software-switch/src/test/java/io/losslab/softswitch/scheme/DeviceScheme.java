package io.losslab.softswitch.scheme;

import io.losslab.api.topology.Node;
import io.losslab.flowcontrol.DataPlane;
import io.losslab.flowcontrol.SchemeType;
import io.losslab.flowcontrol.setting.Settings;
import io.losslab.softswitch.fabric.Fabric;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.UnaryOperator;

/** A scheme at all ports of a device. */
final class DeviceScheme {
    private DeviceScheme() {}

    /**
     * Installs the ends that the scheme has.
     *
     * @param settings of the device; each port's are resolved for its link
     * @param watched what the upstream end sees of its device
     */
    static void install(
            Fabric fabric,
            SchemeType type,
            Settings settings,
            Node node,
            UnaryOperator<DataPlane> watched) {
        Map<Integer, Settings> byPort = new TreeMap<>();
        for (int port = 1; port <= node.ports(); port++) {
            Settings resolved = type.resolve(settings, fabric.link(node.id(), port));
            byPort.put(port, resolved);
            if (type.downstream(fabric.schemes().planeOf(node.id()), port, resolved) != null) {
                fabric.schemes()
                        .setIngress(
                                node.id(),
                                port,
                                (plane, at) -> type.downstream(plane, at, resolved));
            }
        }
        if (type.egress(fabric.schemes().planeOf(node.id()), byPort) != null) {
            fabric.schemes()
                    .addEgress(
                            node.id(),
                            List.copyOf(byPort.keySet()),
                            plane -> type.egress(watched.apply(plane), byPort));
        }
    }
}
