package io.losslab.p4.program;

import io.losslab.p4.packet.PacketState;

/** The ingress or the egress control of a program. */
public final class Control {
    /** Steps that a packet may take; a graph that leads back to itself ends here. */
    private static final int MOST_STEPS = 1 << 16;

    private final String name;
    private final ControlNode first;

    Control(String name, ControlNode first) {
        this.name = name;
        this.first = first;
    }

    /** Runs it until its end, or {@code exit}. */
    public void run(PacketState packet) {
        ControlNode node = first;
        for (int steps = 0; node != null && !packet.exited; steps++) {
            if (steps == MOST_STEPS) {
                packet.environment().fault("control " + name + " does not end");
                return;
            }
            node = node.run(packet);
        }
        packet.exited = false;
    }
}
