package io.losslab.agent.traffic;

/**
 * A place at a port's queues for the packets of one 5-tuple; queue pairs with the same share it.
 */
final class Opening {
    final int destinationIpv4;
    final int udpSourcePort;
    final int port;

    /** Its number at the device, and at the queues of its port. */
    final int flow;

    final int source;

    /** Queue pairs that use it. */
    int users;

    Opening(int destinationIpv4, int udpSourcePort, int port, int flow, int source) {
        this.destinationIpv4 = destinationIpv4;
        this.udpSourcePort = udpSourcePort;
        this.port = port;
        this.flow = flow;
        this.source = source;
    }
}
