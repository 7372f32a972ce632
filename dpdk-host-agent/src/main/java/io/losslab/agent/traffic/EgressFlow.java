package io.losslab.agent.traffic;

/** An open flow of one 5-tuple at a port's queues; queue pairs with the same share it. */
final class EgressFlow {
    final int destinationIpv4;
    final int udpSourcePort;
    final int port;

    /** Its number at the device, and at the queues of its port. */
    final int flow;

    final int source;

    /** Queue pairs that use it. */
    int users;

    EgressFlow(int destinationIpv4, int udpSourcePort, int port, int flow, int source) {
        this.destinationIpv4 = destinationIpv4;
        this.udpSourcePort = udpSourcePort;
        this.port = port;
        this.flow = flow;
        this.source = source;
    }
}
