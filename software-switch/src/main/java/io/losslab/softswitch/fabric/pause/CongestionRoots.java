package io.losslab.softswitch.fabric.pause;

import io.losslab.flowcontrol.DataPlane;
import io.losslab.softswitch.fabric.buffer.SharedBuffers;
import io.losslab.softswitch.fabric.port.PortNumbers;
import io.losslab.softswitch.fabric.port.Ports;

/** Finds the congested port that a pause is for, where pauses are attributed. */
public final class CongestionRoots {
    private final Ports ports;
    private final PortNumbers numbers;
    private final SharedBuffers buffers;
    private final Pauses pauses;
    private final PauseAttribution attribution;

    public CongestionRoots(
            Ports ports,
            PortNumbers numbers,
            SharedBuffers buffers,
            Pauses pauses,
            PauseAttribution attribution) {
        this.ports = ports;
        this.numbers = numbers;
        this.buffers = buffers;
        this.pauses = pauses;
        this.attribution = attribution;
    }

    /**
     * The congested port behind a pause of an ingress port's upstream: the egress that holds most
     * of its bytes, over all priorities, or, if that one is paused itself, the port on whose
     * account. {@link DataPlane#NO_ROOT} while not requested.
     */
    public long rootBehind(int ingress) {
        if (!attribution.isOn()) {
            return DataPlane.NO_ROOT;
        }
        int worst = 0;
        long most = -1;
        for (int egress : numbers.portsOf(numbers.nodeOf(ingress))) {
            long bytes = buffers.transitBytes(ingress, egress);
            if (bytes > most) {
                most = bytes;
                worst = egress;
            }
        }
        for (int queue = ports.queues.nextBlocked(worst, 0);
                queue >= 0;
                queue = ports.queues.nextBlocked(worst, queue + 1)) {
            long root = pauses.root(worst, queue);
            if (root != DataPlane.NO_ROOT) {
                return root;
            }
        }
        return DataPlane.root(numbers.nodeOf(worst) + 1, numbers.localNumber(worst));
    }
}
