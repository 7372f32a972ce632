package io.losslab.p4.runtime;

import io.losslab.p4.packet.PacketState;
import io.losslab.p4.program.FieldList;

/** What stands between ingress and egress: buffers, queues, and the way to the controller. */
public interface TrafficManager {
    /**
     * Takes a packet for a queue; it is this side's until it is given to {@link P4Switch#egress} or
     * {@link P4Switch#release}.
     *
     * @param port the egress port; may be one that the switch does not have
     * @param queue chosen by the program, 0 where it chooses none
     */
    void enqueue(int port, int queue, PacketState packet);

    /** Packets in a queue. */
    int depth(int port, int queue);

    /** Tells the controller the fields of a digest; the packet goes on. */
    void digest(FieldList fields, PacketState packet);

    /** The program dropped a packet, which is released after this call. */
    void dropped(PacketState packet);
}
