package io.losslab.labs.backend.served;

import io.losslab.configs.testbed.Device;
import io.losslab.services.lab.SwitchFaces;

/** The switches of one served lab. */
public interface ServedSwitches {
    /** What they offer. */
    SwitchFaces faces();

    /**
     * What a testbed says of a switch.
     *
     * @param software the same as a software switch on the lab's server
     */
    Device device(Device software);
}
