package io.losslab.services.commodity;

import io.losslab.services.control.OwnedSwitch;
import io.losslab.services.lab.LabServer;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.Optional;

/** What a commodity switch is to its controllers. */
interface Face {
    /**
     * Starts its server, in plaintext.
     *
     * @throws IOException where the address cannot be bound
     */
    LabServer serve(InetSocketAddress address) throws IOException;

    /** The name of a port, from 1, in its models. */
    String portName(int port);

    /** Stands in front of a switch that is new, and sets it as the one before was set. */
    void standBefore(OwnedSwitch fresh);

    /**
     * Puts in force what could not be before.
     *
     * @return why the switch is still not what is configured; empty: it is
     */
    Optional<String> settle();
}
