package io.losslab.roce.service;

import io.losslab.proto.v1.PortFlowControl;
import java.util.HashSet;
import java.util.Set;

/** What is checked of the ports of any device, switch or host, before flow control is set. */
public final class PortFlowControlCheck {
    private final String device;
    private final int ports;
    private final Set<Integer> named = new HashSet<>();

    /** Begins a configuration of a device with ports from 1 up to a number. */
    public PortFlowControlCheck(String device, int ports) {
        this.device = device;
        this.ports = ports;
    }

    /**
     * Checks one port after the other: that there is such a port, once.
     *
     * @throws IllegalArgumentException where that is not so
     */
    public void check(PortFlowControl config) {
        int port = config.getPort();
        if (port < 1 || port > ports) {
            throw new IllegalArgumentException(
                    "%s has ports 1..%d, not %d".formatted(device, ports, port));
        }
        if (!named.add(port)) {
            throw new IllegalArgumentException("port " + port + " is listed twice");
        }
    }

    /** Ports that the configuration names. */
    public Set<Integer> named() {
        return named;
    }
}
