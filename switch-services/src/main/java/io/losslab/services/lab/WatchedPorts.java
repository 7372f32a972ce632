package io.losslab.services.lab;

import io.losslab.api.topology.Node;
import io.losslab.proto.v1.PortFrames;
import io.losslab.roce.frame.BufferMemory;
import io.losslab.roce.frame.FrameReader;
import io.losslab.roce.host.PassedFrames;
import io.losslab.roce.service.PortFrameRows;
import io.losslab.softswitch.fabric.Fabric;
import io.losslab.softswitch.fabric.host.RoceImage;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** What passes the ports of simulated hosts while they are watched. On the fabric's thread. */
final class WatchedPorts {
    /** By node and port. */
    private final Map<Integer, Map<Integer, PassedFrames>> watched = new HashMap<>();

    /**
     * Begins to watch a port, or ends it.
     *
     * @throws IllegalArgumentException where the port's frames are captured already
     */
    void watch(Fabric fabric, Node node, int port, boolean on) {
        Map<Integer, PassedFrames> ofNode =
                watched.computeIfAbsent(node.id(), id -> new TreeMap<>());
        if (ofNode.remove(port) != null) {
            fabric.taps().remove(node.id(), port);
        }
        if (on) {
            PassedFrames passed = new PassedFrames();
            fabric.taps()
                    .add(
                            node.id(),
                            port,
                            port,
                            RoceImage.HEADER_BYTES,
                            (tap, nanos, outbound, frame, captured, length) ->
                                    passed.note(
                                            new FrameReader(BufferMemory.of(frame)),
                                            fabric.dscps(node.id()),
                                            0,
                                            captured,
                                            length,
                                            outbound,
                                            nanos));
            ofNode.put(port, passed);
        }
    }

    /** What passed a node's ports since the last call. */
    List<PortFrames> take(Fabric fabric, Node node) {
        fabric.taps().flush(fabric.nowNanos());
        List<PortFrames> all = new ArrayList<>();
        for (PassedFrames passed : watched.getOrDefault(node.id(), Map.of()).values()) {
            all.addAll(PortFrameRows.take(passed, 0));
        }
        return all;
    }
}
