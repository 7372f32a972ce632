package io.losslab.softswitch.fabric.routing;

/** Takes what the routes of a switch have counted. */
public interface RouteSink {
    /**
     * A route.
     *
     * @param logicalSwitch on its node, 0 where that is one switch
     * @param packets that took it since it was put or counting began, dropped ones too
     * @param bytes of those, from destination MAC to FCS
     */
    void accept(int logicalSwitch, int ipv4, int prefixBits, long packets, long bytes);
}
