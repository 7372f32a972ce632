package io.losslab.devices.gnmi;

import io.losslab.driver.gnmi.GnmiClient;
import io.losslab.driver.gnmi.GnmiUpdate;
import io.losslab.proto.gnmi.TypedValue;

/** A device whose leaves are read and set over gNMI. */
public interface LeafAccess {
    /** Speaks as the device wants to be spoken to. */
    GnmiClient client();

    /** A value as it would be set, so that equal settings are equal messages. */
    TypedValue asSet(GnmiUpdate told);
}
