package io.losslab.softswitch.fabric.device;

import io.losslab.flowcontrol.EgressScheme;
import io.losslab.p4.program.P4Program;
import io.losslab.p4.runtime.P4Switch;
import io.losslab.softswitch.fabric.port.PortNumbers;
import io.losslab.softswitch.fabric.port.SchemeSlots;
import io.losslab.softswitch.fabric.program.ControllerPort;
import io.losslab.softswitch.fabric.program.DigestListener;
import io.losslab.softswitch.fabric.program.Programs;

/** Puts P4 programs on switches, between whose ports and queues they then stand. */
public final class SwitchPrograms {
    private final Programs programs;
    private final SchemeSlots slots;
    private final PortNumbers numbers;
    private final DevicePlanes planes;
    private final boolean seesAll;

    /**
     * Makes switches without programs.
     *
     * @param seesAll whether all devices are here, and not some in another part of the fabric
     */
    public SwitchPrograms(
            Programs programs,
            SchemeSlots slots,
            PortNumbers numbers,
            DevicePlanes planes,
            boolean seesAll) {
        this.programs = programs;
        this.slots = slots;
        this.numbers = numbers;
        this.planes = planes;
        this.seesAll = seesAll;
    }

    /**
     * Has a switch run a program from here on; null for none. What the one before did to queues
     * ends with it.
     *
     * @throws IllegalStateException where the fabric has several parts
     */
    public void set(int node, P4Program program) {
        if (!seesAll && program != null) {
            throw new IllegalStateException("a P4 program takes a fabric that one thread runs");
        }
        programs.set(node, program, planes.of(node), scheme -> setAtPorts(node, scheme));
    }

    private void setAtPorts(int node, EgressScheme scheme) {
        for (int port : numbers.portsOf(node)) {
            slots.setProgram(port, scheme);
        }
    }

    /** Names who hears of digests. */
    public void deliverTo(DigestListener listener) {
        programs.deliverTo(listener);
    }

    /** Names who has the packets that programs send to their controllers. */
    public void deliverTo(ControllerPort port) {
        programs.deliverTo(port);
    }

    /** The switch that runs a node's program; null where it has none. */
    public P4Switch at(int node) {
        return programs.at(node);
    }

    /** As {@link #at(int)}, for changes that are made now. */
    public P4Switch at(int node, long nowNanos) {
        return programs.at(node, nowNanos);
    }
}
