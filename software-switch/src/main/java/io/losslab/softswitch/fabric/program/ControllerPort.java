package io.losslab.softswitch.fabric.program;

/** What goes between programs and their controllers packet by packet, on the fabric's thread. */
public interface ControllerPort {
    /** The port by which a program has its controller's packets, and sends it some. */
    int NUMBER = 255;

    /**
     * A program sent a packet to its controller.
     *
     * @param node of the switch
     * @param packet as the program left it, with its own header for this in front
     */
    void onPacket(int node, byte[] packet);

    /** Takes the packets that a program makes of one that is no host's. */
    @FunctionalInterface
    interface Outlet {
        /**
         * A packet leaves by a port.
         *
         * @param port local number, from 1
         */
        void send(int port, byte[] packet);
    }
}
