package io.losslab.services.commodity;

import io.grpc.ServerServiceDefinition;
import io.losslab.services.lab.SwitchFace;

/** What a commodity switch is to its controllers. */
interface Face extends SwitchFace {
    ServerServiceDefinition gnmi();

    /** The name of a port, from 1, in its models. */
    String portName(int port);
}
