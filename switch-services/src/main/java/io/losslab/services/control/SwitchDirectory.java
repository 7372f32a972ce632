package io.losslab.services.control;

import io.losslab.api.rpc.Replies;
import io.losslab.api.topology.Node;
import io.losslab.api.topology.Topology;
import java.util.Map;
import java.util.TreeMap;

/** The switches of a fabric by device id. */
final class SwitchDirectory {
    private final Map<Long, SwitchState> byId = new TreeMap<>();

    SwitchDirectory(Topology topology) {
        for (Node node : topology.switches()) {
            byId.put((long) node.deviceId(), new SwitchState(node));
        }
    }

    /** The switch; NOT_FOUND names those there are. */
    SwitchState get(long deviceId) {
        SwitchState state = byId.get(deviceId);
        if (state == null) {
            throw Replies.notFound(
                    "no switch has device_id " + deviceId + "; device ids: " + byId.keySet());
        }
        return state;
    }

    void requirePort(SwitchState state, int port) {
        state.requirePort(port);
    }
}
