package io.losslab.services.control;

import io.losslab.flowcontrol.PauseTimer;
import io.losslab.flowcontrol.pause.PauseResponder;
import io.losslab.proto.v1.NamedScheme;
import io.losslab.proto.v1.PortFlowControl;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Optional;

/**
 * Flow control that the server of another device wants at the ports of a switch. What the switch
 * refuses is tried again each time. On the fabric's thread.
 */
public final class WantedFlowControl {
    private static final int ALL_PRIORITIES = 0xFF;
    private static final int UNSET = -1;

    private final List<Optional<NamedScheme>> inForce;
    private final int[] obeyed;
    private Optional<String> refused = Optional.empty();

    /**
     * What a port is to do.
     *
     * @param scheme that it runs; empty: it sends no PFC frames
     * @param obeyed bit i: received PFC of priority i stops the queue of class i
     */
    public record Port(Optional<NamedScheme> scheme, int obeyed) {}

    /** For a switch on which nothing is set, of some ports. */
    public WantedFlowControl(int ports) {
        inForce = new ArrayList<>(Collections.nCopies(ports, Optional.empty()));
        obeyed = new int[ports];
        Arrays.fill(obeyed, UNSET);
    }

    /**
     * Puts in force what is not.
     *
     * @param ports from port 1
     */
    public void apply(OwnedSwitch.Access access, List<Port> ports) {
        control(access, ports);
        obey(access, ports);
    }

    /** Why the switch is not what was wanted last; empty: it is. */
    public Optional<String> refused() {
        return refused;
    }

    private void control(OwnedSwitch.Access access, List<Port> ports) {
        List<PortFlowControl> changes = new ArrayList<>();
        for (int i = 0; i < inForce.size(); i++) {
            Optional<NamedScheme> scheme = ports.get(i).scheme();
            if (!scheme.equals(inForce.get(i))) {
                PortFlowControl.Builder change = PortFlowControl.newBuilder().setPort(i + 1);
                scheme.ifPresent(change::addSchemes);
                changes.add(change.build());
            }
        }
        try {
            if (!changes.isEmpty()) {
                access.setFlowControl(changes);
            }
            refused = Optional.empty();
            Collections.copy(inForce, ports.stream().map(Port::scheme).toList());
        } catch (IllegalArgumentException | IllegalStateException e) {
            refused = Optional.of(e.getMessage());
        }
    }

    /** What a coprocessor is sent, it obeys itself. */
    private void obey(OwnedSwitch.Access access, List<Port> ports) {
        for (int i = 0; i < obeyed.length; i++) {
            int mask = access.runsBifrost(i + 1) ? ALL_PRIORITIES : ports.get(i).obeyed();
            if (mask != obeyed[i]) {
                access.setResponder(i + 1, new PauseResponder(mask, PauseTimer.QUANTA));
                obeyed[i] = mask;
            }
        }
    }
}
