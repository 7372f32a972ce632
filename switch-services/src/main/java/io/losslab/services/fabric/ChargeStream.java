package io.losslab.services.fabric;

import io.losslab.api.topology.Node;
import io.losslab.proto.v1.PauseCharges;
import io.losslab.softswitch.fabric.Fabric;
import io.losslab.softswitch.fabric.pause.PauseAttribution;
import java.util.ArrayList;
import java.util.List;

/** The paused time that stood in one device, in messages of some thousand rows. */
public final class ChargeStream {
    private static final int ROWS_A_MESSAGE = 4_096;

    private ChargeStream() {}

    public static List<PauseCharges> of(Fabric fabric, Node node) {
        List<PauseCharges> messages = new ArrayList<>();
        PauseCharges.Builder rows = PauseCharges.newBuilder();
        for (PauseAttribution.Charge charge : fabric.pauseCharges(node.id())) {
            rows.addFlowId(charge.flow())
                    .addPort(charge.port())
                    .addQueue(charge.queue())
                    .addRootDeviceId(charge.rootNode() + 1)
                    .addRootPort(charge.rootPort())
                    .addCrossesRoot(charge.crossesRoot())
                    .addPausedNs(charge.pausedNanos());
            if (rows.getFlowIdCount() == ROWS_A_MESSAGE) {
                messages.add(rows.build());
                rows.clear();
            }
        }
        messages.add(rows.build());
        return messages;
    }
}
