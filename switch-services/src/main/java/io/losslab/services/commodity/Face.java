package io.losslab.services.commodity;

import io.grpc.BindableService;
import io.losslab.services.lab.SwitchFace;

/** What a commodity switch is to its controllers. */
interface Face extends SwitchFace {
    BindableService gnmi();

    /** The name of a port, from 1, in its models. */
    String portName(int port);
}
