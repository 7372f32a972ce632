package io.losslab.devices.tofino2.program;

import io.losslab.api.topology.Node;
import io.losslab.api.topology.PortRef;
import io.losslab.api.topology.Topology;
import io.losslab.configs.testbed.DevicePort;
import io.losslab.flowcontrol.LinkProfile;
import io.losslab.flowcontrol.setting.Settings;

/**
 * A port of a logical switch that runs a scheme.
 *
 * @param ref the logical switch and its port
 * @param port where it is on the device
 * @param row its number among the device's ports, from 0
 * @param settings of the scheme
 * @param link as the scheme sees it
 */
record SwitchPort(PortRef ref, DevicePort port, int row, Settings settings, LinkProfile link) {
    Node node() {
        return ref.node();
    }

    int number() {
        return port.number();
    }

    /** Source address of the frames it sends, as on software switches. */
    long mac() {
        return Topology.macOf(ref.node().id(), ref.port());
    }

    /** Multicast group of the logical switch's other ports; groups count from 1. */
    int group() {
        return row + 1;
    }
}
